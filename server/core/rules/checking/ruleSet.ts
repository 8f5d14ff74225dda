import { itemsOf, type Schema, type Schemas } from '../../schema/schema';
import type { Pack } from '../../syntax/tree/tree';
import { CandidateField, CandidateOf } from '../layout';
import type { CandidateKernel } from './candidateKernel';
import { candidatesIn } from './candidates';
import type { Tables } from './tables';

/** A list of rules, compiled for the schemas. */
export interface RuleSet {
  readonly schemas: Schemas;
  readonly tables: Tables;
  /** Finds candidates faster; null where the host forbids WebAssembly. */
  readonly kernel: CandidateKernel | null;
}

/** A value, or the keys of an object, that some rule looks at. Rows are indexes into the rows of the pack. */
export interface Candidate {
  readonly isValue: boolean;
  readonly row: number;
  /** The row of its key, and of the container around it; -1 if that is not in the pack. */
  readonly keyRow: number;
  readonly aroundRow: number;
  readonly schema: Schema;
  readonly aroundSchema: Schema;
}

/**
 * The candidates in a pack of members of a container, in document order, for `candidateAt`; valid until the next call.
 */
export function prefiltered(
  { schemas, tables, kernel }: RuleSet,
  pack: Pack,
  container: Schema,
): ArrayLike<number> {
  const ids = { container: container.id, item: (itemsOf(container) ?? schemas.anything).id };
  return kernel?.find(pack, ids) ?? candidatesIn(tables, pack, ids);
}

/** The candidate whose fields begin at an index. */
export function candidateAt(
  numbers: ArrayLike<number>,
  at: number,
  {
    pack,
    container,
    schemas,
  }: { readonly pack: Pack; readonly container: Schema; readonly schemas: Schemas },
): Candidate {
  const keyRow = numbers[at + CandidateField.keyRow]!;
  const aroundRow = numbers[at + CandidateField.aroundRow]!;
  const aroundSchema = numbers[at + CandidateField.aroundSchema]!;
  return {
    isValue: numbers[at + CandidateField.of] === CandidateOf.value,
    row: pack.row + numbers[at + CandidateField.row]!,
    keyRow: keyRow < 0 ? -1 : pack.row + keyRow,
    aroundRow: aroundRow < 0 ? -1 : pack.row + aroundRow,
    schema: schemas.all[numbers[at + CandidateField.schema]!]!,
    aroundSchema: aroundSchema < 0 ? container : schemas.all[aroundSchema]!,
  };
}
