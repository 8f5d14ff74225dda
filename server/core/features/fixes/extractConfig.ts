import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { childAt } from '../../syntax/nodes/children';
import { type Node, rootOf } from '../../syntax/nodes/node';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { type Edit, lineStart, positionAt, sliceText } from '../../text/text';
import type { Work } from '../../work';
import { syntaxErrorsInOrder } from '../syntaxErrorList';
import { removalsOf, startOf } from './members/removals';

/** A training config extracted from its request into a new file. */
export interface ExtractedConfig {
  /** The text of the new file: the tokens of the request, with less indentation. */
  readonly content: string;
  /** The edits that remove it from the request. */
  readonly edits: readonly Edit[];
}

/**
 * The config of a training job request, if it contains an offset; null otherwise, or if it is not JSON: after a string
 * that is not closed on its line, the next line's indentation may be content.
 */
export function* extractConfig(document: Document, offset: number): Work<ExtractedConfig | null> {
  const { text, tree, type, engine } = document;
  const root = type.kind === 'training-job' ? childAt(rootOf(tree), 0) : null;
  const config = root === null ? null : memberNamed(document, root, engine.schemas.names.config);
  if (config?.kind !== Kind.object || (config.flags & Flag.broken) !== 0) return null;
  const start = startOf(config);
  if (offset < start || offset > config.to || config.to - config.from > maxConfigLength) return null;
  if (yield* isBroken(document, config)) return null;
  const line = lineStart(text, positionAt(text, start).line);
  const indent = /^[ \t]*/.exec(sliceText(text, line, start))![0];
  const lines = sliceText(text, config.from, config.to).split(/\r\n|\n|\r/);
  const content = lines.map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one));
  return { content: `${content.join('\n')}\n`, edits: removalsOf(document, [config]) };
}

/** Code units. A config of eleven settings has a few hundred. */
const maxConfigLength = 1_000_000;

/** Whether a value contains a syntax error. */
function* isBroken({ tree }: Document, { from, to }: Node): Work<boolean> {
  for (const syntaxError of syntaxErrorsInOrder(tree)) {
    if (syntaxError.from >= from) return syntaxError.from < to;
    yield;
  }
  return false;
}
