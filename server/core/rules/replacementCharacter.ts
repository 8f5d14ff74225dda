import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { ValueRule } from './rule';

/** Code units read at once. */
const pieceLength = 10_000;

/** U+FFFD replaces bytes that a reader could not decode: the original text is already lost. */
export const replacementCharacter: ValueRule = {
  of: 'value',
  kinds: [Kind.string],
  flags: Flag.replaced,
  appliesTo: () => true,
  check(subject, report) {
    const { from, to } = subject;
    for (let start = from; start < to; start += pieceLength) {
      const index = subject.text(start, Math.min(to, start + pieceLength)).indexOf('\ufffd');
      if (index < 0) continue;
      const at = start + index;
      const message =
        'U+FFFD replaces text that could not be decoded when this file was written. The original text is lost.';
      report({ code: 'replacement-character', severity: 'information', from: at, to: at + 1, message });
      return;
    }
  },
};
