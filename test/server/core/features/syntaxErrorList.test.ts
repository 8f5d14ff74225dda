import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSyntaxErrors, syntaxErrorsInOrder } from '../../../../server/core/features/syntaxErrorList';
import { inputs } from '../../../budget';
import { text } from '../arbitrary';
import { open } from '../support';

describe('Syntax errors', () => {
  function expectAll(content: string): void {
    const { tree } = open(content);
    const starts = [...syntaxErrorsInOrder(tree)].map(({ from }) => from);
    expect(starts).toHaveLength(countSyntaxErrors(tree));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  }
  it('are all listed in text order, in any text', () => {
    fc.assert(fc.property(text, expectAll), inputs(300));
  });
  it('are listed in order if the document contains nothing else', () => {
    for (const content of ['\r//', '\n# none', '//\n//']) expectAll(content);
  });
  it('are listed in order across many parts', () => {
    const large = `{"a": [${'1, tru, '.repeat(2000)}1],, "d": 1}`;
    expectAll(`[${`${large},, `.repeat(8)}1]`);
  });
});
