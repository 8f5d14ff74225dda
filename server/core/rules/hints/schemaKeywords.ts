import type { Value } from './hint';
import { mayBePattern } from './pattern';

/** A keyword of JSON Schema: what its value must be, and the schemas in the value; null when it is something else. */
export interface Keyword {
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
  schemasIn: (value) => (value.type === 'object' ? every(valuesOf(value), isSchema) : null),
};
const patterns: Keyword = {
  noun: 'an object of regular expressions, in which each value is a schema',
  schemasIn: (value) =>
    [...value.members()].every(([name]) => mayBePattern(name)) ? namedSchemas.schemasIn(value) : null,
};
const items: Keyword = {
  noun: 'a schema: an object, true or false',
  schemasIn: (value) => (value.type === 'array' ? schemas : schema).schemasIn(value),
};
const type: Keyword = {
  noun: `one of ${[...typeNames].join(', ')}, or an array of different ones of these`,
  schemasIn: (value) => (isTypeName(value) || isTypeList(value) ? [] : null),
};
const dependencies: Keyword = {
  noun: 'an object in which each value is a schema or an array of different strings',
  schemasIn: (value) =>
    value.type === 'object' && valuesOf(value).every((one) => isSchema(one) || areNames(one))
      ? valuesOf(value).filter(isSchema)
      : null,
};
const dependentNames: Keyword = plain(
  'an object in which each value is an array of different strings',
  (value) => isObjectOf(value, areNames),
);
const flags: Keyword = plain('an object in which each value is true or false', (value) =>
  isObjectOf(value, ({ type }) => type === 'boolean'),
);
const names: Keyword = plain('an array of different strings', areNames);
const array: Keyword = plain('an array', ({ type }) => type === 'array');
const text: Keyword = plain('a string', ({ type }) => type === 'string');
const pattern: Keyword = plain(
  'a regular expression',
  ({ type, content }) => type === 'string' && mayBePattern(String(content)),
);
/** As far as any draft allows it: they differ in where a colon and an underscore may stand. */
const anchor: Keyword = plain(
  'a name of letters, digits, hyphens, underscores, colons and periods that begins with a letter',
  ({ type, content }) => type === 'string' && /^[A-Za-z_][-A-Za-z0-9._:]*$/.test(String(content)),
);
const flag: Keyword = plain('true or false', ({ type }) => type === 'boolean');
const number: Keyword = plain('a number', ({ type }) => type === 'number');
const bound: Keyword = plain('a number', ({ type }) => type === 'number' || type === 'boolean');
const factor: Keyword = plain(
  'a number above 0',
  ({ content }) => typeof content === 'number' && content > 0,
);
const count: Keyword = plain(
  'an integer, not negative',
  ({ content }) => typeof content === 'number' && Number.isInteger(content) && content >= 0,
);

/**
 * The keywords of draft 2020-12 and those that it has kept from older ones, and what their values are by its
 * meta-schema. What only an older draft allows (an array of `items`, `exclusiveMinimum: true`) is let pass, and
 * so is any string where a URI belongs.
 */
export const keywords: ReadonlyMap<string, Keyword> = new Map(
  Object.entries({
    ...named(schema, 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'),
    ...named(schema, 'unevaluatedItems', 'unevaluatedProperties', 'additionalItems', 'contentSchema'),
    ...named(schemas, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
    ...named(namedSchemas, 'properties', '$defs', 'definitions', 'dependentSchemas'),
    ...named(
      text,
      '$schema',
      '$id',
      '$ref',
      '$dynamicRef',
      '$recursiveRef',
      '$comment',
      'title',
      'description',
    ),
    ...named(text, 'format', 'contentEncoding', 'contentMediaType'),
    ...named(anchor, '$anchor', '$dynamicAnchor'),
    ...named(flag, 'uniqueItems', 'deprecated', 'readOnly', 'writeOnly'),
    ...named(number, 'minimum', 'maximum'),
    ...named(bound, 'exclusiveMinimum', 'exclusiveMaximum'),
    ...named(count, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
    ...named(count, 'minContains', 'maxContains'),
    ...named(array, 'enum', 'examples'),
    ...{ type, items, pattern, dependencies, multipleOf: factor, required: names },
    ...{ patternProperties: patterns, dependentRequired: dependentNames, $vocabulary: flags },
  }),
);

function named(keyword: Keyword, ...all: readonly string[]): Record<string, Keyword> {
  return Object.fromEntries(all.map((name) => [name, keyword]));
}

function plain(noun: string, isRight: (value: Value) => boolean): Keyword {
  return { noun, schemasIn: (value) => (isRight(value) ? [] : null) };
}

/** Of text that cannot be read nothing is said. */
function isObjectOf(value: Value, isRight: (member: Value) => boolean): boolean {
  return value.type === 'object' && valuesOf(value).every((one) => one.type === 'unknown' || isRight(one));
}

function valuesOf(value: Value): Value[] {
  return [...value.members()].map(([, member]) => member);
}

/** The values when there is one at least and all are right. */
function allOf(values: readonly Value[], isRight: (value: Value) => boolean): readonly Value[] | null {
  return values.length > 0 ? every(values, isRight) : null;
}

function every(values: readonly Value[], isRight: (value: Value) => boolean): readonly Value[] | null {
  return values.every(isRight) ? values : null;
}

function isSchema({ type }: Value): boolean {
  return type === 'object' || type === 'boolean' || type === 'unknown';
}

function isTypeName({ content, type }: Value): boolean {
  return type === 'unknown' || (type === 'string' && typeNames.has(String(content)));
}

function isTypeList(value: Value): boolean {
  return areNames(value) && allOf([...value.items()], isTypeName) !== null;
}

function areNames(value: Value): boolean {
  if (value.type !== 'array') return false;
  const known = [...value.items()].filter(({ type }) => type !== 'unknown');
  const strings = known.map(({ type, content }) => (type === 'string' ? content : null));
  return !strings.includes(null) && new Set(strings).size === strings.length;
}
