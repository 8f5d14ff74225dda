import { expect, it, vi } from 'vitest';
import { childAt } from '../../../../../server/core/syntax/nodes/children';
import { childrenNamed, childWithKey } from '../../../../../server/core/syntax/nodes/named';
import { rootOf } from '../../../../../server/core/syntax/nodes/node';
import { open } from '../../support';

it('Among very many names of one length, most are not read to find one of them', () => {
  const names = Array.from({ length: 1000 }, (_, i) => `"k${1000 + i}": 1`).join();
  const { text, tree } = open(`{${names}, "k1500": 2, "": 3, "\\u006b1500": 4}`);
  const object = childAt(rootOf(tree), 0)!;
  const read = vi.spyOn(String, 'fromCharCode');
  expect(childrenNamed(text, object, { text: 'k1500', number: 0 }).map(({ index }) => index)).toEqual([
    500, 1000, 1002,
  ]);
  expect(read.mock.calls.length).toBeLessThan(1000);
  read.mockRestore();
  expect(childWithKey(text, object, '')!.index).toBe(1001);
});
