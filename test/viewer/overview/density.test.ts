import { expect, test } from 'vitest';
import { drawDensity } from '../../../viewer/overview/density';

test('points that do not share a place are drawn at full strength', () => {
  const strengths: number[] = [];
  const context = {
    globalAlpha: 1,
    fillStyle: '',
    fillRect() {
      strengths.push(this.globalAlpha);
    },
  };
  const area = {
    context,
    left: 0,
    top: 0,
    width: 100,
    height: 100,
    scale: 1,
    xOf: (x: number) => x,
    yOf: (y: number) => y,
  };
  drawDensity(area as never, 2, { x: (i) => 10 + 50 * i, y: (i) => 10 + 50 * i }, 'red');
  expect(strengths).toEqual([1, 1]);
});
