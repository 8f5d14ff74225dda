import type { Schema, Schemas } from '../schema/schema';
import { isDocumented } from '../schema/validate';
import { flagShift, kindMask } from '../syntax/layout';
import { Kind } from '../syntax/nodeKind';
import { kindsPerSchema, ObjectsWith } from './layout';
import type { ObjectRule, Rule, ValueRule } from './rule';

/**
 * What follows from the schemas and a list of rules: which rules look at what, and what the prefilter and its
 * kernel have to know of that. The index is the id of a schema, where nothing else is said.
 */
export interface Tables {
  /** The rules that look at values of a schema and a kind: see `valueRulesOf`. */
  readonly valueRules: readonly (readonly ValueRule[])[];
  readonly objectRules: readonly (readonly ObjectRule[])[];
  /** By schema and kind: some rule looks at a value where its row's `info` has one of these bits. */
  readonly infoMasks: Int32Array;
  /** Bits of `ObjectsWith`. */
  readonly objectsWith: Uint8Array;
  /** By schema and, in `width` entries, the number of a key: the schema of the property, or -1 for an unknown key. */
  readonly properties: Int16Array;
  readonly width: number;
  readonly itemSchemas: Int16Array;
  /** The kinds of value that have the documented type, a bit each. */
  readonly documentedKinds: Int32Array;
  /** The schema that says nothing. */
  readonly anything: number;
}

export function tablesOf(schemas: Schemas, rules: readonly Rule[]): Tables {
  const { all, anything } = schemas;
  const valueRules = all.flatMap((schema) => rulesByKind(schema, rules));
  const objectRules = all.map((schema) =>
    rules.filter((rule) => rule.of === 'object').filter((rule) => rule.appliesTo(schema)),
  );
  return {
    valueRules,
    objectRules,
    infoMasks: Int32Array.from(valueRules, (own) =>
      own.reduce((mask, { flags }) => mask | infoMask(flags), 0),
    ),
    objectsWith: Uint8Array.from(objectRules, (own) =>
      own.reduce<number>((bits, rule) => bits | ObjectsWith[rule.objectsWith], 0),
    ),
    ...propertiesOf(schemas),
    itemSchemas: Int16Array.from(all, ({ items }) => (items ?? anything).id),
    documentedKinds: Int32Array.from(all, (schema) =>
      kinds.reduce<number>((bits, kind) => (isDocumented(schema, kind) ? bits | (1 << kind) : bits), 0),
    ),
    anything: anything.id,
  };
}

/** The rules that look at values of a kind that a schema describes. */
export function valueRulesOf({ valueRules }: Tables, schema: Schema, kind: Kind): readonly ValueRule[] {
  return valueRules[schema.id * kindsPerSchema + kind]!;
}

function rulesByKind(schema: Schema, rules: readonly Rule[]): (readonly ValueRule[])[] {
  const byKind = new Array<readonly ValueRule[]>(kindsPerSchema).fill([]);
  for (const kind of kinds)
    byKind[kind] = rules
      .filter((rule) => rule.of === 'value')
      .filter((rule) => rule.kinds.includes(kind) && rule.appliesTo(schema, kind));
  return byKind;
}

/** Any value has a bit of its kind, because the kinds of values begin above 0. */
function infoMask(flags: number | undefined): number {
  return flags === undefined ? kindMask : flags << flagShift;
}

function propertiesOf({ all, anything, grammar }: Schemas): Pick<Tables, 'properties' | 'width'> {
  const { vocabulary } = grammar;
  const width = vocabulary.names.length + 1;
  const properties = new Int16Array(all.length * width).fill(-1);
  for (const { id, companions, properties: own } of all) {
    const known = [...[...companions].map((name) => [name, anything] as const), ...(own ?? [])];
    for (const [name, schema] of known) properties[id * width + vocabulary.numberOf(name)] = schema.id;
  }
  return { properties, width };
}

const kinds = Object.values(Kind);
