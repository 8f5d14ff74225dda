import type { ErrorObject } from '../../../../../generated/ajv.mjs';
import type { DocumentOptions } from '../../../document';
import type { Work } from '../../../work';
import { type Check, compilerFailure, compileSchema, drafts, metaSchemaFailure } from './compileSchema';
import { type Json, parseJson } from './json';

/** The parameters of a tool as a JSON Schema. */
export interface ToolSchema {
  /**
   * The error of the meta-schema. Without `$schema`, every draft must reject the schema; the error is the oldest
   * draft's.
   */
  readonly failure: ErrorObject | null;
  /** Checks arguments. Without `$schema`, uses the newest draft that accepts the schema. Compiles it the first time. */
  readonly check: Check;
  /** Names that the check compiles, and schemas and names in lists. */
  readonly names: number;
}

/** The schemas of a document by their text. */
interface Cache {
  readonly schemas: Map<string, ToolSchema | null>;
  /** Names in those that are compiled. */
  compiledNames: number;
}

/** Larger schemas are not checked: code units, nesting levels, and objects, arrays and booleans in it. */
const max = { length: 100_000, levels: 100, subschemas: 1000 };
/** Names compiled to check the arguments of a trajectory: each takes about a kilobyte. */
export const maxNames = 20_000;
/** A schema with more names is checked, but not compiled to check arguments: that takes 0.2 ms per keyword. */
const maxCompiledNames = 250;
/** Schemas cached per document, and names in the compiled ones: at least as many as a trajectory may have. */
const maxCached = { schemas: 1000, names: 2 * maxNames };

/** Keywords whose values are lists of data, not of subschemas. */
const dataLists = /^(enum|required|examples)$/;
/** Further keywords whose values are data: their items are not compiled one by one. */
const dataValues = /^(type|default|const)$/;

/** By text. A document's options are the same object through all edits, so the cache lives as long as the document. */
const keptFor = new WeakMap<DocumentOptions, Cache>();

/** Parameters as a schema, computed once per text; null if they cannot be checked. */
export function* toolSchemaOf(parameters: Json): Work<ToolSchema | null> {
  const { range, options } = parameters;
  if (range.to - range.from > max.length) return null;
  const text = parameters.text();
  let cache = keptFor.get(options);
  const known = cache?.schemas.get(text);
  if (known !== undefined) return known;
  if (
    cache === undefined ||
    cache.schemas.size >= maxCached.schemas ||
    cache.compiledNames > maxCached.names
  ) {
    cache = { schemas: new Map(), compiledNames: 0 };
    keptFor.set(options, cache);
  }
  const schema = yield* toolSchema(text, cache);
  cache.schemas.set(text, schema);
  return schema;
}

function* toolSchema(text: string, cache: Cache): Work<ToolSchema | null> {
  if (compilerFailure() !== null) return null;
  const schema = parseJson(text)?.value;
  if (typeof schema !== 'object' || schema === null) return null;
  const names = countNames(schema);
  if (names === null) return null;
  const { $schema } = schema as { readonly $schema?: unknown };
  // People write the id with either protocol, and with an empty fragment.
  const bare = (id: string): string => id.replace(/^https?:|#$/g, '');
  const meant = drafts.filter(([id]) => typeof $schema !== 'string' || bare($schema) === bare(id));
  let failure: ErrorObject | null = null;
  for (const draft of meant) {
    failure = yield* metaSchemaFailure(schema, draft);
    yield;
    if (failure !== null) continue;
    if (names > maxCompiledNames) break;
    let check: Check | null = null;
    const compiled = (): Check => {
      cache.compiledNames += names;
      return compileSchema(schema, draft);
    };
    return { failure, names, check: (value) => (check ??= compiled())(value) };
  }
  return { failure, names: 0, check: fitsAll };
}

const fitsAll: Check = () => null;

/** Counts the names in a schema, and what is compiled in its lists; null if it is too large. Not recursive, because nesting is unlimited here. */
function countNames(schema: object): number | null {
  let level: [name: string, value: unknown][] = [['', schema]];
  let subschemas = 1;
  let names = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = [];
    for (const [container, value] of level) {
      for (const [name, inner] of typeof value === 'object' ? Object.entries(value ?? {}) : []) {
        // Ajv ignores `__proto__`, and `$async` would make it answer asynchronously.
        if (name === '__proto__' || name === '$async') return null;
        // Ajv generates a line for each name that a property depends on, so array items count as well.
        const isItem = Array.isArray(value);
        const mayBeSchema = typeof inner === 'object' || typeof inner === 'boolean' || isItem;
        const isSubschema = mayBeSchema && !dataLists.test(container) && !dataLists.test(name);
        if (isSubschema) subschemas++;
        if (!isItem || (isSubschema && !dataValues.test(container))) names++;
        next.push([name, inner]);
      }
    }
    if (depth > max.levels || subschemas > max.subschemas) return null;
    level = next;
  }
  return names;
}

/** Ajv's message and the path of the value. A document can make both very long. */
export function schemaErrorMessage({ instancePath, message = '' }: ErrorObject): string {
  const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
  return `${shortened(instancePath)} ${shortened(message)}`.trim();
}
