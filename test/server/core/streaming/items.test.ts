import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trajectoryAt } from '../../../../server/core/collection/lookup';
import { collectSummaries } from '../../../../server/core/collection/summaries/collection';
import { columnsOf } from '../../../../server/core/collection/summaries/columns';
import { mergedRows } from '../../../../server/core/collection/summaries/merged';
import type { Rows } from '../../../../server/core/collection/summaries/rows';
import type { DocumentOptions } from '../../../../server/core/document';
import { max } from '../../../../server/core/features/hints/readTrajectory';
import { DocumentCheck } from '../../../../server/core/streaming/document/checkDocument';
import { DocumentItems } from '../../../../server/core/streaming/items/documentItems';
import { ItemList, type Items } from '../../../../server/core/streaming/items/itemList';
import { itemsOfLines } from '../../../../server/core/streaming/items/lineItems';
import { LinesCheck } from '../../../../server/core/streaming/lines/checkLines';
import { chunkOf, unitsOf } from '../../../../server/core/text/chunks';
import { runToEnd } from '../../../../server/core/work';
import { declaredLanguage, formOf, headLength } from '../../../../server/languageDetection';
import { corpusFiles } from '../../../corpus/files';
import { engine, open } from '../support';

interface Listed {
  readonly groups: readonly number[];
  readonly rows: unknown;
  /** Start and end of each trajectory. */
  readonly places: readonly (readonly number[])[];
}

/** The trajectories of a document. */
function whole(content: string, how: DocumentOptions): Listed {
  const document = open(content, how);
  const { rows, groups } = runToEnd(collectSummaries(document));
  const places: number[][] = [];
  for (let i = 0; ; i++) {
    const located = runToEnd(trajectoryAt(document, i));
    if (located === null) break;
    places.push([located.node.from, located.node.to]);
  }
  return { groups: groups.flatMap(({ trajectories }) => [...trajectories]), rows: merged(rows), places };
}

function merged(rows: readonly Rows[]): unknown {
  return {
    ...runToEnd(mergedRows(rows, runToEnd(columnsOf(rows)))),
    fingerprints: rows.flatMap(({ fingerprints }) => [...fingerprints]),
  };
}

/** The same while the text is read in windows. */
function streamed(content: string, how: DocumentOptions, window: number): Listed {
  const found: Items[] = [];
  const options = { ...how, limit: 10, hints: false, window };
  const write = (check: LinesCheck | DocumentCheck): void => {
    const units = unitsOf(content);
    for (let from = 0; from < units.length; from += 1000)
      check.write(chunkOf(units.subarray(from, from + 1000)));
  };
  if (how.language === 'trajectory-jsonl') {
    const isBare = open(content, how).type.kind === 'trajectory-lines';
    const list = new ItemList(isBare);
    const check = new LinesCheck(engine, { ...options, onLines: itemsOfLines(list, engine.schemas) });
    write(check);
    const { type } = check.end();
    if (type.kind !== 'unrecognized') found.push(list.take());
  } else {
    const items = new DocumentItems(engine, (some) => found.push(some));
    const check = new DocumentCheck(engine, { ...options, items });
    write(check);
    check.end();
    if (!items.areOfDocument) found.length = 0;
  }
  return joined(found);
}

function joined(found: readonly Items[]): Listed {
  const groups: number[] = [];
  for (const { groups: some, rows } of found) {
    if (some === null) groups.push(...new Array<number>(rows.count).fill(1));
    else
      for (const [i, size] of some.sizes.entries())
        if (i === 0 && some.isContinued) groups.push(groups.pop()! + size);
        else groups.push(size);
  }
  const places = found.flatMap(({ from, length }) =>
    [...from].map((start, i) => [start, start + length[i]!]),
  );
  return { groups, rows: merged(found.map(({ rows }) => rows)), places };
}

const corpus = 'test/corpus';
const files = [
  ...['airline.trajectories.json', 'airline.trajectories.jsonl', 'broken.trajectory.json'],
  ...['lines.trajectories.jsonl', 'problems.trajectory.json', 'rollouts.json', 'small.training-job.json'],
].map((name) => join('examples', name));
const features = ['hints.trajectory.json', 'outline.trajectory.json', 'rollouts.trajectories.jsonl'];
files.push(...features.map((name) => join('test/fixtures/features', name)));
files.push(...corpusFiles(corpus).map((name) => join(corpus, name)));

it.each(files)('%s: the trajectories of a text in windows are those of the document', (file) => {
  const content = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  const language = declaredLanguage('', file) ?? formOf(file, content.slice(0, headLength));
  const expected = whole(content, { language, name: file });
  for (const window of [500, 20_000, 2 ** 20])
    expect(streamed(content, { language, name: file }, window)).toEqual(expected);
});

const message = { role: 'user', content: 'Hello' };
const trajectory = (reward: number) => ({
  messages_and_choices: [message, { ...message, role: 'assistant', name: 3 }],
  reward,
  metadata: { task: `task ${reward % 7}` },
});
const group = (size: number, from = 0) => ({
  trajectories: Array.from({ length: size }, (_, i) => trajectory(from + i)),
});
const columns = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name} ${i}`, i]));
const wide = (metrics: object) => ({ trajectories: [{ ...trajectory(1), metrics }] });
const documents = {
  'one large group': group(300),
  'a large group between small ones': {
    split: 'train',
    trajectory_groups: [group(2), group(1), group(300, 10), group(2), group(0), group(40)],
  },
  'an array of groups': [group(2), group(300), group(3)],
  'an array of trajectories': group(300).trajectories,
  'one trajectory': trajectory(1),
  'no groups': { trajectory_groups: [] },
  'columns that others precede later': [
    ...Array.from({ length: 500 }, () => wide(columns('metric', 40))),
    ...Array.from({ length: 60 }, () => wide({ ...columns('late', 20), ...columns('metric', 40) })),
  ],
  'a key that does not decide': { trajectories: group(200).trajectories, trajectory_groups: [group(3)] },
};

it.each(Object.entries(documents))('%s', (_, value) => {
  for (const indent of [undefined, 1]) {
    const content = JSON.stringify(value, null, indent);
    const how = { language: 'trajectory', name: 'x.trajectory.json' } as const;
    const expected = whole(content, how);
    for (const window of [300, 1000, 7000, 2 ** 20]) expect(streamed(content, how, window)).toEqual(expected);
  }
});

const around: Readonly<Record<string, (long: object) => unknown>> = {
  'in a log request': (long) => ({
    trajectory_groups: [{ trajectories: [trajectory(1), long, trajectory(2)] }, group(2)],
  }),
  'first in a group': (long) => ({ trajectories: [long, trajectory(2)] }),
  'in an array of groups': (long) => [group(2), { trajectories: [long] }],
  'bare, in an array': (long) => [trajectory(1), long],
  'by itself': (long) => long,
};

it.each(Object.entries(around))('a trajectory too long to be in memory as a whole, %s', (_, put) => {
  const call = (i: number) => ({
    ...{ role: 'assistant', content: null },
    tool_calls: [{ id: `c${i}`, type: 'function', function: { name: `tool ${i % 5}`, arguments: '{}' } }],
  });
  const result = (i: number) => ({ role: 'tool', tool_call_id: `c${i}`, content: 'x'.repeat(2000) });
  // A call in a hundred has no result, and its name is no string.
  const turns = Array.from({ length: 600 }, (_, i) =>
    i % 100 === 50 ? [{ ...call(i), name: 3 }] : [call(i), result(i)],
  );
  const long = { reward: 0.5, messages_and_choices: turns.flat(), metadata: { task: 'long' } };
  const content = JSON.stringify(put(long));
  const how = { language: 'trajectory', name: 'long.trajectory.json' } as const;
  const expected = whole(content, how);
  const { length } = max;
  max.length = 100_000;
  const found = streamed(content, how, 20_000);
  max.length = length;
  // Its hash is of what is left of its text.
  const figures = ({ rows, ...others }: Listed) => ({
    ...others,
    rows: { ...(rows as object), fingerprints: null },
  });
  expect(figures(found)).toEqual(figures(expected));
});
