import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxProblems } from '../../../server/core/document';
import { fixEverything } from '../../../server/core/features/fixes/all/fixEverything';
import { findHints } from '../../../server/core/features/hints/hints';
import { runToEnd } from '../../../server/core/work';
import { inputs } from '../../budget';
import { everything, open, options } from './support';

/** Tokens, words between them, and what documents of ours begin with. */
const pieces = [
  ...['{', '}', '[', ']', ',', ':', ';', '"', "'", '“', '”', '(', ')', '=', '\\', '\\"', '#', '//', '$', '_'],
  ...[' ', '\t', '  ', '\n', '1', 'null', 'nul', 'word', 'two words', ', then', 'a: b', 'é', '𐀀', 'http://x'],
  ...['{{', '}}', '{{ name }}', 'x'.repeat(60), ' and more words that go on and on '],
  ...['"role"', '"user"', '"content": ', '"trajectories": [', '"messages_and_choices": ['],
  ...['{"id": 1, ', '{"trajectories": [', '{"messages_and_choices": ['],
];
const broken = fc
  .tuple(
    fc.constantFrom('', '{"trajectories": [{"messages_and_choices": ['),
    fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 60 }),
  )
  .map(([head, tail]) => head + tail.join(''));

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
