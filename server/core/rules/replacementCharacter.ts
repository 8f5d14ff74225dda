import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { ValueRule } from './rule';

/** Code units read at once. */
const pieceLength = 10_000;

/** U+FFFD stands for bytes that could not be decoded, by the editor that shows it or by a program that wrote it before. */
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
        'U+FFFD stands for text that could not be decoded. If the file is not UTF-8, its text is still there: reopen it with its encoding before you save it. Otherwise it was lost when the file was written.';
      report({ code: 'replacement-character', severity: 'information', from: at, to: at + 1, message });
      return;
    }
  },
};
