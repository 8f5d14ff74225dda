import logRequest from '../../../schemas/log-request.json';
import parts from '../../../schemas/parts.json';
import trainingConfig from '../../../schemas/training-config.json';
import trainingJob from '../../../schemas/training-job.json';
import { grammarOf } from './grammar';
import type { Line, Names, Schema, Schemas, SchemaType, Usual } from './schema';

type Json = Readonly<Record<string, unknown>>;

const files: Readonly<Record<string, Json>> = {
  'log-request.json': logRequest,
  'training-job.json': trainingJob,
  'training-config.json': trainingConfig,
  'parts.json': parts,
};

/** Compiles the schema files. The schemas of the interface are not recursive. */
export function compileSchemas(): Schemas {
  const all: Schema[] = [];
  const compile = compilerInto(all);
  const named = {
    anything: compile({}, 'parts.json'),
    logRequest: compile(logRequest, 'log-request.json'),
    trainingJob: compile(trainingJob, 'training-job.json'),
    trainingConfig: compile(trainingConfig, 'training-config.json'),
    group: compile({ $ref: '#/$defs/trajectory-group' }, 'parts.json'),
  };
  const trajectory = [...named.group.properties!.values()][0]!.items!;
  const names = namesOf(named, trajectory);
  for (const around of all) {
    for (const [name, level] of levels(names)) {
      const item = around.properties?.get(name)?.items ?? null;
      if (item !== null) Object.assign(item, { level, mistakenFor: around });
    }
  }
  Object.assign(named.group, { level: 'group', mistakenFor: named.logRequest });
  const configs = [named.trainingConfig, named.trainingJob.properties!.get(names.config)!];
  for (const config of configs) Object.assign(config, { level: 'config' });
  Object.assign(named.trainingJob, { mistakenFor: named.trainingConfig });
  const lineOf = (schema: Schema, holds: Line['holds']): Schema => {
    const line = { ...schema, id: all.length, line: { holds, names } };
    all.push(line);
    return line;
  };
  const lines = { group: lineOf(named.group, 'group'), trajectory: lineOf(trajectory, 'trajectory') };
  return { ...named, trajectory, lines, all, names, grammar: grammarOf({ ...named, trajectory }, all) };
}

/** The arrays of a document, and what their items are. */
function levels({ groups, trajectories, messages }: Names): [string, Schema['level']][] {
  return [
    [groups, 'group'],
    [trajectories, 'trajectory'],
    [messages, 'message'],
  ];
}

/**
 * Returns a function that compiles a schema of a file and its subschemas into a list; the index in the list is the id.
 */
function compilerInto(all: Schema[]): (source: Json, file: string) => Schema {
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
      hasLabels: json['x-labels'] === true,
      companions: new Set(json['x-common-companions'] as string[] | undefined),
      companionDescription: String(json['x-companion-description'] ?? ''),
      companionValues: usualOf(json['x-companion-values']),
      usual: null,
      otherNames: (json['x-other-names'] as string[] | undefined) ?? [],
      level: null,
      mistakenFor: null,
      line: null,
    };
    (schema as { id: number }).id = all.push(schema) - 1;
    return schema;
  };
  const usualOf = (source: unknown): Map<string, Schema> => {
    const values = Object.entries((source ?? {}) as Record<string, Json>);
    return new Map(values.map(([name, value]) => [name, compileUsual(value)]));
  };
  const compileUsual = ({ type, properties, items }: Json): Schema => {
    const schema = compile({}, 'parts.json');
    const inner = items === undefined ? null : compileUsual(items as Json);
    const usual: Usual = { type: type as SchemaType, properties: usualOf(properties), items: inner };
    return Object.assign(schema, { usual });
  };
  return compile;
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
