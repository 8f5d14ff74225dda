import type { ErrorObject } from '../../../../generated/ajv.mjs';
import type { DocumentOptions } from '../../document';
import type { Work } from '../../work';
import { type Check, compilerFailure, compileSchema, drafts, metaSchemaFailure } from './compileSchema';
import { type Json, parseJson } from './json';

/** The parameters of a tool as a JSON Schema. */
export interface ToolSchema {
  /** What their meta-schema refuses. Without `$schema` each draft has to refuse them, and the oldest says why. */
  readonly failure: ErrorObject | null;
  /** What they refuse in arguments. Without `$schema` they are of the newest draft in which they are a schema. */
  readonly check: Check;
}

/** Larger schemas are not looked at: code units, levels of values, and objects, arrays and booleans in it. */
const max = { length: 100_000, levels: 100, subschemas: 1000 };
/** Schemas of one document that are kept; what is compiled takes some times as much as its text. */
const maxCached = 500;

/** Keywords whose values are lists without subschemas. */
const plain = /^(enum|required|examples)$/;

/** By their text. The options of a document are the same object through all edits, so they go with the document. */
const keptFor = new WeakMap<DocumentOptions, Map<string, ToolSchema | null>>();

/** Parameters as a schema, worked out once for each text; null where nothing can be said of them. */
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
  if (typeof schema !== 'object' || schema === null || !isBounded(schema)) return null;
  const { $schema } = schema as { readonly $schema?: unknown };
  // People write it with either protocol, and an empty fragment.
  const bare = (id: string): string => id.replace(/^https?:|#$/g, '');
  const meant = drafts.filter(([id]) => typeof $schema !== 'string' || bare($schema) === bare(id));
  let failure: ErrorObject | null = null;
  for (const draft of meant) {
    failure = metaSchemaFailure(schema, draft);
    yield;
    if (failure !== null) continue;
    let check: Check | null = null;
    return { failure, check: (value) => (check ??= compileSchema(schema, draft))(value) };
  }
  return failure && { failure, check: () => null };
}

/** Whether a schema can be worked with in no time; nothing recurses here, because it may be as deep as it likes. */
function isBounded(schema: object): boolean {
  let level: [name: string, value: unknown][] = [['', schema]];
  let subschemas = 1;
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = [];
    for (const [container, value] of level) {
      for (const [name, inner] of typeof value === 'object' ? Object.entries(value ?? {}) : []) {
        // Ajv takes no notice of a property of the one name, and would answer later because of the other.
        if (name === '__proto__' || name === '$async') return false;
        // Ajv writes a line for each name that a property depends on, so what stands in an array counts as well.
        const mayBeSchema = typeof inner === 'object' || typeof inner === 'boolean' || Array.isArray(value);
        if (mayBeSchema && !plain.test(container) && !plain.test(name)) subschemas++;
        next.push([name, inner]);
      }
    }
    if (depth > max.levels || subschemas > max.subschemas) return false;
    level = next;
  }
  return true;
}

/** What Ajv says is wrong, and with which value. A document can make both very long. */
export function schemaErrorMessage({ instancePath, message = '' }: ErrorObject): string {
  const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
  return `${shortened(instancePath)} ${shortened(message)}`.trim();
}
