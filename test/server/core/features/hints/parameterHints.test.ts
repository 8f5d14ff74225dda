import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHints } from '../../../../../server/core/features/hints/hints';
import { inputs } from '../../../../budget';
import { open } from '../../support';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Codes of the hints on a document in which a tool has these parameters. */
function hintsOn(parameters: Json): string[] {
  const tool = { type: 'function', function: { name: 'f', parameters } };
  const trajectory = { messages_and_choices: [{ role: 'assistant' }], tools: [tool] };
  const content = JSON.stringify({ split: 'a', trajectory_groups: [{ trajectories: [trajectory] }] });
  const work = findHints(open(content), 100);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value.map(({ code }) => code);
  }
}

/** They let pass what stands where a URI or a regular expression belongs. */
const settings = { strict: false, logger: false } as const;
const newest = new Ajv2020(settings);
const older = new Ajv(settings);

/** Every keyword that a meta-schema says something of. */
function keywordsOf(meta: { [key: string]: unknown }): string[] {
  return Object.keys((meta['properties'] ?? {}) as object);
}
const vocabularies = [
  'core',
  'applicator',
  'unevaluated',
  'validation',
  'meta-data',
  'content',
  'format-annotation',
];
const metaOf = (ajv: Ajv, id: string) => ajv.getSchema(id)!.schema as { [key: string]: unknown };
const draft2020 = 'https://json-schema.org/draft/2020-12';
/** The draft that has it wants true or false, the newest one a string. */
const inNoDraft = '$recursiveAnchor';
const newestKeywords = [
  ...keywordsOf(metaOf(newest, `${draft2020}/schema`)),
  ...vocabularies.flatMap((name) => keywordsOf(metaOf(newest, `${draft2020}/meta/${name}`))),
];

const olderKeywords = keywordsOf(metaOf(older, 'http://json-schema.org/draft-07/schema'));

const leaf = fc.constantFrom<Json>(
  ...[null, true, false, 0, 1, -1, 0.5, 2, 'a', 'string', 'object', '[a-z]+', '', [], {}, [1], ['a']],
  ...[['a', 'a'], ['string', 'null'], [{}], [true, {}], [[]], { a: {} }, { a: 1 }, { a: ['b'] }],
  ...[{ a: true }, { a: 'b' }],
);

/** Schemas of keywords with values that are right or not, in each other. */
function schemas(keywords: readonly string[]): fc.Arbitrary<Json> {
  const { schema } = fc.letrec<{ schema: Json; value: Json }>((tie) => ({
    schema: fc.dictionary(fc.constantFrom(...keywords), tie('value'), { maxKeys: 2 }) as fc.Arbitrary<Json>,
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      tie('schema'),
      tie('schema').map((inner) => [inner]),
      tie('schema').map((inner) => ({ a: inner })),
    ),
  }));
  return schema;
}

/** Whether something in it is right by an older draft, which is let pass: `items: []` is not. */
function usesOlderForm(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(usesOlderForm);
  const { items, exclusiveMinimum, exclusiveMaximum } = value;
  if (Array.isArray(items) && items.length > 0) return true;
  if (typeof exclusiveMinimum === 'boolean' || typeof exclusiveMaximum === 'boolean') return true;
  return Object.values(value).some(usesOlderForm);
}

const isNewest = newest.getSchema(`${draft2020}/schema`)!;
const isOlder = older.getSchema('http://json-schema.org/draft-07/schema')!;

describe('Parameters have a hint', () => {
  it('exactly where the meta-schema of draft 2020-12 refuses them, but for what an older one allows', () => {
    const property = fc.property(schemas(newestKeywords.filter((name) => name !== inNoDraft)), (schema) => {
      fc.pre(!usesOlderForm(schema));
      expect(hintsOn(schema).length === 0).toBe(isNewest(schema));
    });
    fc.assert(property, inputs(700));
  });

  it('never where the meta-schema of draft-07 accepts them and has all their keywords', () => {
    const property = fc.property(schemas(olderKeywords), (schema) => {
      if (isOlder(schema)) expect(hintsOn(schema)).toEqual([]);
    });
    fc.assert(property, inputs(700));
  });
});
