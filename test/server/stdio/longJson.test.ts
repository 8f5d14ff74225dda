import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LongJson } from '../../../server/stdio/longJson';
import { inputs } from '../../budget';

/** What a text is parsed to, or that it is refused. */
type Parsed = { readonly value: unknown } | 'refused';

function expected(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'refused';
  }
}

/** The same from bytes that arrive some at a time, of which some are parsed at once. */
function parsed(bytes: Buffer, { size, run }: { readonly size: number; readonly run: number }): Parsed {
  const json = new LongJson(run);
  try {
    for (let at = 0; at < bytes.length; at += size) json.add(bytes.subarray(at, at + size));
    return { value: json.value() };
  } catch {
    return 'refused';
  }
}

const how = fc.record({ size: fc.integer({ min: 1, max: 40 }), run: fc.integer({ min: 1, max: 40 }) });
const names = fc.oneof(fc.constantFrom('a', 'params', '__proto__', 'é"\\', '1'), fc.string());
const objects = fc.dictionary(names, fc.jsonValue({ maxDepth: 6 }), { maxKeys: 6 });
/** Objects as programs write them, with white space between tokens or without. */
const texts = fc
  .tuple(objects, fc.constantFrom(0, 1, '\t'))
  .map(([object, indent]) => JSON.stringify(object, null, indent));

it('An object is what JSON.parse makes of it, however its bytes arrive', () => {
  const property = fc.property(texts, how, (text, arriving) => {
    expect(parsed(Buffer.from(text), arriving)).toEqual(expected(text));
  });
  fc.assert(property, inputs(300));
});

it('A string is what JSON.parse makes of it, however its bytes arrive', () => {
  const piece = fc.constantFrom(
    'a',
    '\\n',
    '\\u0041',
    '\\ud83d',
    '\\ude00',
    '\\\\',
    '\\"',
    'é',
    '€',
    '😀',
    '\\x',
    '\u0001',
  );
  const strings = fc.array(piece, { maxLength: 60 }).map((pieces) => `"${pieces.join('')}"`);
  const property = fc.property(strings, how, fc.boolean(), (string, arriving, isInArray) => {
    const text = isInArray ? `{"a": [1, ${string} , 2]}` : `{"a": 1, "b" : ${string} , "c": 2}`;
    expect(parsed(Buffer.from(text), arriving)).toEqual(expected(text));
  });
  fc.assert(property, inputs(1000));
});

it('A broken object is refused, unless JSON.parse takes it', () => {
  const places = fc.array(fc.tuple(fc.nat(), fc.constantFrom('', ...'[]{},:"\\ 1n', '"a":', 'null')), {
    minLength: 1,
    maxLength: 3,
  });
  const property = fc.property(texts, places, how, (text, edits, arriving) => {
    let broken = text;
    for (const [place, insert] of edits) {
      const at = 1 + (place % broken.length);
      // Either something more, or one character less.
      broken = broken.slice(0, at) + insert + broken.slice(insert === '' ? at + 1 : at);
    }
    expect(parsed(Buffer.from(broken), arriving)).toEqual(expected(broken));
  });
  fc.assert(property, inputs(1000));
});

it('Of names that stand twice the last one counts, also in different runs', () => {
  const text = `{"a": [1, 2, 3], "b": "${'x'.repeat(50)}", "a": {"c": [4]}, "b": 1}`;
  for (const run of [1, 10, 30, 100])
    expect(parsed(Buffer.from(text), { size: 7, run })).toEqual(expected(text));
});

it('An object is parsed while it arrives: a mistake is found long before its end', () => {
  const json = new LongJson(1000);
  expect(() => json.add(Buffer.from(`{"params": [1x, ${'1, '.repeat(1000)}`))).toThrow(SyntaxError);
});

it('A long string is parsed while it arrives: a mistake is found long before its end', () => {
  const json = new LongJson(1000);
  expect(() => json.add(Buffer.from(`{"params": {"text": "\\x${'word '.repeat(1000)}`))).toThrow(SyntaxError);
});

it('An object with very many names is refused', () => {
  const withNames = (count: number): Buffer =>
    Buffer.from(
      JSON.stringify({ params: Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i])) }),
    );
  const arriving = { size: 65_536, run: 65_536 };
  expect(parsed(withNames(200_000), arriving)).not.toBe('refused');
  expect(parsed(withNames(200_001), arriving)).toBe('refused');
});
