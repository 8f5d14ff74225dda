import { trajectoriesOf } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import { childAt, childCount, childrenOf } from '../../syntax/nodes/children';
import { type Node, rootOf } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import { countOf } from '../outline/itemLabel';
import { rewardsOf } from '../rewards';
import type { Lens, LensKind } from './lens';
import { lineLenses, plainLineLenses } from './lineLenses';
import { viewLenses } from './viewLenses';

/** Maximum lenses of a document. */
export const maxLenses = 1000;
/** Maximum trajectories of a document whose rewards are read. */
const maxTrajectories = 20_000;

/** Order of lenses on a line. Actions come first: a narrow editor cuts off the last. */
const ranks: Readonly<Record<LensKind, number>> = { line: 0, view: 1, log: 2, train: 3, group: 4, cut: 5 };

/**
 * The lenses of a document, in document order. If there are more than `limit`, the last one says so. Lenses that open
 * the view are only for some clients; they get the room that the others leave.
 */
export function* lenses(document: Document, limit = maxLenses, isViewWanted = false): Work<Lens[]> {
  const ofLines = lineLenses(document);
  // Reserve one for the document and one for the notice of a cut.
  const kept = ofLines.length + (isViewWanted ? 2 : 0);
  const others = yield* otherLenses(document, Math.max(limit - kept, 0));
  const room = limit - others.length - ofLines.length;
  const plain = yield* plainLineLenses(document, { taken: ofLines, room: room - (isViewWanted ? 2 : 0) });
  const views = isViewWanted ? yield* viewLenses(document, room - plain.length) : [];
  const all = [...others, ...ofLines, ...plain, ...views];
  return all.length === others.length
    ? others
    : all.sort((a, b) => a.from - b.from || ranks[a.kind] - ranks[b.kind]);
}

function* otherLenses(document: Document, limit: number): Work<Lens[]> {
  const found = documentLenses(document);
  const groups = groupsOf({ ...document, schemas: document.engine.schemas });
  let trajectories = 0;
  for (const group of groups === null ? [] : childrenOf(groups)) {
    yield;
    const array = trajectoriesOf(document, group);
    if (array === null) continue;
    if (found.length >= limit - 1 || trajectories >= maxTrajectories) return [...found, cutNotice(group)];
    trajectories += childCount(array);
    found.push({ kind: 'group', ...bracketOf(group), title: yield* groupTitle(document, group, array) });
  }
  return found;
}

/**
 * The requests that the document can be sent as: a config alone cannot be logged, an unrecognized document not be sent.
 */
function documentLenses({ tree, type }: Document): Lens[] {
  const value = childAt(rootOf(tree), 0);
  if (value?.kind !== Kind.object || type.kind === 'unrecognized') return [];
  const at = bracketOf(value);
  const log: Lens = { kind: 'log', ...at, title: 'Log' };
  const train: Lens = { kind: 'train', ...at, title: 'Create Training Job' };
  return type.kind === 'training-config' ? [train] : [log, train];
}

/** `Group 3 · 4 trajectories · reward 0.25 – 1.00, mean 0.62`, and the number of rewards if some are missing. */
function* groupTitle(document: Document, { index }: Node, trajectories: Node): Work<string> {
  const { group, names } = document.engine.schemas;
  const number = document.type.kind === 'group' ? '' : `Group ${index + 1} · `;
  const count = `${number}${countOf(childCount(trajectories), group.properties!.get(names.trajectories)!)}`;
  const rewards = yield* rewardsOf(document, trajectories);
  if (rewards === null) return count;
  const { lowest, highest, mean } = rewards;
  const range =
    lowest === highest
      ? `reward ${shown(lowest)}${rewards.count > 1 ? ' in each' : ''}`
      : `reward ${shown(lowest)} – ${shown(highest)}, mean ${shown(mean)}`;
  const isAll = rewards.count === rewards.trajectories;
  return `${count} · ${range}${isAll ? '' : ` (${rewards.count} of ${rewards.trajectories})`}`;
}

/** Two decimals, or three significant digits for a very small reward. */
function shown(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 0.01 && size < 1e15)) return value.toFixed(2);
  return size < 1 ? String(Number(value.toPrecision(3))) : String(value);
}

function cutNotice(group: Node): Lens {
  return {
    kind: 'cut',
    ...bracketOf(group),
    title: 'No more group summaries below: too many groups',
  };
}

function bracketOf({ from }: Node): Range {
  return { from, to: from + 1 };
}
