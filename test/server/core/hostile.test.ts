import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Document, maxProblems, openDocument, problemsOf } from '../../../server/core/document';
import { findHints } from '../../../server/core/features/hints/hints';
import type { Problem } from '../../../server/core/schema/problem';
import { type Edit, stringOf } from '../../../server/core/text/text';
import { runToEnd } from '../../../server/core/work';
import { inputs } from '../../budget';
import { hostileEdits, hostileTexts } from '../../hostile/hostileTexts';
import { edits, placed } from './arbitrary';
import { expectEqual } from './expectEqual';
import { expectFresh } from './expectFresh';
import { editDocument, engine, open, options } from './support';

/** Large enough for a few parts. */
const size = 20_000;

const hintsOf = (document: Document): Problem[] => runToEnd(findHints(document, maxProblems));

function edited(document: Document, edit: Edit): Document {
  const result = editDocument(document, [edit]);
  const fresh = expectFresh(result);
  expectEqual(hintsOf(result), hintsOf(fresh));
  return result;
}

describe('A hostile document equals a fresh parse of its text', () => {
  it('after the most hostile edits', () => {
    const property = fc.property(fc.constantFrom(...hostileTexts), fc.nat(9), ({ make, language }, part) => {
      let document = openDocument(engine, make(size - part * 1000), { language, name: 'a' });
      for (const { range, insert } of hostileEdits)
        document = edited(document, { ...range(document.text.length), insert });
    });
    fc.assert(property, inputs(5));
  });

  it('after any edits', () => {
    const property = fc.property(fc.constantFrom(...hostileTexts), edits, ({ make, language }, relative) => {
      let document = openDocument(engine, make(size), { language, name: 'a' });
      for (const edit of relative) document = edited(document, placed(edit, document.text.length));
    });
    fc.assert(property, inputs(12));
  });
});

describe('Nothing is read after a hundred thousand syntax errors', () => {
  const items = (syntaxErrors: number) => `[${'1,, '.repeat(syntaxErrors)}{"a": 1,, "b": }]`;
  // An array of anything: a wrong file would list no other problem.
  const openAnything = (text: string) =>
    openDocument(engine, text, { ...options.trajectory, kind: 'unrecognized' });

  it('and the last entry of the list says so', () => {
    const { tree, counts, text } = openAnything(items(99_997));
    expect(tree.readTo).toBe(text.length);
    expect(counts[0]).toBe(99_999);
    const document = openAnything(items(120_000));
    expect(document.counts[0]).toBe(100_000);
    expect(document.tree.readTo).toBeLessThan(items(100_001).length);
    expect(problemsOf(document).at(-1)).toMatchObject({
      code: 'too-many-problems',
      message:
        'Only the first 999 of 100000 problems are listed, errors first. The others appear as these are fixed. Nothing after line 1 is checked until then.',
    });
  });

  it('and the limit does not depend on the edit history', () => {
    for (const syntaxErrors of [99_997, 100_001]) {
      let document = openAnything(items(syntaxErrors));
      const at = (text: string): number => stringOf(document.text).indexOf(text);
      document = edited(document, { from: at(',,'), to: at(',,') + 1, insert: '' });
      document = edited(document, { from: 5, to: 5, insert: ': :' });
      document = edited(document, { from: 0, to: 0, insert: '[' });
      edited(document, { from: 0, to: 2, insert: '[{], ' });
    }
  });
});

describe('Nesting of about ten thousand levels', () => {
  it('is read up to the limit, even after edits change its depth', () => {
    const nest = `${'[1, '.repeat(9_998)}"${'word '.repeat(60_000)}", 2${']'.repeat(9_998)}`;
    let document = open(`{"a": ${nest}, "b": [${nest}, 1e400]}`);
    document = edited(document, { from: 0, to: 0, insert: '[' });
    document = edited(document, { from: 0, to: 0, insert: '[' });
    document = edited(document, { from: 0, to: 1, insert: '' });
    document = edited(document, {
      from: document.text.length - 9_000,
      to: document.text.length - 9_000,
      insert: ']',
    });
    edited(document, { from: 30_000, to: 30_004, insert: '' });
  });
});
