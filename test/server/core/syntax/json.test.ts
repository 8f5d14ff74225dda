import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Document, problemsOf } from '../../../../server/core/document';
import { nodeAt } from '../../../../server/core/syntax/nodes/nodeAt';
import { Kind } from '../../../../server/core/syntax/tree/nodeKind';
import { inputs, isDeep } from '../../../budget';
import { value } from '../arbitrary';
import { expectEqual } from '../expectEqual';
import { open as openAs, options } from '../support';
import { isSameValue, jsonValueOf } from './jsonValue';

/** Opens a text as a fixed kind, so that its syntax errors are always listed. */
const open = (text: string): Document => openAs(text, { ...options.trajectory, kind: 'log-request' });

/** Text that a typing mistake, or a faulty program, inserts into JSON. */
const token = fc.oneof(
  fc.constantFrom(...'{}[],:"\'\\/*+-.eE0123456789 \t\n\r\b\f\v\0tfnul_$#=`'),
  fc.constantFrom('\u00a0', '\u2028', '\ufeff', '\u007f', '\u0085', '\u3000', '\ud800', '\udc00', '😀'),
  fc.constantFrom(
    '\\u',
    '\\u00',
    '\\ud83d',
    '\\ude00',
    '\\x',
    '//',
    '/**/',
    'NaN',
    '-',
    '1.',
    '.5',
    '0x1',
    '01',
    '1e',
  ),
  fc.constantFrom('true', 'True', 'nul', '""', '[]', '{}', '""""', '{"a":1}', ',,', '::', '\r\n'),
);
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.constantFrom(0, 0, 1, 1, 2, 5),
  inserted: fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 3, arbitrary: token }),
});
const valid = fc.oneof(
  value,
  fc.json({ stringUnit: 'binary' }),
  fc.json({ maxDepth: 6 }),
  strings(),
  numbers(),
);
const mutated = fc.tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 })).map(([text, mutations]) =>
  mutations.reduce((before, { at, removed, inserted }) => {
    const from = Math.round(at * before.length);
    return before.slice(0, from) + inserted + before.slice(from + removed);
  }, text),
);
const noise = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''));

describe('A text has no syntax error exactly when JSON.parse accepts it, and then has the same value', () => {
  for (const [name, texts] of Object.entries({ 'valid texts': valid, 'mutated texts': mutated, noise })) {
    it(`for ${name}`, () => {
      fc.assert(fc.property(texts, agree), inputs(1000));
    });
  }

  it('for every text of a few tokens', () => {
    for (const start of ['', '{', '[', '{"a"', '{"a":']) agreeOnAll(start, isDeep ? 4 : 3);
  });

  it('the generated valid texts are valid, and many of the mutated ones are not', () => {
    const isValid = (text: string) => parsed(text) !== null;
    expect(fc.sample(valid, inputs(200)).every(isValid)).toBe(true);
    const all = fc.sample(mutated, inputs(400));
    const refused = all.filter((text) => !isValid(text)).length;
    expect(refused).toBeGreaterThan(all.length / 4);
    expect(refused).toBeLessThan(all.length);
  });

  it.each([
    ['nothing', ''],
    ['white space only', ' \t\r\n '],
    ['a byte order mark alone', '\ufeff'],
    ['a byte order mark before a value', '\ufeff{}'],
    ['a byte order mark after a value', '{}\ufeff'],
    ['NUL', '\0'],
    ['NUL after a value', '1\0'],
    ['NUL in a string', '"\0"'],
    ['a line feed in a string', '"a\nb"'],
    ['a carriage return in a string', '"a\rb"'],
    ['a tab in a string', '"a\tb"'],
    ['DEL in a string, which is not a control character in JSON', '"\u007f"'],
    ['line separators in a string', '"\u2028\u2029"'],
    ['white space that JSON does not allow', '\u00a0{}'],
    ['vertical tab and form feed', '\v\f1'],
    ['lines that end with a carriage return', '{\r"a":\r1\r}\r'],
    ['lines that end with carriage return and line feed', '[\r\n1,\r\n2\r\n]\r\n'],
    ['half a surrogate pair, escaped', '"\\ud800"'],
    ['half a surrogate pair', '"\ud800"'],
    ['two halves in the wrong order', '"\\udc00\\ud800"'],
    ['a pair of which one half is escaped', '"\\ud83d\ude00"'],
    ['half a surrogate pair outside of a string', '[\ud800]'],
    ['an incomplete escape', '"\\u12"'],
    ['a backslash before the last quote', '"\\"'],
    ['all escapes', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9"'],
    ['an uppercase escape', '"\\N"'],
    ['minus alone', '-'],
    ['minus zero', '-0'],
    ['a leading zero', '-01'],
    ['a fraction without digits', '1.'],
    ['a fraction without an integer part', '.5'],
    ['an exponent without digits', '1e+'],
    ['an exponent', '1E-07'],
    ['plus', '+1'],
    ['a number that is too large', '1e400'],
    ['a number with 100,000 digits', '9'.repeat(100_000)],
    ['a fraction with 100,000 digits', `-0.${'3'.repeat(100_000)}e-5`],
    ['100,000 digits and a letter', `${'9'.repeat(100_000)}x`],
    ['a literal cut short', 'tru'],
    ['a capitalized literal', 'True'],
    ['a literal with an extra letter', 'nullx'],
    ['two values', '1 2'],
    ['a key twice', '{"a":1,"b":2,"a":3}'],
    ['a key twice, escaped differently', '{"a":1,"\\u0061":2}'],
    ['names from the prototype', '{"__proto__":{"a":1},"constructor":1,"toString":null}'],
    ['the empty key', '{"":1}'],
    ['a trailing comma', '[1,]'],
    ['a leading comma', '[,1]'],
    ['a comment', '[1/*2*/]'],
  ])('for %s', (_, text) => agree(text));
});

describe('Whatever the depth', () => {
  const closed = (depth: number): [string, string][] => [
    ['arrays', '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
    ['arrays and objects in turn', `${'[{"a":'.repeat(depth / 2)}null${'}]'.repeat(depth / 2)}`],
    [
      'a message at the bottom',
      `${'{"x":['.repeat(depth / 2 - 1)}{"role":"user"}${']}'.repeat(depth / 2 - 1)}`,
    ],
  ];

  it.each(closed(10_000))('ten thousand levels are read: %s', (_, text) => {
    const document = open(text);
    expect(syntaxProblems(document)).toBe(0);
    expect(isSameValue(jsonValueOf(document), JSON.parse(text))).toBe(true);
    expect(problemsOf(document).map(({ message }) => message)).toContain(
      'This is nested deeper than 200 levels; many JSON parsers reject that.',
    );
  });

  it.each(closed(100_000))('anything deeper is one value, and the text after it is read: %s', (_, text) => {
    const document = open(`[${text}, {"a": 1 "b": 2}]`);
    expect(syntaxProblems(document)).toBe(1);
    expect(problemsOf(document).map(({ message }) => message)).toContain(
      'This is nested deeper than 200 levels; many JSON parsers reject that. Anything deeper than 10,000 levels is not checked.',
    );
    const { parent } = nodeAt(document.tree, document.text.length - 4);
    expect(parent).toMatchObject({ index: 1, from: text.length + 3 });
  });

  it.each(['"]]}"', '"\\"]"', '"\\\\"', '"a\n', "word's"])(
    'brackets in strings do not end a value that is too deep: %j',
    (inside) => {
      const text = `[${'['.repeat(10_001)}${inside}${']'.repeat(10_001)}, "after"]`;
      const { parent, kind } = nodeAt(open(text).tree, text.length - 4);
      expect([kind, parent?.from]).toEqual([Kind.string, 0]);
    },
  );

  const depth = 100_000;
  it.each([
    ['arrays', '['.repeat(depth)],
    ['objects', '{"a":'.repeat(depth)],
    ['arrays and objects in turn', '[{"a":'.repeat(depth / 2)],
    ['one bracket too few', '['.repeat(depth) + ']'.repeat(depth - 1)],
    ['the wrong brackets', '['.repeat(depth) + '}'.repeat(depth)],
    ['only closing brackets', ']'.repeat(depth)],
    ['a truncated request', `{"split":"s","trajectory_groups":${'[{"trajectories":'.repeat(depth)}`],
  ])('unmatched brackets are an error: %s', (_, text) => {
    expect(syntaxProblems(open(text))).toBeGreaterThan(0);
  });
});

describe('Values are read whole across the end of a chunk of the text', () => {
  const border = 32_768;
  const pieces = [
    '\\n',
    '\\u0041',
    '\\ud83d\\ude00',
    '\\ud83d',
    '😀',
    '\ud83d',
    '\\\\',
    '\\"',
    'é',
    '\\x',
    '\\u12',
  ];
  it.each(pieces)('with %j at the border', (piece) => {
    for (let before = border - 14; before <= border + 1; before++) agree(`"${'x'.repeat(before)}${piece}y"`);
  });

  it('a string of two million characters', () =>
    agree(`{"content": "${'é '.repeat(1_000_000)}", "reward": 1}`));

  it('numbers, literals and keys at the border', () => {
    for (let before = border - 8; before <= border; before++) {
      const space = ' '.repeat(before);
      agree(`${space}-12.5e+3`);
      agree(`${space}false`);
      agree(`${space}falsy`);
      agree(`{${space}"key":1}`);
    }
  });
});

const tokens = ['{', '}', '[', ']', ',', ':', '"a"', '1', 'x', '\n'];

/** Asserts agreement on a text followed by any `count` tokens. */
function agreeOnAll(text: string, count: number): void {
  agree(text);
  if (count > 0) for (const token of tokens) agreeOnAll(text + token, count - 1);
}

function agree(text: string): void {
  const result = parsed(text);
  const document = open(text);
  const accepted = syntaxProblems(document) === 0;
  expectEqual(
    { accepted, text: text.slice(0, 200) },
    {
      accepted: result !== null,
      text: text.slice(0, 200),
    },
  );
  if (result !== null) expect(isSameValue(jsonValueOf(document), result.value)).toBe(true);
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The number of syntax problems. They are errors, which come first: a cut list cannot lack all of them. */
function syntaxProblems(document: Document): number {
  return problemsOf(document).filter(({ code }) => code === 'syntax').length;
}

function strings(): fc.Arbitrary<string> {
  const part = fc.constantFrom(
    '\\u00e9',
    '\\uD83D\\uDE00',
    '\\/',
    '\\b',
    '\u007f',
    '\u2029',
    '',
    'a',
    '\\ud800',
    '\ud800',
  );
  return fc.array(part, { maxLength: 8 }).map((parts) => `"${parts.join('')}"`);
}

function numbers(): fc.Arbitrary<string> {
  const digits = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 25 })
    .map((list) => list.join(''));
  const whole = fc.oneof(
    fc.constant('0'),
    digits.map((text) => text.replace(/^0+/, '') || '0'),
  );
  const fraction = fc.oneof(
    fc.constant(''),
    digits.map((text) => `.${text}`),
  );
  const exponent = fc.oneof(fc.constant(''), fc.constantFrom('e5', 'E+05', 'e-300', 'E400'));
  const sign = fc.constantFrom('', '-');
  return fc.tuple(sign, whole, fraction, exponent).map((parts) => parts.join(''));
}
