import { expect, it } from 'vitest';
import { SlidingText } from '../../../../server/core/streaming/slidingText';
import { chunkOf } from '../../../../server/core/text/chunks';

it('What is left of a text keeps only itself in memory', () => {
  const text = new SlidingText();
  for (let i = 0; i < 100; i++) {
    text.add(chunkOf(new Uint16Array(32_768).fill(0x61)));
    text.cut({ from: i, to: i + 32_767 });
  }
  const { chunks, length } = text.window.text;
  expect(length).toBe(100);
  expect(chunks.reduce((sum, { units }) => sum + units.buffer.byteLength, 0)).toBe(200);
});
