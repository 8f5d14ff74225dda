import { describe, expect, it } from 'vitest';
import { findHints } from '../../../../../server/core/features/hints/hints';
import type { Problem } from '../../../../../server/core/schema/problem';
import { stringOf } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';
import { editDocument, open, options } from '../../support';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const drafts = {
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

/** A request whose trajectory has tools `f0`, `f1`, … and calls the first with these arguments. */
function requestOf(given: string, ...parameters: readonly (string | Json)[]): string {
  const tools = parameters.map((one, i) => {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    return `{"type": "function", "function": {"name": "f${i}", "parameters": ${text}}}`;
  });
  const call = `{"id": "1", "type": "function", "function": {"name": "f0", "arguments": ${given}}}`;
  const messages = `[{"role": "assistant", "tool_calls": [${call}]}, {"role": "tool", "tool_call_id": "1"}]`;
  return `{"split": "a", "trajectory_groups": [{"trajectories": [{"messages_and_choices": ${messages}, "tools": [${tools.join()}]}]}]}`;
}

const hintsOf = (content: string): Problem[] => runToEnd(findHints(open(content), 100));

/** Marked text and message of each hint on a call with these arguments, written as a string. */
function found(given: Json, ...parameters: readonly (string | Json)[]): string[] {
  const content = requestOf(JSON.stringify(JSON.stringify(given)), ...parameters);
  return hintsOf(content).map(({ code, from, to, message }) => {
    expect(code).toBe('mismatched-arguments');
    return `${content.slice(from, to)} ${message.replace("The arguments of this tool call do not match the tool's parameters: ", '')}`;
  });
}

const search = {
  type: 'object',
  properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
  required: ['query'],
  additionalProperties: false,
};

/** A trajectory that calls each of so many tools once, of 200 names each; only the last call is wrong. */
function requestWithTools(count: number): string {
  const properties = Object.fromEntries(Array.from({ length: 100 }, (_, k) => [`k${k}`, { minimum: 1 }]));
  const tools = Array.from({ length: count }, (_, i) => ({
    function: { name: `f${i}`, parameters: { properties, title: `${i}` } },
  }));
  const calls = tools.map(({ function: { name } }, i) => ({
    function: { name, arguments: JSON.stringify({ k0: i === count - 1 ? 0 : 1 }) },
  }));
  const trajectory = { messages_and_choices: [{ role: 'assistant', tool_calls: calls }], tools };
  return JSON.stringify({ split: 'a', trajectory_groups: [{ trajectories: [trajectory] }] });
}

it('A trajectory has a limit for the names in the schemas that its calls are checked with', () => {
  const codesWith = (count: number): string[] => hintsOf(requestWithTools(count)).map(({ code }) => code);
  expect(codesWith(90)).toContain('mismatched-arguments');
  expect(codesWith(110)).not.toContain('mismatched-arguments');
});

describe('mismatched-arguments is a hint', () => {
  it('where the arguments do not match the parameters of the tool', () => {
    expect(found({ query: 'a', limit: 3 }, search)).toEqual([]);
    expect(found({ query: 'a', limit: 0 }, search)).toEqual(['0 /limit must be >= 1.']);
    expect(found({ limit: 1 }, search)).toEqual(["{ must have required property 'query'."]);
    expect(found(['a'], search)).toEqual(['[ must be object.']);
    expect(found(null, search)).toEqual(['null must be object.']);
  });
  it('except if the parameters have too much to compile, also in lists', () => {
    const anyOf = (count: number) => ({ anyOf: Array<Json>(count).fill({ type: ['object', 'null'] }) });
    expect(found('a', anyOf(120))).toEqual(['\\"a\\" must match a schema in anyOf.']);
    expect(found('a', anyOf(130))).toEqual([]);
    expect(found('a', { anyOf: Array<Json>(300).fill(false) })).toEqual([]);
    expect(found('a', { type: 'number', default: Array<Json>(300).fill(1) })).not.toEqual([]);
  });
  it('at the name of a property that is not allowed', () => {
    expect(found({ query: 'a', max: 3 }, search)).toEqual(['\\"max\\" must NOT have additional properties.']);
  });
  it.each([...Object.values(drafts), null])('under the draft that the parameters name: %s', ($schema) => {
    const parameters = { ...($schema && { $schema }), ...search };
    expect(found({ query: 1 }, parameters)).toEqual(['1 /query must be string.']);
    expect(found({ query: '1' }, parameters)).toEqual([]);
  });
  it('under the newest draft in which the parameters are a schema, if they name none', () => {
    const tuple = { prefixItems: [{ type: 'string' }] };
    expect(found([1], tuple)).toEqual(['1 /0 must be string.']);
    expect(found([1], { $schema: drafts['draft-07'], ...tuple })).toEqual([]);
    expect(found([1], { items: [{ type: 'string' }] })).toEqual(['1 /0 must be string.']);
    // In the oldest draft, keywords beside a reference are ignored.
    const beside = { properties: { a: { $ref: '#/definitions/a', minLength: 2 } }, definitions: { a: {} } };
    expect(found({ a: '1' }, beside)).toHaveLength(1);
    expect(found({ a: '1' }, { $schema: drafts['draft-07'], ...beside })).toEqual([]);
    const types = { properties: { a: { $ref: '#/definitions/a', type: 'object' } }, definitions: { a: {} } };
    expect(found({ a: '1' }, types)).toHaveLength(1);
    expect(found({ a: '1' }, { $schema: drafts['draft-07'], ...types })).toEqual([]);
    const value = { $ref: '#', type: 'object' };
    expect(found({ a: value }, { $schema: drafts['draft-07'], properties: { a: { const: value } } })).toEqual(
      [],
    );
    expect(found({ a: '1' }, { $schema: drafts['2019-09'], ...beside })).toHaveLength(1);
  });
  it('except if the draft is unknown, or the parameters are not a schema', () => {
    expect(found({}, { $schema: 'http://json-schema.org/draft-04/schema#', ...search })).toEqual([]);
    expect(found({}, { $schema: 'https://example.com/mine', ...search })).toEqual([]);
    const wrong = hintsOf(requestOf('"{}"', { required: 'query' }));
    expect(wrong.map(({ code }) => code)).toEqual(['invalid-parameters']);
  });
  it('for references within the parameters, even recursive ones', () => {
    const tree = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, children: { items: { $ref: '#/$defs/node' } } },
        },
      },
    };
    expect(found({ name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] }, tree)).toEqual([]);
    expect(found({ name: 'a', children: [{ name: 'b', children: [{ name: 2 }] }] }, tree)).toEqual([
      '2 /children/0/children/0/name must be string.',
    ]);
  });
  it('that says only that no alternative matches', () => {
    const optional = (schema: Json) => ({ properties: { a: { anyOf: [schema, { type: 'null' }] } } });
    expect(found({ a: 5 }, optional({ type: 'string' }))).toEqual(['5 /a must match a schema in anyOf.']);
    expect(found({ a: null }, optional({ type: 'string' }))).toEqual([]);
  });
  it('except where several tools have the name: nothing says which one is called', () => {
    const twice = requestOf('"{}"', search, { required: ['a'] }).replace('"name": "f1"', '"name": "f0"');
    expect(hintsOf(twice)).toEqual([]);
    const nameless = requestOf('"{}"', search).replaceAll('"name": "f0"', '"name": null');
    expect(hintsOf(nameless)).toEqual([]);
  });
  it('except where the tool is undefined or takes anything, or the arguments are not JSON', () => {
    const codes = (content: string) => hintsOf(content).map(({ code }) => code);
    expect(codes(requestOf('"{}"', search).replace('"name": "f0", "arg', '"name": "g", "arg'))).toEqual([]);
    expect(codes(requestOf('"{}"', search).replace(/, "parameters": .*?\}\}\]/, '}}]'))).toEqual([]);
    expect(codes(requestOf('"{"', search))).toEqual(['invalid-arguments']);
    expect(codes(requestOf('null', search))).toEqual([]);
  });
  it('even for a call of the older form', () => {
    const older = requestOf('"{}"', search).replace(
      /"tool_calls": \[.*?\}\}\]/,
      '"function_call": {"name": "f0", "arguments": "{}"}',
    );
    expect(hintsOf(older).map(({ code }) => code)).toContain('mismatched-arguments');
  });
});

describe('The marked part of arguments', () => {
  const parameters = { properties: { 'a/b~"é': { items: { type: 'string' } } } };
  const marked = (given: string) => {
    const content = requestOf(given, parameters);
    return hintsOf(content).map(({ from, to }) => content.slice(from, to));
  };
  it('is the value, whatever is escaped before it or in it', () => {
    expect(marked(String.raw`"{\"a\/b~\\\"\u00e9\":\t[\"\\u0041\ud83d\ude00\", 17]}"`)).toEqual(['17']);
    expect(marked(String.raw`"\u007b\"a/b~\\\"é\": [\"\", {\"x\\n\": 1}]}"`)).toEqual(['{']);
    expect(marked(String.raw`"{\"a/b~\\\"é\": [\u0031\u0037]}"`)).toEqual([String.raw`\u0031\u0037`]);
  });
  it('is the value in JSON Lines too, even if the arguments are laid out', () => {
    const line = `${JSON.stringify(JSON.parse(requestOf('"{\\n  \\"query\\":\\n  17\\n}"', search)).trajectory_groups[0])}\n`;
    const hints = runToEnd(findHints(open(line.repeat(2), options.lines), 100));
    expect(hints.map(({ from, to }) => line.repeat(2).slice(from, to))).toEqual(['17', '17']);
    expect(hints[1]!.from - hints[0]!.from).toBe(line.length);
  });
  it('is in the object, if the arguments are not a string', () => {
    expect(marked(String.raw`{"a\/b~\"é": ["x", 17]}`)).toEqual(['17']);
  });
  it('is in the last of several properties with the same name, which counts', () => {
    const content = requestOf('{"query": 1, "query": 2}', search);
    expect(hintsOf(content).map(({ from, to }) => content.slice(from, to))).toEqual(['2']);
  });
});

describe('A schema in a document', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty'])('may have a property named %s', (name) => {
    expect(found({ a: 1 }, `{"properties": {"${name}": {"type": "string"}}}`)).toEqual([]);
    expect(found({}, `{"required": ["${name}"]}`)).toHaveLength(1);
    expect(hintsOf(requestOf(`{"${name}": 1}`, '{"additionalProperties": false}'))).toHaveLength(1);
  });
  it('is ignored if it has a property named __proto__, but arguments may have one', () => {
    const schema = '{"properties": {"__proto__": {"type": "string"}}, "additionalProperties": false}';
    expect(hintsOf(requestOf('{"__proto__": "a"}', schema))).toEqual([]);
    expect(hintsOf(requestOf('{"__proto__": {"query": "a"}}', search))[0]?.message).toContain("'query'");
  });
  it('may have the same id as another schema', () => {
    const own = (type: string) => ({ $id: 'https://example.com/a', properties: { a: { $id: 'b', type } } });
    expect(found({ a: 'x' }, own('string'), own('number'))).toEqual([]);
    expect(found({ a: 1 }, own('string'), own('number'))).toEqual(['1 /a must be string.']);
    expect(found({ a: 1 }, own('number'), own('string'))).toEqual([]);
    const clash = {
      allOf: [{ $id: 'https://example.com/a' }, { $id: 'https://example.com/a', type: 'null' }],
    };
    expect(found({ a: 1 }, clash)).toEqual([]);
  });
  it.each(['https://example.com/a.json', '#/nowhere', '#nowhere', drafts['draft-07'], 'other.json#/a'])(
    'is ignored if it refers to %s',
    ($ref) => expect(found({}, { ...search, properties: { a: { $ref } } })).toEqual([]),
  );
  it('is applied without regular expressions, formats and anything that depends on them', () => {
    const evil = { type: 'string', pattern: '(a+)+$' };
    const long = `${'a'.repeat(50)}!`;
    for (const schema of [
      evil,
      { not: { pattern: '^b' } },
      { oneOf: [evil, { pattern: '!$' }] },
      JSON.parse('{"if": {"format": "date"}, "then": {"type": "number"}}'),
      { type: 'string', format: 'date' },
    ])
      expect(found({ a: long }, { properties: { a: schema } })).toEqual([]);
    const named = { patternProperties: { '^(a+)+$': { type: 'number' } } };
    expect(found({ [long]: long }, { ...named, additionalProperties: false })).toEqual([]);
    expect(found({ [long]: long }, { ...named, unevaluatedProperties: false })).toEqual([]);
    expect(found({ a: 1 }, { properties: { a: evil } })).toEqual(['1 /a must be string.']);
    const aName = { properties: { pattern: { type: 'string' }, format: { type: 'string' } } };
    expect(found({ pattern: 1 }, aName)).toEqual(['1 /pattern must be string.']);
  });
  it('is ignored if it takes too long to apply', () => {
    const levels = (keyword: string, items: readonly Json[]) =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [
          `d${i}`,
          i < 39 ? { [keyword]: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] } : items[0]!,
        ]),
      );
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const $defs = levels(keyword, [{ required: keyword === 'allOf' ? [] : ['a'], minProperties: 0 }]);
      expect(found({}, { $ref: '#/$defs/d0', $defs })).toEqual([]);
    }
    expect(found({}, { $ref: '#' })).toEqual([]);
    expect(found({}, { allOf: [{ $ref: '#' }, { type: 'null' }] })).toEqual([]);
    const child = { anyOf: [{ $ref: '#' }, { $ref: '#' }], minProperties: 0 };
    const deep = JSON.parse(`${'{"a": '.repeat(60)}1${'}'.repeat(60)}`);
    expect(found(deep, { type: 'object', properties: { a: child } })).toEqual([]);
    const many = Array.from({ length: 20_000 }, (_, i) => i % 10_000);
    expect(found(many, { uniqueItems: true })).toEqual([]);
    expect(found([1, 2, 1], { uniqueItems: true })).toHaveLength(1);
  });
  it('is limited in size, as arguments are', () => {
    const text = (length: number) => 'a'.repeat(length - '"{\\"query\\":\\"\\"}"'.length);
    expect(found({ query: text(100_000) }, { maxProperties: 0 })).toHaveLength(1);
    expect(found({ query: text(100_001) }, { maxProperties: 0 })).toEqual([]);
    for (const [length, count] of [
      [100_000, 1],
      [100_001, 0],
    ] as const)
      expect(hintsOf(requestOf(`"${'a'.repeat(length - 2)}"`, {}))).toHaveLength(count);
    const wide = (size: number) => ({
      properties: Object.fromEntries(Array.from({ length: size }, (_, i) => [`p${i}`, {}])),
      required: ['a'],
    });
    expect(found({}, wide(248))).toHaveLength(1);
    expect(found({}, wide(249))).toEqual([]);
    expect(found({}, { description: '{"a":1}'.repeat(1000), ...search })).toHaveLength(1);
    const wrong = hintsOf(requestOf('"{}"', { ...wide(600), required: 'a' }));
    expect(wrong.map(({ code }) => code)).toEqual(['invalid-parameters']);
    const nested = (size: number) => `${'{"allOf": ['.repeat(size)}{"required": ["a"]}${']}'.repeat(size)}`;
    expect(found({}, nested(48))).toHaveLength(1);
    expect(found({}, nested(51))).toEqual([]);
  });
  it('is ignored if it is asynchronous', () => {
    expect(found({}, { $async: true, ...search })).toEqual([]);
  });
  it('gives a short message, even if the path to the mismatch is long', () => {
    const name = 'a'.repeat(5000);
    const [{ message } = { message: '' }, ...others] = hintsOf(
      requestOf(`{"${name}": {"b": 1}}`, { properties: { [name]: { required: [name] } } }),
    );
    expect(others).toEqual([]);
    expect(message.length).toBeLessThan(500);
    expect(message).toContain('must have required property');
  });
});

describe('After an edit', () => {
  const content = requestOf('"{}"', search);
  const edited = (from: string, to: string) => {
    const document = open(content);
    expect(runToEnd(findHints(document, 100))).toHaveLength(1);
    const at = content.indexOf(from);
    expect(at).toBeGreaterThan(0);
    const next = editDocument(document, [{ from: at, to: at + from.length, insert: to }]);
    const hints = runToEnd(findHints(next, 100));
    expect(hints).toEqual(hintsOf(stringOf(next.text)));
    return hints.map(({ code, message }) => `${code}: ${message}`);
  };
  it('of the schema, the hint is that of the new schema', () => {
    expect(edited('"required":["query"]', '"required":[]')).toEqual([]);
    expect(edited('"required":["query"]', '"required":["limit"]')).toEqual([
      "mismatched-arguments: The arguments of this tool call do not match the tool's parameters: must have required property 'limit'.",
    ]);
    expect(edited('"required":["query"]', '"required":1')[0]).toContain('invalid-parameters');
  });
  it('of the arguments, the hint is that of the new arguments', () => {
    expect(edited('"arguments": "{}"', '"arguments": "{\\"query\\": \\"a\\"}"')).toEqual([]);
    expect(edited('"arguments": "{}"', '"arguments": "{\\"query\\": 1}"')[0]).toContain(
      '/query must be string',
    );
  });
});
