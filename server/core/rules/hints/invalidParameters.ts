import type { HintRule, ReportHint, TrajectorySubject, Value } from './hint';

/** Schemas that are looked at in one trajectory. */
const mostSchemas = 5000;

/**
 * Parameters of a tool that are no JSON Schema, by the meta-schema of draft 2020-12: the type of each keyword's
 * value. What only older drafts allow (an array of `items`, `exclusiveMinimum: true`) is let pass, because
 * nothing says which draft is meant.
 */
export const invalidParameters: HintRule<TrajectorySubject> = ({ parameters }, report) => {
  const pending = [...parameters];
  for (let seen = 0; pending.length > 0 && seen < mostSchemas; seen++) {
    const schema = pending.pop()!;
    if (schema.type === 'boolean' || schema.type === 'unknown') continue;
    if (schema.type === 'object') lookAt(schema, pending, report);
    else invalid(report, schema, 'A JSON Schema is an object, true or false');
  }
};

function lookAt(schema: Value, pending: Value[], report: ReportHint): void {
  for (const [name, value] of schema.members()) {
    const keyword = keywords.get(name);
    if (keyword === undefined || value.type === 'unknown') continue;
    const inner = keyword.schemasIn(value);
    if (inner === null) invalid(report, value, `In a JSON Schema, ${name} is ${keyword.noun}`);
    else pending.push(...inner);
  }
}

function invalid(report: ReportHint, { place, type }: Value, rule: string): void {
  // A container may be long; its bracket is enough.
  const to = type === 'object' || type === 'array' ? place.from + 1 : place.to;
  report('invalid-parameters', { from: place.from, to }, `${rule}.`);
}

/** A keyword: what its value must be, and the schemas in the value; null when the value is something else. */
interface Keyword {
  readonly noun: string;
  schemasIn(value: Value): readonly Value[] | null;
}

const typeNames = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

const schema: Keyword = {
  noun: 'a schema: an object, true or false',
  schemasIn: (value) => (isSchema(value) ? [value] : null),
};
const schemas: Keyword = {
  noun: 'an array of schemas, at least one',
  schemasIn: (value) => allOf([...value.items()], isSchema),
};
const namedSchemas: Keyword = {
  noun: 'an object in which each value is a schema',
  schemasIn: (value) =>
    value.type === 'object'
      ? every(
          [...value.members()].map(([, member]) => member),
          isSchema,
        )
      : null,
};
const items: Keyword = {
  noun: 'a schema: an object, true or false',
  schemasIn: (value) =>
    value.type === 'array' ? every([...value.items()], isSchema) : schema.schemasIn(value),
};
const type: Keyword = {
  noun: `one of ${[...typeNames].join(', ')}, or an array of these`,
  schemasIn: (value) =>
    isTypeName(value) || (value.type === 'array' && allOf([...value.items()], isTypeName)) ? [] : null,
};
const names: Keyword = {
  noun: 'an array of different strings',
  schemasIn: (value) => (value.type === 'array' && areNames([...value.items()]) ? [] : null),
};
const array: Keyword = plain('an array', ({ type }) => type === 'array');
const text: Keyword = plain('a string', ({ type }) => type === 'string');
const flag: Keyword = plain('true or false', ({ type }) => type === 'boolean');
const number: Keyword = plain('a number', ({ type }) => type === 'number');
const bound: Keyword = plain('a number', ({ type }) => type === 'number' || type === 'boolean');
const count: Keyword = plain(
  'an integer, not negative',
  ({ content }) => typeof content === 'number' && Number.isInteger(content) && content >= 0,
);

const keywords: ReadonlyMap<string, Keyword> = new Map(
  Object.entries({
    ...named(schema, 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'),
    ...named(schema, 'unevaluatedItems', 'unevaluatedProperties', 'additionalItems'),
    ...named(schemas, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
    ...named(namedSchemas, 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'),
    ...named(
      text,
      '$schema',
      '$id',
      '$ref',
      '$anchor',
      '$comment',
      'title',
      'description',
      'format',
      'pattern',
    ),
    ...named(flag, 'uniqueItems', 'deprecated', 'readOnly', 'writeOnly'),
    ...named(number, 'minimum', 'maximum', 'multipleOf'),
    ...named(bound, 'exclusiveMinimum', 'exclusiveMaximum'),
    ...named(count, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
    ...named(array, 'enum', 'examples'),
    ...{ type, items, required: names },
  }),
);

function named(keyword: Keyword, ...all: readonly string[]): Record<string, Keyword> {
  return Object.fromEntries(all.map((name) => [name, keyword]));
}

function plain(noun: string, isRight: (value: Value) => boolean): Keyword {
  return { noun, schemasIn: (value) => (isRight(value) ? [] : null) };
}

/** The values when there is one at least and all are right. */
function allOf(values: readonly Value[], isRight: (value: Value) => boolean): readonly Value[] | null {
  return values.length > 0 ? every(values, isRight) : null;
}

function every(values: readonly Value[], isRight: (value: Value) => boolean): readonly Value[] | null {
  return values.every(isRight) ? values : null;
}

/** Of text that cannot be read nothing is said. */
function isSchema({ type }: Value): boolean {
  return type === 'object' || type === 'boolean' || type === 'unknown';
}

function isTypeName({ content, type }: Value): boolean {
  return type === 'unknown' || (type === 'string' && typeNames.has(String(content)));
}

function areNames(values: readonly Value[]): boolean {
  const known = values.filter(({ type }) => type !== 'unknown');
  const strings = known.map(({ type, content }) => (type === 'string' ? content : null));
  return !strings.includes(null) && new Set(strings).size === strings.length;
}
