import type { LabelColumn } from '../../../server/viewProtocol/collection';
import { integersOf } from './base64';
import { type Cut, integerColumn, splicedIntegers } from './splicing';

/** A column of document-defined short values. For each trajectory an index into `texts`, or -1. */
export interface Labels {
  readonly texts: readonly string[];
  readonly values: Int32Array;
  readonly known: KnownTexts;
}

/** Texts and their indexes. Shared and extended across changes, because there may be 225,000. */
interface KnownTexts {
  readonly texts: string[];
  readonly codes: Map<string, number>;
}

/** Applies a cut to the label columns. A column without any value is removed. */
export function spliceLabels(
  before: ReadonlyMap<string, Labels>,
  length: number,
  cut: Cut,
  columns: readonly LabelColumn[],
): ReadonlyMap<string, Labels> {
  const changed = new Map(columns.map((column) => [column.name, column]));
  const result = new Map<string, Labels>();
  for (const [name, old] of before) {
    const column = changed.get(name);
    if (column !== undefined) {
      result.set(name, merged(old, cut, column));
      continue;
    }
    const values = splicedIntegers(old.values, cut, integerColumn(cut.added, -1));
    if (values.some((value) => value >= 0)) result.set(name, { ...old, values });
  }
  for (const [name, column] of changed) {
    if (!result.has(name)) result.set(name, merged(noLabels(length), cut, column));
  }
  const isSame =
    result.size === before.size &&
    [...result].every(([name, { values }]) => values === before.get(name)?.values);
  return isSame ? before : result;
}

function noLabels(length: number): Labels {
  const known: KnownTexts = { texts: [], codes: new Map() };
  return { texts: known.texts, values: integerColumn(length, -1), known };
}

/** Merges rows into a column. Unused texts stay until the whole collection is fetched again. */
function merged({ values, known }: Labels, cut: Cut, column: LabelColumn): Labels {
  const codes = column.texts.map((text) => {
    const code = known.codes.get(text) ?? known.texts.push(text) - 1;
    known.codes.set(text, code);
    return code;
  });
  const rows = integersOf(column.values);
  for (let i = 0; i < rows.length; i++) rows[i] = rows[i]! < 0 ? -1 : codes[rows[i]!]!;
  return { texts: known.texts, values: splicedIntegers(values, cut, rows), known };
}
