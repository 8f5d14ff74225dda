import { itemsOf, type Schema, type Schemas, usualProperties } from '../../schema/schema';
import { isDocumented } from '../../schema/schemaTypes';
import { flagShift, kindCapacity, kindMask } from '../../syntax/layout';
import { Kind } from '../../syntax/tree/nodeKind';
import { ObjectsWith } from '../layout';
import type { MemberRule, ObjectRule, Rule, ValueRule } from '../rule';

/**
 * Derived from the schemas and a list of rules: which rules look at what, for the checker, and the tables of the
 * prefilter and its kernel. The index is the id of a schema unless noted otherwise.
 */
export interface Tables {
  /** By schema and kind: see `valueRulesOf`. */
  readonly valueRules: readonly (readonly ValueRule[])[];
  readonly objectRules: readonly (readonly ObjectRule[])[];
  readonly memberRules: readonly (readonly MemberRule[])[];
  /** By schema and kind: some rule looks at a value if the `info` of its row has one of these bits. */
  readonly infoMasks: Int32Array;
  /** Bits of `ObjectsWith`. */
  readonly objectsWith: Uint8Array;
  /**
   * By schema and number of a key, `width` entries per schema: the schema of the property, or -1 for an unknown key.
   */
  readonly properties: Int16Array;
  readonly width: number;
  readonly itemSchemas: Int16Array;
  /** The kinds of values that have the documented type, one bit each. */
  readonly documentedKinds: Int32Array;
  /** The schema that documents nothing. */
  readonly anything: number;
}

export function tablesOf(schemas: Schemas, rules: readonly Rule[]): Tables {
  const { all, anything } = schemas;
  return {
    ...ofValues(all, rules),
    ...ofObjects(all, rules),
    ...propertiesOf(schemas),
    itemSchemas: Int16Array.from(all, (schema) => (itemsOf(schema) ?? anything).id),
    documentedKinds: Int32Array.from(all, documentedBits),
    anything: anything.id,
  };
}

/** The rules that look at values of a kind that a schema describes. */
export function valueRulesOf({ valueRules }: Tables, schema: Schema, kind: Kind): readonly ValueRule[] {
  return valueRules[schema.id * kindCapacity + kind]!;
}

function ofValues(all: readonly Schema[], rules: readonly Rule[]): Pick<Tables, 'valueRules' | 'infoMasks'> {
  const valueRules = new Array<readonly ValueRule[]>(all.length * kindCapacity).fill([]);
  const infoMasks = new Int32Array(valueRules.length);
  for (const rule of rules) {
    if (rule.of !== 'value') continue;
    const mask = infoMask(rule.flags);
    for (const schema of all) {
      for (const kind of rule.kinds) {
        if (!rule.appliesTo(schema, kind)) continue;
        const at = schema.id * kindCapacity + kind;
        valueRules[at] = [...valueRules[at]!, rule];
        infoMasks[at]! |= mask;
      }
    }
  }
  return { valueRules, infoMasks };
}

function ofObjects(
  all: readonly Schema[],
  rules: readonly Rule[],
): Pick<Tables, 'objectRules' | 'memberRules' | 'objectsWith'> {
  const objectRules: ObjectRule[][] = all.map(() => []);
  const memberRules: MemberRule[][] = all.map(() => []);
  const objectsWith = new Uint8Array(all.length);
  for (const rule of rules) {
    if (rule.of === 'value') continue;
    for (const schema of all) {
      if (!rule.appliesTo(schema)) continue;
      if (rule.of === 'object') objectRules[schema.id]!.push(rule);
      else memberRules[schema.id]!.push(rule);
      objectsWith[schema.id]! |= ObjectsWith[rule.of === 'object' ? 'anyKeys' : rule.with];
    }
  }
  return { objectRules, memberRules, objectsWith };
}

/** Every value has a bit of the kind mask, because the kinds of values begin above 0. */
function infoMask(flags: number | undefined): number {
  return flags === undefined ? kindMask : flags << flagShift;
}

function propertiesOf({ all, anything, grammar }: Schemas): Pick<Tables, 'properties' | 'width'> {
  const { vocabulary } = grammar;
  const width = vocabulary.names.length + 1;
  const properties = new Int16Array(all.length * width).fill(-1);
  for (const schema of all) {
    const { id, companions, properties: own } = schema;
    for (const name of companions) properties[id * width + vocabulary.numberOf(name)] = anything.id;
    for (const [name, { id: usual }] of usualProperties(schema))
      properties[id * width + vocabulary.numberOf(name)] = usual;
    if (own === null) continue;
    for (const [name, schema] of own) properties[id * width + vocabulary.numberOf(name)] = schema.id;
  }
  return { properties, width };
}

function documentedBits(schema: Schema): number {
  let bits = 0;
  for (const kind of kinds) if (isDocumented(schema, kind)) bits |= 1 << kind;
  return bits;
}

const kinds = Object.values(Kind);
