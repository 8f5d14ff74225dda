import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHints } from '../../../../../server/core/features/hints/hints';
import { inputs } from '../../../../budget';
import { open } from '../../support';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Codes of the hints on a document whose tool has these parameters. */
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

/** Like ours, these accept any string as a URI or regular expression. */
const settings = { strict: false, logger: false, validateFormats: false } as const;
const [newest, middle, oldest] = [new Ajv2020(settings), new Ajv2019(settings), new Ajv(settings)];
/** By `$schema`. */
const drafts = {
  'https://json-schema.org/draft/2020-12/schema': newest,
  'https://json-schema.org/draft/2019-09/schema': middle,
  'http://json-schema.org/draft-07/schema': oldest,
};
const isSchema = Object.entries(drafts).map(([id, ajv]) => ajv.getSchema(id)!);

/** Every keyword that a meta-schema, or one of its parts, describes. */
function keywordsOf(ajv: Ajv): string[] {
  const metas = Object.values(ajv.schemas).map((known) => known!.schema as { readonly properties?: object });
  return metas.flatMap(({ properties }) => Object.keys(properties ?? {}));
}
/** Without `$schema`: the test sets the draft itself. */
const keywords = [...new Set([newest, middle, oldest].flatMap(keywordsOf))].filter(
  (name) => name !== '$schema',
);

const leaf = fc.constantFrom<Json>(
  ...[null, true, false, 0, 1, -1, 0.5, 2, 'a', 'string', 'object', '[a-z]+', '', [], {}, [1], ['a']],
  ...[['a', 'a'], ['string', 'null'], [{}], [true, {}], [[]], { a: {} }, { a: 1 }, { a: ['b'] }],
  ...[{ a: true }, { a: 'b' }],
);

/** Nested schemas of keywords with valid or invalid values. */
const { schema: schemas } = fc.letrec<{ schema: { [key: string]: Json }; value: Json }>((tie) => ({
  schema: fc.dictionary(fc.constantFrom(...keywords), tie('value'), { maxKeys: 2, noNullPrototype: true }),
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('schema'),
    tie('schema').map((inner) => [inner]),
    tie('schema').map((inner) => ({ a: inner })),
  ),
}));
describe('Parameters have a hint', () => {
  it.each(Object.keys(drafts))('exactly when the meta-schema that they name rejects them: %s', ($schema) => {
    const validate = drafts[$schema as keyof typeof drafts].getSchema($schema)!;
    const property = fc.property(schemas, (schema) => {
      expect(hintsOn({ $schema, ...schema }).length === 0).toBe(validate(schema));
    });
    fc.assert(property, inputs(400));
  });

  it('exactly when the meta-schemas of all drafts reject them, if they name none', () => {
    const property = fc.property(schemas, (schema) => {
      expect(hintsOn(schema).length === 0).toBe(isSchema.some((validate) => validate(schema)));
    });
    fc.assert(property, inputs(400));
  });
});
