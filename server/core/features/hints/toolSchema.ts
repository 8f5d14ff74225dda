import { draft07, draft2019, draft2020 } from '../../../../generated/metaSchemas.mjs';
import type { DocumentOptions } from '../../document';
import { type Check, type Complaint, compileSchema, type Draft } from './compileSchema';
import { type Json, type Pointer, parseJson } from './json';

/** What a schema refuses first in a value, and where. */
export interface Failure extends Pointer {
  readonly message: string;
}

/** The parameters of a tool as a JSON Schema. */
export interface ToolSchema {
  /** What their meta-schema refuses. Without `$schema` each draft has to refuse them, and the oldest says why. */
  readonly failure: Failure | null;
  /** What of arguments they refuse, whose text has a length; null where they fit, or where nothing can be said. */
  check(value: unknown, length: number): Failure | null;
}

/** Newest first, and what `$schema` is in them, but for the protocol and an empty fragment. */
const drafts: readonly { readonly draft: Draft; readonly id: string; readonly isSchema: MetaSchema }[] = [
  { draft: '2020-12', id: '//json-schema.org/draft/2020-12/schema', isSchema: draft2020 },
  { draft: '2019-09', id: '//json-schema.org/draft/2019-09/schema', isSchema: draft2019 },
  { draft: '07', id: '//json-schema.org/draft-07/schema', isSchema: draft07 },
];
type MetaSchema = typeof draft07;

/** Larger schemas are not looked at: code units, levels of values, and values that may be subschemas. */
const most = { length: 100_000, levels: 100, subschemas: 1000 };
/** Code units of the schemas of one document that are kept; what is compiled takes some times as much. */
const mostKept = 1_000_000;

/** Schemas by their text, and how long these are together. */
interface Kept {
  readonly schemas: Map<string, ToolSchema | null>;
  length: number;
}

/** The options of a document are the same object through all edits, so what is kept goes with the document. */
const keptFor = new WeakMap<DocumentOptions, Kept>();

/** Parameters as a schema, worked out once for each text; null where nothing can be said of them. */
export function toolSchemaOf(parameters: Json, document: DocumentOptions): ToolSchema | null {
  const kept = keptFor.get(document) ?? { schemas: new Map(), length: 0 };
  keptFor.set(document, kept);
  const text = parameters.text();
  if (text.length > most.length) return null;
  const known = kept.schemas.get(text);
  if (known !== undefined) return known;
  const schema = toolSchema(text);
  kept.schemas.set(text, schema);
  kept.length += text.length;
  for (const oldest of kept.schemas.keys()) {
    if (kept.length <= mostKept) break;
    kept.schemas.delete(oldest);
    kept.length -= oldest.length;
  }
  return schema;
}

function toolSchema(text: string): ToolSchema | null {
  const read = parseJson(text);
  if (read === null || !isBounded(read.value)) return null;
  const { $schema } = read.value as { readonly $schema?: unknown };
  const id = typeof $schema === 'string' ? $schema.replace(/^https?:|#$/g, '') : null;
  const meant = drafts.filter((draft) => id === null || draft.id === id);
  if (meant.length === 0) return null;
  const accepting = meant.filter(({ isSchema }) => isSchema(read.value));
  const refusal = accepting.length === 0 ? (meant.at(-1)!.isSchema.errors ?? null) : null;
  const checks: Check[] = [];
  return {
    failure: refusal && failureOf(refusal),
    check(value, length) {
      let first: Failure | null = null;
      for (const [i, { draft }] of accepting.entries()) {
        checks[i] ??= compileSchema(read.value as object, draft);
        const complaints = checks[i](value, length);
        // What no draft is named for is right when it is right in any.
        if (complaints === null) return null;
        first ??= failureOf(complaints);
      }
      return first;
    },
  };
}

/** Whether a schema can be worked with in no time; nothing recurses here, because it may be as deep as it likes. */
function isBounded(schema: unknown): boolean {
  let level: [name: string, value: unknown][] = [['', schema]];
  let subschemas = 1;
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = [];
    for (const [container, value] of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, inner] of Object.entries(value)) {
        // Ajv takes no notice of a property of the one name, and would answer later because of the other.
        if (name === '__proto__' || name === '$async') return false;
        const mayBeSchema =
          typeof inner === 'boolean' || (typeof inner === 'object' && !maps.has(name) && !lists.has(name));
        // Ajv writes a line for each name that a property depends on.
        if (mayBeSchema || (Array.isArray(value) && !lists.has(container))) subschemas++;
        next.push([name, inner]);
      }
    }
    if (depth > most.levels || subschemas > most.subschemas) return false;
    level = next;
  }
  return true;
}

/** Keywords whose values are no subschemas, but hold some, and those whose values hold plain ones. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const lists = new Set(['enum', 'required', 'examples']);

function failureOf(complaints: readonly Complaint[]): Failure {
  const { instancePath, params, ...rest } = decisive(complaints);
  const segments = instancePath.split('/').slice(1);
  const place = instancePath === '' ? '' : `${shortened(instancePath)} `;
  return {
    path: segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')),
    name: nameIn(params),
    message: place + shortened(words({ params, ...rest })),
  };
}

/**
 * The last complaint is what all others led to; only a condition comes after what it asks for. Of a union it is
 * what is wrong inside, where all but one of the schemas in it are for values of other types.
 */
function decisive(complaints: readonly Complaint[]): Complaint {
  const index = complaints.findLastIndex(({ keyword }) => keyword !== 'if');
  const last = complaints[index] ?? complaints[0]!;
  const { keyword: union, params } = last;
  if (union !== 'anyOf' && (union !== 'oneOf' || params['passingSchemas'] !== null)) return last;
  const reasons = complaints.slice(0, index);
  const [inner, ...others] = reasons.filter(
    ({ keyword, instancePath }) => keyword !== 'type' || instancePath !== last.instancePath,
  );
  if (inner && inner.instancePath !== last.instancePath && others.length === 0) return inner;
  const why = [...new Set(reasons.map(words))].slice(0, 3).join('; ');
  return { ...last, message: `${last.message} (${why})` };
}

/** What is wrong, with the name or the values that it is about. */
function words({ message = '', params }: Pick<Complaint, 'message' | 'params'>): string {
  const { allowedValue = nameIn(params) ?? undefined, allowedValues = allowedValue } = params;
  return allowedValues === undefined ? message : `${message}: ${JSON.stringify(allowedValues)}`;
}

/** The property that is wrong by its name. */
function nameIn(params: Complaint['params']): string | null {
  return params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['propertyName'] ?? null;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
