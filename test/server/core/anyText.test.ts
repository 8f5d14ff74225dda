import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxProblems } from '../../../server/core/document';
import { fixEverything } from '../../../server/core/features/fixes/all/fixEverything';
import { findHints } from '../../../server/core/features/hints/hints';
import { runToEnd } from '../../../server/core/work';
import { inputs } from '../../budget';
import { everything, open, options } from './support';

/** Tokens, words between them, and what objects of ours begin with. */
const pieces = [
  ...['{', '}', '[', ']', ',', ':', ';', '"', "'", '“', '”', '(', ')', '=', '\\', '\\"', '#', '//', '$', '_'],
  ...[' ', '\t', '  ', '\n', '1', 'null', 'nul', 'word', 'two words', ', then', 'a: b', 'é', '𐀀', 'http://x'],
  ...['{{', '}}', '{{ name }}', 'x'.repeat(60), ' and more words that go on and on '],
  ...['"role"', '"user"', '"content": ', '"trajectories": [', '"messages_and_choices": ['],
  ...['{"id": 1, ', '{"trajectories": [', '{"messages_and_choices": ['],
];
const some = (most: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: most }).map((parts) => parts.join(''));
const broken = fc.oneof(
  some(60),
  some(60).map((rest) => `{"trajectories": [{"messages_and_choices": [${rest}`),
  // Lines that are alike, as those of other programs are.
  fc.tuple(some(5), some(5)).map(([a, b]) => `{"id": 1, ${a}{"messages_and_choices": []${b}}}\n`.repeat(3)),
);

it.each(['trajectory', 'config', 'lines'] as const)(
  'Any text is analyzed, with its hints and its fixes: %s',
  (language) => {
    fc.assert(
      fc.property(broken, (content) => {
        const document = open(content, options[language]);
        expect(everything(document)).toMatchObject({ text: content });
        runToEnd(findHints(document, maxProblems));
        runToEnd(fixEverything(document));
      }),
      inputs(100),
    );
  },
);
