import type { ErrorObject } from '../../../../generated/ajv.mjs';
import type { DocumentOptions } from '../../document';
import type { Work } from '../../work';
import { type Check, compilerFailure, compileSchema, drafts, metaSchemaFailure } from './compileSchema';
import { type Json, parseJson } from './json';

/** The parameters of a tool as a JSON Schema. */
export interface ToolSchema {
  /**
   * The error of the meta-schema. Without `$schema`, every draft must reject the schema; the error is the oldest
   * draft's.
   */
  readonly failure: ErrorObject | null;
  /** Checks arguments. Without `$schema`, uses the newest draft that accepts the schema. */
  readonly check: Check;
}

/** Larger schemas are not checked: code units, nesting levels, and objects, arrays and booleans in it. */
const max = { length: 100_000, levels: 100, subschemas: 1000 };
/** A schema with more names is checked, but not compiled to check arguments: that takes 0.2 ms per keyword. */
const maxCompiledNames = 500;
/** Schemas cached per document. A compiled schema takes a few times the size of its text. */
const maxCached = 500;

/** Keywords whose values are lists without subschemas. */
const plain = /^(enum|required|examples)$/;

/** By text. A document's options are the same object through all edits, so the cache lives as long as the document. */
const keptFor = new WeakMap<DocumentOptions, Map<string, ToolSchema | null>>();

/** Parameters as a schema, computed once per text; null if they cannot be checked. */
export function* toolSchemaOf(parameters: Json): Work<ToolSchema | null> {
  const { range, options } = parameters;
  if (range.to - range.from > max.length) return null;
  const text = parameters.text();
  const kept = keptFor.get(options) ?? new Map<string, ToolSchema | null>();
  keptFor.set(options, kept);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const schema = yield* toolSchema(text);
  if (kept.size >= maxCached) kept.clear();
  kept.set(text, schema);
  return schema;
}

function* toolSchema(text: string): Work<ToolSchema | null> {
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
    failure = metaSchemaFailure(schema, draft);
    yield;
    if (failure !== null) continue;
    let check: Check | null = names > maxCompiledNames ? fitsAll : null;
    return { failure, check: (value) => (check ??= compileSchema(schema, draft))(value) };
  }
  return failure && { failure, check: fitsAll };
}

const fitsAll: Check = () => null;

/** Counts the names in a schema; null if it is too large. Not recursive, because nesting is unlimited here. */
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
        const mayBeSchema = typeof inner === 'object' || typeof inner === 'boolean' || Array.isArray(value);
        if (mayBeSchema && !plain.test(container) && !plain.test(name)) subschemas++;
        if (!Array.isArray(value)) names++;
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
