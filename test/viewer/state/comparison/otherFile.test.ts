import { expect, it } from 'vitest';
import { refreshOther } from '../../../../viewer/state/comparison/otherFile';
import type { View } from '../../../../viewer/state/view';

it('a file that takes the place of another one is fetched, too', async () => {
  const asked: string[] = [];
  let answer: (file: null) => void = () => {};
  const view = {
    other: { uri: 'a', isFile: true, columns: null },
    update: () => {},
    host: {
      ask: (what: string) => {
        asked.push(`${what} of ${view.other?.uri}`);
        return what === 'file' ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(null);
      },
    },
  } as unknown as View;
  const refreshing = refreshOther(view);
  view.other = { ...view.other!, uri: 'b', isFile: false };
  const next = refreshOther(view);
  answer(null);
  await Promise.all([refreshing, next]);
  expect(asked).toEqual(['file of a', 'collection of b']);
});
