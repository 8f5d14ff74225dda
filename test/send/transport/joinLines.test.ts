import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineJoiner, Packer } from '../../../send/transport/joinLines';
import { inputs } from '../../budget';

/** Joins a text that arrives in blocks of these lengths; each block is written over once it was read. */
function joined(text: string, separator: string, lengths: readonly number[]) {
  const bytes = Buffer.from(text);
  const joiner = new LineJoiner(separator);
  const packer = new Packer();
  const chunks: Buffer[] = [];
  const take = (parts: Iterable<Uint8Array>) => {
    for (const part of parts) for (const chunk of packer.add(part)) chunks.push(Buffer.from(chunk));
  };
  let from = 0;
  for (const length of [...lengths, bytes.length]) {
    const block = Buffer.from(bytes.subarray(from, from + length));
    take(joiner.add(block));
    block.fill('?');
    from += length;
  }
  for (const chunk of packer.end()) chunks.push(Buffer.from(chunk));
  return { text: Buffer.concat(chunks).toString(), count: joiner.count };
}

function expected(text: string, separator: string) {
  const values = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((line) => line !== '');
  return { text: values.join(separator), count: values.length };
}

const piece = fc.constantFrom('{"a":1}', '{"旅": "🙂"}', ' ', '\t', '  ', '\n', '\r\n', '\r', 'x', '\n\n');
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('The lines of a text that arrives in blocks', () => {
  it('are joined without the white space around them, wherever the blocks end', () => {
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 0, max: 9 })), (content, lengths) => {
        for (const separator of [',', ']},{"trajectories":['])
          expect(joined(content, separator, lengths)).toEqual(expected(content, separator));
      }),
      inputs(300),
    );
  });

  it('are joined into chunks of one size, however short or long they are', () => {
    for (const line of ['1', 'x'.repeat(1_000_000)]) {
      const content = `${line}\n`.repeat(Math.ceil(3_000_000 / line.length));
      expect(joined(content, ',', [])).toEqual(expected(content, ','));
    }
  });
});
