import type { Document } from '../../../document';
import { didYouMean } from '../../../schema/didYouMean';
import type { Problem } from '../../../schema/problem';
import { schemaAt } from '../../../schema/schemaAt';
import { childAt, childCount, childrenOf } from '../../../syntax/nodes/children';
import { childWithKey } from '../../../syntax/nodes/named';
import type { Node } from '../../../syntax/nodes/node';
import { Flag } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName } from '../../../syntax/tree/strings';
import { type Edit, sliceText } from '../../../text/text';
import { indentationAt } from '../../indentation';
import { byOffset, insert, type QuickFix } from '../fix';
import { gapBefore } from './fixMissing';
import { removalsOf, startOf } from './removals';

/** Requests with more properties stay as they are. */
const maxKeys = 100;

/** A setting of the training beside the config of a training job request: moves all such settings into the config. */
export function moveSettings(document: Document, { code, from }: Problem, node: Node): QuickFix[] {
  const { text, engine } = document;
  const { parent, key } = node;
  const schema = parent === null ? null : schemaAt(document, parent);
  if (schema !== engine.schemas.trainingJob || key?.from !== from || childCount(parent!) > maxKeys) return [];
  const name = engine.schemas.names.config;
  const config = childWithKey(text, parent!, name);
  // Another name for the config is corrected first.
  const isMisnamed = (other: Node): boolean =>
    other.key !== null && didYouMean(keyName(text, other.key), schema, () => false) === name;
  if (config === null && [...childrenOf(parent!)].some(isMisnamed)) return [];
  const settings = settingsBeside(document, config, parent!);
  if (!settings.some(({ index }) => index === node.index)) return [];
  const edits = config === null ? asConfig(document, settings, name) : intoConfig(document, settings, config);
  const what = settings.length === 1 ? 'it' : `${settings.length} settings`;
  return [{ title: `Move ${what} into "${name}"`, code, edits, isPreferred: true }];
}

/** Those that the config does not have. None if the config is incomplete, or no object. */
function settingsBeside({ text, engine }: Document, config: Node | null, request: Node): Node[] {
  if (config !== null && (config.kind !== Kind.object || (config.flags & Flag.broken) !== 0)) return [];
  const { trainingJob, trainingConfig } = engine.schemas;
  return [...childrenOf(request)].filter(({ key, kind }) => {
    if (key === null || kind === Kind.key) return false;
    const name = keyName(text, key);
    const isSetting = trainingConfig.properties!.has(name) && !trainingJob.properties!.has(name);
    return isSetting && (config === null || childWithKey(text, config, name) === null);
  });
}

/** A new config in place of the first of them. */
function asConfig(document: Document, settings: readonly Node[], name: string): Edit[] {
  const [first, ...others] = settings;
  const from = startOf(first!);
  const gap = gapBefore(document, first!);
  const inner = gap === ' ' ? gap : gap + indentationAt(document.text, from).unit;
  const written = `${JSON.stringify(name)}: {${inner}${joined(document, settings, inner)}${gap}}`;
  return [{ from, to: first!.to, insert: written }, ...removalsOf(document, others)];
}

function intoConfig(document: Document, settings: readonly Node[], config: Node): Edit[] {
  const last = childAt(config, childCount(config) - 1);
  const gap = last === null ? ' ' : gapBefore(document, last);
  const written = joined(document, settings, gap);
  const added = last === null ? insert(config.from + 1, written) : insert(last.to, `,${gap}${written}`);
  return [added, ...removalsOf(document, settings)].sort(byOffset);
}

function joined({ text }: Document, settings: readonly Node[], gap: string): string {
  return settings.map((setting) => sliceText(text, startOf(setting), setting.to)).join(`,${gap}`);
}
