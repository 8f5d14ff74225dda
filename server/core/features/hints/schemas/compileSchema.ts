import { type Ajv, type ErrorObject, type KeywordCxt, loadAjv } from '../../../../../generated/ajv.mjs';
import type { Work } from '../../../work';

/** Drafts of JSON Schema, newest first: the id of the meta-schema, and the Ajv class that supports it. */
export const drafts = [
  ['https://json-schema.org/draft/2020-12/schema', 'Ajv2020'],
  ['https://json-schema.org/draft/2019-09/schema', 'Ajv2019'],
  ['http://json-schema.org/draft-07/schema', 'Ajv'],
] as const;

export type Draft = (typeof drafts)[number];

/** The schema's error for a value; null if the value is valid, or if the check takes too long. */
export type Check = (value: unknown) => ErrorObject | null;

/** Approximate number of values visited by a check. */
const maxSteps = 100_000;

/** Regular expressions from documents are not run and dates not parsed: these keywords always pass. */
const leftOut = ['format', 'pattern', 'patternProperties'];
/** Keywords that may become stricter when a keyword inside them is removed. */
const invertible = ['contains', 'if', 'not', 'oneOf', 'unevaluatedItems', 'unevaluatedProperties'];
const fitsAll = Object.assign(() => ({ test: () => true }), { code: 'fitsAll' });

/** Do not report oddities in schemas. `ownProperties`, because prototypes have properties too. */
const options = { strict: false, logger: false, validateFormats: false, ownProperties: true } as const;

/** Cached, because each compiles a meta-schema, which takes a while. */
const metaSchemas: { [name: string]: Ajv } = {};

/** The first error of a draft's meta-schema for a schema; null if the schema is valid. */
export function* metaSchemaFailure(schema: unknown, [id, name]: Draft): Work<ErrorObject | null> {
  const ajv = (metaSchemas[name] ??= yield* compileMetaSchema(name));
  return ajv.validate(id, schema) === true ? null : ajv.errors![0]!;
}

/** Evaluates Ajv and compiles a draft's meta-schema, in steps of about ten milliseconds at most. */
function* compileMetaSchema(name: Draft[1]): Work<Ajv> {
  const classes = loadAjv();
  yield;
  // Optimizing the code of a meta-schema takes longer than it saves.
  const ajv = new classes[name]({ ...options, code: { optimize: false } });
  // Its vocabularies before the whole, which refers to them.
  for (const id of Object.keys(ajv.schemas).reverse()) {
    yield;
    ajv.getSchema(id);
  }
  return ajv;
}

/**
 * Compiles a schema from a document. Fetches nothing, and schemas cannot refer to each other. If it cannot be compiled
 * (an external reference, a duplicate id), every value passes.
 */
export function compileSchema(schema: object, [, name]: Draft): Check {
  const ajv = new (loadAjv()[name])({
    ...{ ...options, meta: false, validateSchema: false },
    // In the oldest draft, `$ref` disables its siblings. With this precision, 1.15 is a multiple of 0.01.
    ...{ ignoreKeywordsWithRef: name === 'Ajv', multipleOfPrecision: 6 },
    // Compile a schema once, however many references it has.
    ...{ inlineRefs: false, code: { regExp: fitsAll, optimize: false } },
  });
  const text = JSON.stringify(schema);
  const isLoose = leftOut.some((keyword) => text.includes(`"${keyword}":`));
  for (const keyword of isLoose ? [...leftOut, ...invertible] : leftOut) ajv.removeKeyword(keyword);
  const budget = { left: 0 };
  addMeter(ajv, budget);
  try {
    const validate = ajv.compile(name === 'Ajv' ? withoutTypesBesideRefs(schema) : schema);
    return (value) => {
      budget.left = maxSteps;
      try {
        // The last error is the one that all others led to.
        return validate(value) === true ? null : validate.errors!.at(-1)!;
      } catch {
        // It takes too long, or recurses without end.
        return null;
      }
    };
  } catch {
    // Only Ajv knows which schemas cannot be compiled.
    return () => null;
  }
}

/**
 * A copy of a schema of the oldest draft in which no object with `$ref` has a `type`: there `$ref` disables its
 * siblings, and Ajv checks the type all the same. Values to compare with stay as they are.
 */
function withoutTypesBesideRefs<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withoutTypesBesideRefs) as T;
  const isReference = '$ref' in schema && typeof schema.$ref === 'string';
  const members = Object.entries(schema).filter(([name]) => !(isReference && name === 'type'));
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      /^(const|enum)$/.test(name) ? value : withoutTypesBesideRefs(value),
    ]),
  ) as T;
}

/** Why schemas cannot be compiled here: some hosts forbid evaluating code. Null if they can. */
export function compilerFailure(): string | null {
  try {
    new Function('');
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * Makes each keyword charge its cost to a budget, because a small schema can keep a check busy for years: for example
 * thirty definitions that each refer to the next one twice. The check throws when the budget is used up.
 */
function addMeter(ajv: Ajv, budget: { left: number }): void {
  const spend = (data: unknown, weight: number, isPairwise: boolean): void => {
    const width = typeof data === 'object' ? Object.keys(data ?? {}).length : String(data).length / 32;
    budget.left -= weight + width * (isPairwise ? JSON.stringify(data).length : 1);
    if (budget.left < 0) throw new Error('This takes too long.');
  };
  const { _ } = loadAjv();
  for (const rule of ajv.RULES.rules.flatMap(({ rules }) => rules)) {
    const { keyword, definition } = rule;
    if (!('code' in definition)) continue;
    const code = (cxt: KeywordCxt, type?: string): void => {
      const weight = 1 + JSON.stringify(cxt.schema).length / 32;
      // It may compare each item with every other item.
      const isPairwise = keyword === 'uniqueItems';
      cxt.gen.code(_`${cxt.gen.scopeValue('func', { ref: spend })}(${cxt.data}, ${weight}, ${isPairwise})`);
      definition.code(cxt, type);
    };
    rule.definition = { ...definition, code };
  }
}
