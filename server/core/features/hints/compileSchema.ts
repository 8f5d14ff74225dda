import { type Ajv, type ErrorObject, type KeywordCxt, loadAjv } from '../../../../generated/ajv.mjs';

/** Drafts of JSON Schema, newest first: the id of the meta-schema, and the class of Ajv that knows it. */
export const drafts = [
  ['https://json-schema.org/draft/2020-12/schema', 'Ajv2020'],
  ['https://json-schema.org/draft/2019-09/schema', 'Ajv2019'],
  ['http://json-schema.org/draft-07/schema', 'Ajv'],
] as const;

export type Draft = (typeof drafts)[number];

/** What a schema refuses in a value; null where the value fits, or where that cannot be found out in time. */
export type Check = (value: unknown) => ErrorObject | null;

/** Names in a schema that is compiled, which takes 0.2 ms for each keyword; and values that one check looks at, about. */
const max = { names: 500, steps: 100_000 };

/** No expression of a document's is run, and no date parsed: whatever these ask for counts as given. */
const leftOut = ['format', 'pattern', 'patternProperties'];
/** What refuses more when something in it is left out. */
const invertible = ['contains', 'if', 'not', 'oneOf', 'unevaluatedItems', 'unevaluatedProperties'];
const fitsAll = Object.assign(() => ({ test: () => true }), { code: 'fitsAll' });

/** What is strange in a schema is said nowhere; and prototypes have properties as well. */
const options = { strict: false, logger: false, validateFormats: false, ownProperties: true } as const;

/** Each of them has compiled a meta-schema, which takes a while. */
const metaSchemas: { [name: string]: Ajv } = {};

/** What the meta-schema of a draft refuses first in a schema; null where it is one. */
export function metaSchemaFailure(schema: unknown, [id, name]: Draft): ErrorObject | null {
  const ajv = (metaSchemas[name] ??= new (loadAjv()[name])(options));
  return ajv.validate(id, schema) === true ? null : ajv.errors![0]!;
}

/**
 * Compiles a schema that a document brings along. Nothing is fetched, and no schema knows of another. Where it
 * cannot be compiled (it is large, a reference leads outside, an id stands twice) nothing is refused.
 */
export function compileSchema(schema: object, [, name]: Draft): Check {
  const text = JSON.stringify(schema);
  if (text.split('":').length > max.names) return () => null;
  const ajv = new (loadAjv()[name])({
    ...{ ...options, meta: false, validateSchema: false },
    // In the oldest draft nothing counts beside a reference; and 1.15 is a multiple of 0.01.
    ...{ ignoreKeywordsWithRef: name === 'Ajv', multipleOfPrecision: 6 },
    // What is referred to many times is compiled once.
    ...{ inlineRefs: false, code: { regExp: fitsAll, optimize: false } },
  });
  const isLoose = leftOut.some((keyword) => text.includes(`"${keyword}":`));
  for (const keyword of isLoose ? [...leftOut, ...invertible] : leftOut) ajv.removeKeyword(keyword);
  const budget = { left: 0 };
  addMeter(ajv, budget);
  try {
    const validate = ajv.compile(schema);
    return (value) => {
      budget.left = max.steps;
      try {
        // The last complaint is what all others led to.
        return validate(value) === true ? null : validate.errors!.at(-1)!;
      } catch {
        // It takes too long, or refers to itself without an end.
        return null;
      }
    };
  } catch {
    // What a schema may be that cannot be compiled, only Ajv knows.
    return () => null;
  }
}

/** Why schemas cannot be compiled here: some hosts forbid to evaluate code. Null where they can. */
export function compilerFailure(): string | null {
  try {
    new Function('');
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * Makes each keyword say what it is about to do, because a small schema can keep a check busy for years: each of
 * thirty definitions that refers to the next one twice. Where nothing of the budget is left the check throws.
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
      // This one compares each item with each other one, which may be all that there is.
      const isPairwise = keyword === 'uniqueItems';
      cxt.gen.code(_`${cxt.gen.scopeValue('func', { ref: spend })}(${cxt.data}, ${weight}, ${isPairwise})`);
      definition.code(cxt, type);
    };
    rule.definition = { ...definition, code };
  }
}
