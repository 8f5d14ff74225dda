import logRequest from '../../../schemas/log-request.json';
import parts from '../../../schemas/parts.json';
import trainingConfig from '../../../schemas/training-config.json';
import trainingJob from '../../../schemas/training-job.json';
import type { Grammar } from '../syntax/context';
import { Vocabulary } from '../syntax/vocabulary';

/** What the interface documents of a value. Titles and descriptions are plain text. */
export interface Schema {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  /** The documented type; null where none is documented. */
  readonly type: SchemaType | null;
  /** Documented properties in the order of the interface; null for an object whose contents are not documented. */
  readonly properties: ReadonlyMap<string, Schema> | null;
  readonly required: ReadonlySet<string>;
  readonly items: Schema | null;
  readonly format: 'uuid' | 'date-time' | null;
  /** A date-time that must be in UTC form, with a trailing Z. */
  readonly isUtc: boolean;
  /** Suggestions; other values are just as valid. */
  readonly examples: readonly string[];
  /** The only values that the interface names; empty where it names none. */
  readonly documentedValues: readonly string[];
  /** Whether null is so common here that it is no problem. */
  readonly isCommonlyNull: boolean;
  /** Keys that are not documented but that chat formats commonly carry, and what is said of them. */
  readonly companions: ReadonlySet<string>;
  readonly companionDescription: string;
}

export type SchemaType = 'object' | 'array' | 'string' | 'number' | 'boolean';

/** The schemas of the interface by the document that they describe. */
export interface Schemas {
  readonly logRequest: Schema;
  readonly trainingJob: Schema;
  readonly trainingConfig: Schema;
  readonly group: Schema;
  readonly trajectory: Schema;
  /** Says nothing of a value. */
  readonly anything: Schema;
  /** All there are, by id. */
  readonly all: readonly Schema[];
  readonly names: Names;
  readonly grammar: SchemaGrammar;
}

/** The property names that the shape of a document hangs on, read from the schemas. */
export interface Names {
  /** The array of groups in a request. */
  readonly groups: string;
  /** The array of trajectories in a group. */
  readonly trajectories: string;
  /** The conversation of a trajectory. */
  readonly messages: string;
  readonly split: string;
  readonly modelId: string;
  /** The training config in a training job request. */
  readonly config: string;
}

/** The parser's view of the schemas: numbers instead of names. */
export interface SchemaGrammar extends Grammar {
  /** The same for JSON Lines, where each value of the root is a trajectory group, or a trajectory. */
  readonly lines: Grammar;
  /** The schema of a property by the number of its key; null when it is not documented. */
  property(schema: Schema, key: number): Schema | null;
}

type Json = Readonly<Record<string, unknown>>;

const files: Readonly<Record<string, Json>> = {
  'log-request.json': logRequest,
  'training-job.json': trainingJob,
  'training-config.json': trainingConfig,
  'parts.json': parts,
};

/** Compiles the schema files. The schemas of the interface do not contain themselves. */
export function compileSchemas(): Schemas {
  const all: Schema[] = [];
  const compile = (source: Json, file: string): Schema => {
    const { json, home } = resolve(source, file);
    const properties = json['properties'] as Record<string, Json> | undefined;
    const items = json['items'] as Json | undefined;
    const schema: Schema = {
      id: all.length,
      title: String(json['title'] ?? ''),
      description: String(json['description'] ?? ''),
      type: (json['type'] as SchemaType | undefined) ?? null,
      properties: properties
        ? new Map(Object.entries(properties).map(([name, value]) => [name, compile(value, home)]))
        : null,
      required: new Set(json['required'] as string[] | undefined),
      items: items ? compile(items, home) : null,
      format: (json['format'] as Schema['format'] | undefined) ?? null,
      isUtc: json['x-utc'] === true,
      examples: (json['examples'] as string[] | undefined) ?? [],
      documentedValues: (json['x-documented-values'] as string[] | undefined) ?? [],
      isCommonlyNull: json['x-common-null'] === true,
      companions: new Set(json['x-common-companions'] as string[] | undefined),
      companionDescription: String(json['x-companion-description'] ?? ''),
    };
    (schema as { id: number }).id = all.push(schema) - 1;
    return schema;
  };
  const named = {
    anything: compile({}, 'parts.json'),
    logRequest: compile(logRequest, 'log-request.json'),
    trainingJob: compile(trainingJob, 'training-job.json'),
    trainingConfig: compile(trainingConfig, 'training-config.json'),
    group: compile({ $ref: '#/$defs/trajectory-group' }, 'parts.json'),
  };
  const trajectory = [...named.group.properties!.values()][0]!.items!;
  const names = namesOf(named, trajectory);
  return { ...named, trajectory, all, names, grammar: grammarOf({ ...named, trajectory }, all) };
}

function namesOf(named: Pick<Schemas, 'logRequest' | 'trainingJob' | 'group'>, trajectory: Schema): Names {
  const nameOf = (schema: Schema, isIt: (property: Schema) => boolean): string =>
    [...schema.properties!].find(([, property]) => isIt(property))![0];
  return {
    groups: nameOf(named.logRequest, (property) => property.type === 'array'),
    trajectories: nameOf(named.group, (property) => property.items === trajectory),
    messages: nameOf(trajectory, (property) => property.items?.properties?.has('role') === true),
    split: nameOf(named.logRequest, (property) => property.type === 'string'),
    modelId: nameOf(named.trainingJob, (property) => property.format === 'uuid'),
    config: nameOf(named.trainingJob, (property) => property.type === 'object'),
  };
}

/** Follows `$ref`; keywords beside it win over those of its target. */
function resolve(source: Json, file: string): { json: Json; home: string } {
  const reference = source['$ref'];
  if (typeof reference !== 'string') return { json: source, home: file };
  const [name, pointer = ''] = reference.split('#') as [string, string?];
  const home = name === '' ? file : name;
  let target: unknown = files[home];
  for (const step of pointer.split('/').slice(1)) target = (target as Json)[step];
  const found = resolve(target as Json, home);
  return { json: { ...found.json, ...source }, home: found.home };
}

function grammarOf(named: Omit<Schemas, 'all' | 'names' | 'grammar'>, all: Schema[]): SchemaGrammar {
  const { anything, logRequest, trainingJob, trainingConfig, group, trajectory } = named;
  const names = new Map<string, number>();
  const number = (name: string): number => names.get(name) ?? names.set(name, names.size + 1).size;
  // Whatever the document turns out to be, the same keys lead to the same schemas below its root.
  const union = (id: number, ...roots: Schema[]): Schema => ({
    ...anything,
    id,
    properties: new Map(roots.flatMap((root) => [...root.properties!])),
  });
  const anyRoot = union(all.length, trainingConfig, group, trainingJob, logRequest);
  const anyLine = union(all.length + 1, trajectory, group);
  const schemas = [...all, anyRoot, anyLine];
  const properties = schemas.map(
    (schema) =>
      new Map([...(schema.properties ?? [])].map(([name, value]) => [number(name), value] as const)),
  );
  const companions = schemas.map((schema) => new Set([...schema.companions].map(number)));
  const vocabulary = new Vocabulary([...names.keys()]);
  const linesRoot = schemas.length + 1;
  const root = schemas.length;
  const grammar: Omit<SchemaGrammar, 'lines'> = {
    root,
    child(state, key) {
      if (state === root) return anyRoot.id;
      if (state === linesRoot) return anyLine.id;
      const child = key === null ? schemas[state]!.items : properties[state]!.get(key);
      return (child ?? anything).id;
    },
    owns(state, key) {
      const known = properties[state];
      if (known === undefined || known.size === 0) return null;
      return known.has(key) || companions[state]!.has(key);
    },
    vocabulary,
    property: (schema, key) => properties[schema.id]!.get(key) ?? null,
  };
  return { ...grammar, lines: { ...grammar, root: linesRoot } };
}
