import type { TemplateResult } from 'lit/html.js';
import { fileName, matchName } from '../comparison/fileNames';
import { plainName } from '../conversation/text';
import { meanOf } from '../data/matching/changes';
import { groupLabel } from '../data/matching/keys';
import { titleOf } from '../data/measures';
import { counted, plural, short, signed } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { inFile } from '../state/actions';
import { compareMatch } from '../state/comparison/comparing';
import { listsMatches, type MatchedFiles, sideOf, valuesIn } from '../state/matching';
import type { View } from '../state/view';
import { matchRowName, sizesOf } from './matchNames';

/** The rows that are listed, computed on access. */
export interface ListedRows {
  /** Of the list. */
  readonly name: string;
  readonly count: number;
  /** Titles of the columns. */
  readonly heads: readonly string[];
  readonly whyEmpty: string;
  at(row: number): ListedRow;
  /** What tells a row from the others, wherever it is listed: the value of the key, or a number of a group. */
  keyAt(row: number): string | number | undefined;
}

export interface ListedRow {
  /** The accessible name. */
  readonly name: string;
  readonly cells: readonly (string | readonly (string | TemplateResult)[])[];
  readonly press: () => void;
  /** For a double-click. */
  readonly open: () => void;
}

export function rowsOf(view: View, matched: MatchedFiles): ListedRows {
  if (listsMatches(view.settings)) return matchedRows(view, matched);
  return unmatchedRows(view, matched, view.settings.across.listed === 'other');
}

function matchedRows(view: View, matched: MatchedFiles): ListedRows {
  const { key, order, changes, matching } = matched;
  const value = titleOf(view.settings.value);
  return {
    name: 'Matched groups',
    count: order.length,
    heads: [key ?? 'Group', `${value} before`, `${value} after`, 'change', 'trajectories'],
    whyEmpty:
      matching.matches.length > 0
        ? 'No matched group passes the filter.'
        : 'No groups of the two files match. Match them by another key, or by their index.',
    keyAt(row) {
      const match = matching.matches[order[row]!];
      return match?.label ?? match?.own[0];
    },
    at(row) {
      const index = order[row]!;
      const match = matching.matches[index]!;
      const by = changes.change[index]!;
      return {
        name: matchRowName(view, matched, index),
        cells: [
          plainName(key === null ? matchName(matched, match) : match.label!),
          short(changes.before[index]!),
          short(changes.after[index]!),
          Number.isNaN(by) ? '–' : signed(by),
          sizesOf(view, match).map(counted).join(' / '),
        ],
        press: () => {
          view.matchRow = row;
          compareMatch(view, index);
        },
        open: () => {},
      };
    },
  };
}

function unmatchedRows(view: View, { key, matching }: MatchedFiles, isOther: boolean): ListedRows {
  const columns = sideOf(view, isOther)!;
  const groups = isOther ? matching.unmatched.other : matching.unmatched.own;
  const value = titleOf(view.settings.value);
  const file = visibleName(fileName(view, isOther));
  const labels = key === null ? undefined : columns.labels.get(key);
  return {
    name: `Groups only in ${file}`,
    count: groups.length,
    heads: ['Group', ...(key === null ? [] : [key]), value, 'trajectories'],
    whyEmpty: `Every group of ${file} has a counterpart.`,
    keyAt: (row) => groups[row],
    at(row) {
      const group = groups[row]!;
      const first = columns.starts[group]!;
      const size = columns.starts[group + 1]! - first;
      const mean = short(meanOf({ layout: columns, values: valuesIn(view, isOther) }, [group]));
      const label = labels?.texts[groupLabel(columns, labels, group)] ?? null;
      const number = `Group ${counted(group + 1)}`;
      const about = label === null ? `no ${key}` : `${key} ${label}`;
      const facts = [...(key === null ? [] : [visibleName(about)]), `mean ${visibleName(value)} ${mean}`];
      const show = (focus: boolean) => {
        view.matchRow = row;
        if (size === 0) return;
        view.host.post({ type: 'reveal', trajectory: first, message: null, ...inFile(isOther), focus });
      };
      return {
        name: `${number}: ${[...facts, plural(size, 'trajectory', 'trajectories')].join(', ')}`,
        cells: [number, ...(key === null ? [] : [plainName(label ?? '–')]), mean, counted(size)],
        press: () => show(false),
        open: () => show(true),
      };
    },
  };
}
