import { type Native, native } from '../native/native';
import type { Schema, Schemas } from '../schema/schema';
import { typesOf } from '../schema/validate';
import { Kind } from '../syntax/nodeKind';
import { Column, keyNumberOf, kindOf, type Pack, stride } from '../syntax/tree';

/** Numbers in a doubt of `assembly/doubt.ts`, and its flags. */
const doubtSize = 6;
const takesAnyName = 1;
const needsNames = 2;

/** What a rule may have something to say of: a value by itself, or the names in an object; rows are of the pack. */
export interface Doubt {
  readonly of: 'value' | 'names';
  readonly row: number;
  /** The row of its name, and of the container around it; -1 for none in the pack. */
  readonly nameRow: number;
  readonly aroundRow: number;
  readonly schema: Schema;
  readonly aroundSchema: Schema;
}

/** Finds what rules have to look at among all the values of which none can have anything to say. */
export class Doubts {
  private readonly schemas: Schemas;

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  /** The doubts in a pack of members of a container, in document order. */
  of(pack: Pack, container: Schema): readonly Doubt[] {
    const own = native();
    const { rows, row, rowEnd } = pack;
    if (own === null || (rowEnd - row) * stride > own.rows.length) return this.all(pack, container);
    const { all, anything } = this.schemas;
    if (own.tables.owner !== this.schemas) this.fill(own);
    own.rows.set(rows.subarray(row * stride, rowEnd * stride));
    const count = own.findDoubts(rowEnd - row, container.id, (container.items ?? anything).id);
    if (count < 0) return this.all(pack, container);
    const found: Doubt[] = [];
    for (let at = 0; at < count * doubtSize; at += doubtSize) {
      const [of, valueRow, nameRow, aroundRow, schema, around] = own.doubts.subarray(at, at + doubtSize);
      found.push({
        of: of === 0 ? 'value' : 'names',
        row: row + valueRow!,
        nameRow: nameRow! < 0 ? -1 : row + nameRow!,
        aroundRow: aroundRow! < 0 ? -1 : row + aroundRow!,
        schema: all[schema!]!,
        aroundSchema: around! < 0 ? container : all[around!]!,
      });
    }
    return found;
  }

  /** Every value and every object: for a pack that is too much for the memory. */
  private all({ rows, row: first, rowEnd }: Pack, container: Schema): readonly Doubt[] {
    const { grammar, anything } = this.schemas;
    const found: Doubt[] = [];
    const around = [{ end: rowEnd, row: -1, schema: container }];
    for (let row = first; row < rowEnd; row++) {
      while (row >= around[around.length - 1]!.end) around.pop();
      const { row: aroundRow, schema: aroundSchema } = around[around.length - 1]!;
      const nameRow = kindOf(rows[row * stride]!) === Kind.key ? row : -1;
      if (nameRow >= 0 && first + rows[row * stride + Column.next]! === row + 1) continue;
      const property = grammar.property(aroundSchema, keyNumberOf(rows[row * stride]!));
      const schema = (nameRow >= 0 ? property : aroundSchema.items) ?? anything;
      if (nameRow >= 0) row++;
      const place = { row, nameRow, aroundRow, aroundSchema };
      found.push({ of: 'value', ...place, schema });
      const kind = kindOf(rows[row * stride]!);
      if (kind !== Kind.object && kind !== Kind.array) continue;
      const inside = isDocumented(schema, kind) ? schema : anything;
      if (kind === Kind.object) found.push({ of: 'names', ...place, schema: inside });
      around.push({ end: first + rows[row * stride + Column.next]!, row, schema: inside });
    }
    return found;
  }

  private fill({ tables, useTables }: Native): void {
    const { all, anything, grammar } = this.schemas;
    const { names } = grammar.vocabulary;
    const width = names.length + 1;
    if (all.length > tables.nameFlags.length || all.length * width > tables.properties.length)
      throw new Error('The tables of assembly/memory.ts are too small for the schemas.');
    tables.properties.fill(-1);
    for (const schema of all) {
      const { id, properties, companions, items, required } = schema;
      const known = [...[...companions].map((name) => [name, anything] as const), ...(properties ?? [])];
      for (const [name, { id: property }] of known)
        tables.properties[id * width + grammar.vocabulary.numberOf(name)] = property;
      tables.itemSchemas[id] = (items ?? anything).id;
      tables.documentedKinds[id] = kindsWhere((kind) => isDocumented(schema, kind));
      tables.plainKinds[id] = kindsWhere((kind) => isPlain(schema, kind));
      tables.nameFlags[id] = (properties === null ? takesAnyName : 0) | (required.size > 0 ? needsNames : 0);
    }
    useTables(names.length, anything.id);
    tables.owner = this.schemas;
  }
}

/** Kinds as bits of a number. */
function kindsWhere(isOne: (kind: Kind) => boolean): number {
  return Object.values(Kind).reduce<number>((kinds, kind) => (isOne(kind) ? kinds | (1 << kind) : kinds), 0);
}

function isDocumented({ type }: Schema, kind: Kind): boolean {
  return type === null || typesOf[kind] === type;
}

/** Whether no rule looks at values of a kind, whatever they are. */
function isPlain(schema: Schema, kind: Kind): boolean {
  if (kind === Kind.null && schema.isCommonlyNull) return true;
  const isLookedInto = schema.format !== null || schema.documentedValues.length > 0;
  return isDocumented(schema, kind) && !(kind === Kind.string && isLookedInto);
}
