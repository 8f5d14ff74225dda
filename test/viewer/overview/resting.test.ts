import { expect, it } from 'vitest';
import { noColumns } from '../../../viewer/data/columns/columns';
import { restingColumns } from '../../../viewer/overview/resting';

it('charts show the last settled columns, and are redrawn when the new ones settle', async () => {
  const [first, second, third] = [{ ...noColumns }, { ...noColumns }, { ...noColumns }];
  let isDrawn = (): void => {};
  const drawn = new Promise<void>((resolve) => {
    isDrawn = resolve;
  });
  let updates = 0;
  const resting = restingColumns(() => {
    updates++;
    isDrawn();
  });
  expect(resting(first)).toBe(first);
  expect(resting(second)).toBe(first);
  expect(resting(third)).toBe(first);
  expect(resting(third)).toBe(first);
  await drawn;
  expect(resting(third)).toBe(third);
  expect(updates).toBe(1);
});
