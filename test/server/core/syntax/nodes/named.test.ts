import { expect, it, vi } from 'vitest';
import { childAt } from '../../../../../server/core/syntax/nodes/children';
import { childNamed, childrenNamed, childWithKey } from '../../../../../server/core/syntax/nodes/named';
import { rootOf } from '../../../../../server/core/syntax/nodes/node';
import { stringOf } from '../../../../../server/core/text/text';
import { editDocument, engine, open } from '../../support';

it('Among very many names of one length, most are not read to find one of them', () => {
  const names = Array.from({ length: 1000 }, (_, i) => `"k${1000 + i}": 1`).join();
  const { text, tree } = open(`{${names}, "k1500": 2, "": 3, "\\u006b1500": 4}`);
  const object = childAt(rootOf(tree), 0)!;
  const read = vi.spyOn(String, 'fromCharCode');
  const name = { text: 'k1500', number: 0 };
  expect(childrenNamed(text, object, name, 10).map(({ index }) => index)).toEqual([500, 1000, 1002]);
  expect(read.mock.calls.length).toBeLessThan(1000);
  read.mockRestore();
  expect(childWithKey(text, object, '')!.index).toBe(1001);
});

it('Of ten thousand members of one name, only as many are read as are wanted, and the last one counts', () => {
  const { text, tree } = open(`{"b": 1, ${Array.from({ length: 10_000 }, (_, i) => `"a": ${i}`).join()}}`);
  const object = childAt(rootOf(tree), 0)!;
  const read = vi.spyOn(String, 'fromCharCode');
  const found = childrenNamed(text, object, { text: 'a', number: 0 }, 3);
  expect(found.map(({ index }) => index)).toEqual([1, 2, 3]);
  expect(read.mock.calls.length).toBeLessThan(10);
  read.mockRestore();
  expect(childWithKey(text, object, 'a')!.index).toBe(10_000);
});

it('In an object of many parts, each name of a schema is found, before and after an edit, and the last one counts', () => {
  const member = (i: number): string => (i % 3000 === 0 ? `"reward": ${i}` : `"k${i}": 1`);
  const members = Array.from({ length: 10_001 }, (_, i) => member(i)).join();
  let document = open(`{${members}, "split": {${'"a": 1, '.repeat(5000)}"b": 2}, "reward": 1, "c": 3}`);
  const { vocabulary } = engine.schemas.grammar;
  const found = (): (number | undefined)[] =>
    ['reward', 'split', 'model_id'].map((text) => {
      const object = childAt(rootOf(document.tree), 0)!;
      return childNamed(document.text, object, { text, number: vocabulary.numberOf(text) })?.index;
    });
  expect(found()).toEqual([10_002, 10_001, undefined]);
  expect(found()).toEqual([10_002, 10_001, undefined]);
  const from = stringOf(document.text).indexOf('"k5000"');
  document = editDocument(document, [{ from, to: from + '"k5000"'.length, insert: '"model_id"' }]);
  expect(found()).toEqual([10_002, 10_001, 5000]);
  const last = stringOf(document.text).lastIndexOf('"reward"');
  document = editDocument(document, [{ from: last, to: last + '"reward"'.length, insert: '"other"' }]);
  expect(found()).toEqual([9000, 10_001, 5000]);
});
