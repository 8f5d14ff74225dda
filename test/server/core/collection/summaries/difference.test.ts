import { describe, expect, it } from 'vitest';
import { differenceTo, type State } from '../../../../../server/core/collection/summaries/difference';
import type { Document } from '../../../../../server/core/document';
import { stringOf } from '../../../../../server/core/text/text';
import { editDocument, open, options } from '../../support';
import { applied, collectionOf, emptyTable, tableOf } from '../support';

const long = 'word '.repeat(2000);
const trajectory = (reward: number, metrics = '{}') =>
  `{"messages_and_choices": [{"content": "${long}"}], "reward": ${reward}, "metrics": ${metrics}}`;

/** Groups of two trajectories, each large enough for a part of its own. */
function request(groups: number): string {
  const items = Array.from({ length: groups }, (_, i) => {
    return `{"trajectories": [${trajectory(2 * i)}, ${trajectory(2 * i + 1)}]}`;
  });
  return `{"trajectory_groups": [${items.join()}]}`;
}

function stateOf(document: Document): State {
  return differenceTo(collectionOf(document), null).state;
}

/** The rows that an edit changes, of trajectories and of groups: the first, and how many are removed and new. */
function changed(document: Document, { find, by }: { find: string; by: string }) {
  const from = stringOf(document.text).indexOf(find);
  const edited = editDocument(document, [{ from, to: from + find.length, insert: by }]);
  const { trajectories, groups, isWhole, isComplete } = differenceTo(collectionOf(edited), stateOf(document));
  expect([isWhole, isComplete]).toEqual([false, true]);
  return {
    trajectories: [
      trajectories.from,
      trajectories.removed,
      trajectories.pieces.reduce((sum, { count }) => sum + count, 0),
    ],
    groups: [
      groups.from,
      groups.removed,
      groups.pieces.reduce((sum, piece) => sum + piece.trajectories.length, 0),
    ],
  };
}

describe('The difference of a collection', () => {
  const document = open(request(20));

  it('is the whole collection if the client knows nothing', () => {
    const { isWhole, isComplete, trajectories, groups } = differenceTo(collectionOf(document), null);
    expect([isWhole, isComplete, trajectories.from, trajectories.removed]).toEqual([true, true, 0, 0]);
    expect(trajectories.pieces.reduce((sum, { count }) => sum + count, 0)).toBe(40);
    expect(groups.pieces.reduce((sum, piece) => sum + piece.trajectories.length, 0)).toBe(20);
  });

  it('is empty if the client is up to date', () => {
    const { trajectories, groups } = differenceTo(collectionOf(document), stateOf(document));
    expect([trajectories.removed, trajectories.pieces, groups.removed, groups.pieces]).toEqual([
      0,
      [],
      0,
      [],
    ]);
  });

  it('is the one trajectory that was edited', () => {
    expect(changed(document, { find: '"reward": 13,', by: '"reward": 0.5,' })).toEqual({
      trajectories: [13, 1, 1],
      groups: [6, 1, 1],
    });
  });

  it('is little more than the trajectory that was removed or added', () => {
    // A trajectory that ended at a comma is parsed again if it now ends at a bracket.
    expect(changed(document, { find: `, ${trajectory(13)}`, by: '' })).toEqual({
      trajectories: [12, 2, 1],
      groups: [6, 1, 1],
    });
    expect(changed(document, { find: trajectory(12), by: `${trajectory(12)}, ${trajectory(7)}` })).toEqual({
      trajectories: [12, 1, 2],
      groups: [6, 1, 1],
    });
  });

  it('has the edited line, but not also the last one', () => {
    const lines = Array.from({ length: 20 }, (_, i) => trajectory(i)).join('\n');
    const document = open(lines, options.lines);
    expect(changed(document, { find: '"reward": 7,', by: '"reward": 0.5,' })).toEqual({
      trajectories: [7, 1, 1],
      groups: [7, 1, 1],
    });
    expect(changed(document, { find: '"reward": 19,', by: '"reward": 0.5,' })).toEqual({
      trajectories: [19, 1, 1],
      groups: [20, 0, 0],
    });
  });

  it('tells what is alike in all of it if it comes in pieces', () => {
    const edited = editDocument(document, [{ from: 0, to: document.text.length, insert: request(19) }]);
    const { isComplete, trajectories } = differenceTo(collectionOf(edited), stateOf(document), 400);
    expect(isComplete).toBe(false);
    expect(trajectories.removed).toBe(40);
    expect(trajectories.alike).toEqual({ atStart: 38, atEnd: 0 });
  });

  it('comes in pieces if it is large, and is complete in the end', () => {
    let table = emptyTable;
    let state: State | null = null;
    const answers: boolean[] = [];
    for (let isComplete = false; !isComplete; ) {
      const difference = differenceTo(collectionOf(document), state, 400);
      table = applied(table, difference);
      ({ state, isComplete } = difference);
      answers.push(difference.isWhole);
    }
    expect(table).toEqual(tableOf(document));
    expect(answers.length).toBeGreaterThan(3);
    expect(answers.filter(Boolean)).toHaveLength(1);
  });
});

describe('Trajectories that are parsed again', () => {
  const small = (...texts: readonly string[]) => {
    const groups = texts.map(
      (text) => `{"trajectories": [{"messages_and_choices": [{"content": "${text}"}]}]}`,
    );
    return `{"trajectory_groups": [${groups.join()}]}`;
  };
  /** How many of an edit's new rows equal their old ones. */
  const alike = (before: string, after: string) => {
    const document = open(before);
    const edited = editDocument(document, [{ from: 0, to: before.length, insert: after }]);
    return differenceTo(collectionOf(edited), stateOf(document)).trajectories.alike;
  };

  it.each([
    [
      'when another is added before them',
      small('a', 'b', 'c'),
      small('x', 'a', 'b', 'c'),
      { atStart: 0, atEnd: 3 },
    ],
    [
      'when others are added between them',
      small('a', 'b', 'c'),
      small('a', 'x', 'y', 'b', 'c'),
      { atStart: 1, atEnd: 2 },
    ],
    [
      'when another is added after them',
      small('a', 'b', 'c'),
      small('a', 'b', 'c', 'x'),
      { atStart: 3, atEnd: 0 },
    ],
    ['when one is replaced', small('a', 'b', 'c'), small('a', 'x', 'c'), { atStart: 1, atEnd: 1 }],
    ['when a duplicate is added', small('a', 'a', 'b'), small('a', 'a', 'a', 'b'), { atStart: 2, atEnd: 1 }],
    ['when one is removed', small('a', 'b', 'c'), small('b', 'c'), { atStart: 0, atEnd: 2 }],
  ])('are matched by their texts %s', (_, before, after, expected) => {
    expect(alike(before, after)).toEqual(expected);
  });

  it('are told apart by their start, their end, their length and what is between', () => {
    const words = 'word '.repeat(1000);
    expect(alike(small(`${words}a`), small(`${words}b`))).toEqual({ atStart: 0, atEnd: 0 });
    expect(alike(small(`a${'b'.repeat(900)}`), small(`b${'b'.repeat(900)}`))).toEqual({
      atStart: 0,
      atEnd: 0,
    });
    const middle = (word: string) => small(`${words}${word} ${words}`);
    expect(alike(middle('needle'), middle('thread'))).toEqual({ atStart: 0, atEnd: 0 });
    expect(alike(small(words), small(`${words}${words}`))).toEqual({ atStart: 0, atEnd: 0 });
  });
});

describe('Columns', () => {
  const withMetrics = (...names: readonly (readonly string[])[]) =>
    `{"trajectories": [${names.map((own) => trajectory(1, `{${own.map((name) => `"${name}": 1`).join()}}`)).join()}]}`;
  const many = Array.from({ length: 50 }, (_, i) => `m${i}`);

  it('are the first ones, and the others are counted', () => {
    const { columns } = collectionOf(open(withMetrics(['a'], many)));
    expect(columns.numbers).toEqual(['metrics.a', ...many.slice(0, 39).map((name) => `metrics.${name}`)]);
    expect(columns.leftOut).toBe(11);
  });

  it('are boolean if all their values are, even after an edit', () => {
    const edit = (document: Document, from: string, insert: string) => {
      const at = stringOf(document.text).indexOf(from);
      return editDocument(document, [{ from: at, to: at + from.length, insert }]);
    };
    const first = open(
      `{"trajectories": [${trajectory(1, '{"a": true, "b": 1}')}, ${trajectory(0, '{"a": false, "b": true}')}]}`,
    );
    expect(collectionOf(first).columns.booleans).toEqual(['metrics.a']);
    const number = edit(first, 'false', '0');
    expect(collectionOf(number).columns.booleans).toEqual([]);
    expect(collectionOf(edit(number, '"b": 1', '"b": false')).columns.booleans).toEqual(['metrics.b']);
    expect(collectionOf(edit(number, '"a": 0', '"a": false')).columns.booleans).toEqual(['metrics.a']);
  });

  it('have values only in the rows that have them', () => {
    const document = open(withMetrics(['a'], ['b']));
    expect(tableOf(document).rows.map(({ numbers }) => numbers)).toEqual([
      { 'metrics.a': 1 },
      { 'metrics.b': 1 },
    ]);
  });

  it('that are replaced by others are sent again, with all rows', () => {
    const document = open(withMetrics(['a'], many));
    const at = stringOf(document.text).indexOf('"a": 1');
    const edited = editDocument(document, [{ from: at, to: at, insert: '"new": 1, ' }]);
    const difference = differenceTo(collectionOf(edited), stateOf(document));
    expect(difference.isWhole).toBe(true);
    expect(applied(emptyTable, difference)).toEqual(tableOf(edited));
  });
});
