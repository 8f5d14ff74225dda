import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHints } from '../../../../../server/core/features/hints/hints';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { open } from '../../support';

/**
 * Whether there is a hint on a call with these arguments of a tool with these parameters. Null if the parameters are
 * not a schema: then that is the hint.
 */
function isRefused(parameters: object, given: unknown): boolean | null {
  const name = 'f';
  const call = { function: { name, arguments: JSON.stringify(given) } };
  const trajectory = {
    messages_and_choices: [{ role: 'assistant', tool_calls: [call] }],
    tools: [{ function: { name, parameters } }],
  };
  const content = JSON.stringify({ split: 'a', trajectory_groups: [{ trajectories: [trajectory] }] });
  const codes = runToEnd(findHints(open(content), 100)).map(({ code }) => code);
  return codes.includes('invalid-parameters') ? null : codes.includes('mismatched-arguments');
}

/** Plain Ajv, with all formats and regular expressions. Null if it cannot tell. */
function isRefusedByAjv(ajv: Ajv, parameters: object, given: unknown): boolean | null {
  try {
    addFormats(ajv);
    return !ajv.compile(ajv.opts.ignoreKeywordsWithRef ? refsAlone(parameters) : parameters)(given);
  } catch {
    return null;
  }
}

/** A schema in which references have no siblings: Ajv ignores these in the oldest draft, but not their `type`. */
function refsAlone(schema: object): object {
  const alone = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => /^\$(ref|defs|schema)$/.test(name)));
  };
  return JSON.parse(JSON.stringify(schema), (_, value) => alone(value)) as object;
}

const settings = { strict: false, logger: false, validateSchema: false, meta: false } as const;
const drafts: Record<string, () => Ajv> = {
  'https://json-schema.org/draft/2020-12/schema': () => new Ajv2020(settings),
  'https://json-schema.org/draft/2019-09/schema': () => new Ajv2019(settings),
  'http://json-schema.org/draft-07/schema': () => new Ajv({ ...settings, ignoreKeywordsWithRef: true }),
};

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>(null, true, 0, 1, 2.5, '', 'a', 'b', 'ab', '2026-03-14'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'ab'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** A property of this name makes an object a thenable. */
const conclusion = 'then';

/** Schemas in which each keyword has a valid value. */
function schemasWith(left: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  const name = fc.constantFrom('a', 'b', 'ab');
  return fc.letrec<{ schema: object; any: unknown }>((tie) => {
    const any = tie('any');
    const list = fc.array(any, { minLength: 1, maxLength: 2 });
    const named = fc.dictionary(name, any, { maxKeys: 2, noNullPrototype: true });
    const keywords: Record<string, fc.Arbitrary<unknown>> = {
      ...{ type: fc.constantFrom('string', 'object', 'array', 'integer', ['null', 'number']), const: values },
      ...{ enum: fc.array(values, { minLength: 1, maxLength: 2 }), minimum: fc.nat(2), maxLength: fc.nat(2) },
      ...{
        required: fc.uniqueArray(name),
        minItems: fc.nat(2),
        uniqueItems: fc.boolean(),
        maxProperties: fc.nat(2),
      },
      ...{ allOf: list, anyOf: list, oneOf: list, not: any, if: any, else: any, contains: any },
      ...{ properties: named, additionalProperties: any, propertyNames: any, unevaluatedProperties: any },
      ...{
        items: any,
        prefixItems: list,
        unevaluatedItems: any,
        maxContains: fc.nat(1),
        dependentSchemas: named,
      },
      ...{ $ref: fc.constantFrom('#/$defs/a', '#/$defs/b') },
      ...left,
    };
    keywords[conclusion] = any;
    const optional = fc.constantFrom(...Object.keys(keywords));
    return {
      any: fc.oneof({ maxDepth: 3 }, fc.constantFrom<unknown>(true, false, {}), tie('schema')),
      schema: fc
        .uniqueArray(optional, { maxLength: 3 })
        .chain((names) =>
          fc.record(Object.fromEntries(names.map((one) => [one, keywords[one]!])), { noNullPrototype: true }),
        ),
    };
  }).schema;
}
const defs = (schemas: fc.Arbitrary<object>) =>
  fc.tuple(schemas, schemas, schemas).map(([root, a, b]) => ({ ...root, $defs: { a, b } }));

describe.each(Object.keys(drafts))('Arguments have a hint under %s', ($schema) => {
  it('exactly when Ajv rejects them, if the parameters have no regular expressions or formats', () => {
    const property = fc.property(defs(schemasWith({})), values, (schema, given) => {
      const parameters = { $schema, ...schema };
      const expected = isRefusedByAjv(drafts[$schema]!(), parameters, given);
      const found = isRefused(parameters, given);
      fc.pre(expected !== null && found !== null);
      expect(found).toBe(expected);
    });
    fc.assert(property, inputs(100));
  });

  it('only when Ajv rejects them, if the parameters have regular expressions or formats', () => {
    const left = {
      pattern: fc.constantFrom('^a', 'b$'),
      format: fc.constantFrom('date', 'uri'),
      patternProperties: fc.constantFrom({ '^a': false }, { b$: { type: 'string' } }, { a: true }),
    };
    const property = fc.property(defs(schemasWith(left)), values, (schema, given) => {
      const parameters = { $schema, ...schema };
      const expected = isRefusedByAjv(drafts[$schema]!(), parameters, given);
      fc.pre(expected === false);
      expect(isRefused(parameters, given)).not.toBe(true);
    });
    fc.assert(property, inputs(100));
  });
});
