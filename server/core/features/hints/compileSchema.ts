import {
  type Ajv,
  type Complaint,
  type KeywordCxt,
  loadAjv,
  type Options,
  type Rule,
} from '../../../../generated/ajv.mjs';

export type { Complaint };

export type Draft = '2020-12' | '2019-09' | '07';

/**
 * What a schema refuses in a value; null where the value fits, or where that cannot be found out. What it costs
 * to compare two values of it is bounded by the length of the text that it was read from.
 */
export type Check = (value: unknown, length: number) => readonly Complaint[] | null;

/** What one check may cost: values that are looked at, about. */
const mostSteps = 100_000;

/** No expression of a document's is run, and no date parsed: whatever these ask for counts as given. */
const leftOut = ['format', 'pattern', 'patternProperties'];
/** What refuses more when something in it is left out. */
const invertible = ['contains', 'if', 'not', 'oneOf', 'unevaluatedItems', 'unevaluatedProperties'];
const fitsAll = Object.assign(() => ({ test: () => true }), { code: 'fitsAll' });

const options: Options = {
  // What is a mistake in a schema says its meta-schema, which is looked at elsewhere.
  ...{ strict: false, meta: false, validateSchema: false, logger: false },
  // Prototypes have properties as well, and 1.15 is a multiple of 0.01.
  ...{ ownProperties: true, multipleOfPrecision: 6 },
  // What is referred to many times is compiled once.
  ...{ inlineRefs: false, code: { regExp: fitsAll, optimize: false } },
};

/**
 * Compiles a schema that a document brings along. Nothing is fetched, and no schema knows of another. Where it
 * cannot be compiled (a reference leads outside, an id stands twice) nothing is refused.
 */
export function compileSchema(schema: object, draft: Draft): Check {
  if (compilerFailure() !== null) return () => null;
  const meter = new Meter();
  try {
    const ajv = newAjv(draft);
    for (const name of leftOut) ajv.removeKeyword(name);
    const isLoose = leftOut.some((name) => JSON.stringify(schema).includes(`"${name}":`));
    if (isLoose) for (const name of invertible) ajv.removeKeyword(name);
    for (const { rules } of ajv.RULES.rules) for (const rule of rules) meter.addTo(rule);
    const validate = ajv.compile(schema);
    return (value, length) => {
      meter.reset(length);
      try {
        return validate(value) === true ? null : validate.errors!;
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

let failure: string | null | undefined;

/** Why schemas cannot be compiled here: some hosts forbid to evaluate code. Null where they can. */
export function compilerFailure(): string | null {
  if (failure !== undefined) return failure;
  try {
    new Function('');
    failure = null;
  } catch (error) {
    failure = String(error);
  }
  return failure;
}

function newAjv(draft: Draft): Ajv {
  const { Ajv, Ajv2019, Ajv2020 } = loadAjv();
  if (draft === '2020-12') return new Ajv2020(options);
  if (draft === '2019-09') return new Ajv2019(options);
  // In this draft nothing counts beside a reference.
  return new Ajv({ ...options, ignoreKeywordsWithRef: true });
}

/**
 * Counts what a check costs, because a small schema can keep it busy for years: each of thirty definitions that
 * refers to the next one twice. Each keyword is made to say what it is about to do.
 */
class Meter {
  private left = 0;
  private length = 0;

  reset(length: number): void {
    this.left = mostSteps;
    this.length = length;
  }

  addTo(rule: Rule): void {
    const { keyword, definition } = rule;
    if (!('code' in definition)) return;
    const { code } = definition;
    // It compares each item with each other one, which may be all that there is.
    const ref = keyword === 'uniqueItems' ? this.spendOnPairs : this.spend;
    rule.definition = {
      ...definition,
      code: (cxt, type) => {
        const { _ } = loadAjv();
        cxt.gen.code(_`${cxt.gen.scopeValue('func', { ref })}(${cxt.data}, ${weightOf(cxt)})`);
        code(cxt, type);
      },
    };
  }

  private readonly spend = (data: unknown, weight: number): void => {
    this.left -= weight + widthOf(data);
    if (this.left < 0) throw new Error('This takes too long.');
  };

  private readonly spendOnPairs = (data: unknown): void => this.spend(data, widthOf(data) * this.length);
}

/** How much there is in the value of a keyword, without the schemas in it, which count for themselves. */
function weightOf({ keyword, schema }: KeywordCxt): number {
  if (keyword === 'enum' || keyword === 'const') return JSON.stringify(schema).length / 8;
  if (typeof schema !== 'object' || schema === null) return 1;
  const sizes = Object.values(schema).map((inner) => (Array.isArray(inner) ? inner.length : 1));
  return sizes.reduce((sum, size) => sum + size, 1);
}

/** How much there is in a value that a keyword is about to look at. */
function widthOf(data: unknown): number {
  if (typeof data === 'string') return data.length / 32;
  return typeof data === 'object' && data !== null ? Object.keys(data).length : 0;
}
