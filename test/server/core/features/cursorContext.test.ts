import { describe, expect, it } from 'vitest';
import type { Document } from '../../../../server/core/document';
import { tokenBehind } from '../../../../server/core/features/cursorContext';
import { removalsOf } from '../../../../server/core/features/fixes/members/removals';
import { childrenOf } from '../../../../server/core/syntax/nodes/children';
import { rootOf } from '../../../../server/core/syntax/nodes/node';
import { open, options } from '../support';
import { withEdits } from './support';

/** A document that counts how many of its code units are read. */
function counted(text: string): { readonly document: Document; readonly reads: () => number } {
  const document = open(text, options.trajectory);
  let count = 0;
  const get = (units: Uint16Array, name: string | symbol): unknown => {
    count++;
    const value: unknown = Reflect.get(units, name, units);
    return typeof value === 'function' ? value.bind(units) : value;
  };
  const chunks = document.text.chunks.map((chunk) => ({ ...chunk, units: new Proxy(chunk.units, { get }) }));
  return { document: { ...document, text: { ...document.text, chunks } }, reads: () => count };
}

describe('The text behind a token is not read again for each token before it', () => {
  it.each([
    ['words', 'nul,', ''],
    ['words in typographic quotes', ' \u200b“«1', ''],
    ['marks of other languages', '>=\ufeff，>>> ', ''],
    ['strings', '"role"', '”'],
    ['escaped brackets', '{{\\', ''],
  ])('%s', (_, piece, tail) => {
    const [some, twice] = [300, 600].map((count) => {
      const { document, reads } = counted(`[${piece.repeat(count)}${tail}`);
      for (let i = 0; i <= count; i++) tokenBehind(document, 1 + i * piece.length);
      return reads();
    });
    expect(twice).toBeLessThan(2.5 * some!);
  });
});

it('The removal of each of many members reads the text once', () => {
  const [some, twice] = [200, 400].map((count) => {
    const { document, reads } = counted(`[${'nul,'.repeat(count)}]`);
    const [root] = childrenOf(rootOf(document.tree));
    for (const child of childrenOf(root!)) removalsOf(document, [child]);
    return reads();
  });
  expect(twice).toBeLessThan(2.5 * some!);
});

it('A removed member leaves no white space, whatever mistake the next one has', () => {
  const text = `[1, nul, 'b']`;
  const document = open(text, options.trajectory);
  const [root] = childrenOf(rootOf(document.tree));
  const [, word] = childrenOf(root!);
  expect(withEdits(text, removalsOf(document, [word!]))).toBe(`[1, 'b']`);
});
