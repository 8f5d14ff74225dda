import {
  type CheckedPage,
  checkedPageOf,
} from '../../../../server/core/collection/conversations/conversation';
import { type Collection, collectSummaries } from '../../../../server/core/collection/summaries/collection';
import type { Difference } from '../../../../server/core/collection/summaries/difference';
import { type MergedRows, mergedRows } from '../../../../server/core/collection/summaries/merged';
import type { Document } from '../../../../server/core/document';
import { trajectoryHints } from '../../../../server/core/features/hints/trajectoryHints';
import { runToEnd } from '../../../../server/core/work';

/** A client's data of one trajectory. */
export interface TableRow {
  readonly reward: number;
  readonly startTime: number;
  readonly messages: number;
  readonly characters: number;
  readonly problems: number;
  readonly calls: number;
  readonly unanswered: number;
  readonly cutOff: number;
  readonly numbers: Readonly<Record<string, number>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly tools: readonly string[];
}

/** A client's data of a collection. */
export interface Table {
  readonly rows: readonly TableRow[];
  readonly groups: readonly number[];
}

export const emptyTable: Table = { rows: [], groups: [] };

export function collectionOf(document: Document): Collection {
  return runToEnd(collectSummaries(document));
}

/** The complete data of a document's trajectories and groups. */
export function tableOf(document: Document): Table {
  const { rows, groups, columns } = collectionOf(document);
  return {
    rows: tableRows(runToEnd(mergedRows(rows, columns))),
    groups: groups.flatMap(({ trajectories }) => [...trajectories]),
  };
}

export function tableRows(rows: MergedRows): TableRow[] {
  return Array.from({ length: rows.count }, (_, i) => ({
    reward: rows.reward[i]!,
    startTime: rows.startTime[i]!,
    messages: rows.messages[i]!,
    characters: rows.characters[i]!,
    problems: rows.problems[i]!,
    calls: rows.calls[i]!,
    unanswered: rows.unanswered[i]!,
    cutOff: rows.cutOff[i]!,
    numbers: Object.fromEntries(
      rows.numbers.flatMap(({ name, values }) => (Number.isNaN(values[i]) ? [] : [[name, values[i]!]])),
    ),
    labels: Object.fromEntries(
      rows.labels.flatMap(({ name, texts, values }) => (values[i]! < 0 ? [] : [[name, texts[values[i]!]!]])),
    ),
    tools: [...rows.tools.codes.subarray(rows.tools.starts[i], rows.tools.starts[i + 1])].map(
      (code) => rows.tools.names[code]!,
    ),
  }));
}

/** Applies an answer as a client does. */
export function applied(table: Table, { state, isWhole, groups, trajectories }: Difference): Table {
  const before = isWhole ? emptyTable : table;
  const sizes = groups.pieces.flatMap((piece) => [...piece.trajectories]);
  const rows = tableRows(runToEnd(mergedRows(trajectories.pieces, state.columns)));
  return {
    rows: before.rows.toSpliced(trajectories.from, trajectories.removed, ...rows),
    groups: before.groups.toSpliced(groups.from, groups.removed, ...sizes),
  };
}

export function page(document: Document, trajectory: number, from = 0, count = 100): CheckedPage | null {
  return runToEnd(checkedPageOf(document, { trajectory, from, count }, trajectoryHints));
}
