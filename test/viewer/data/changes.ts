import fc from 'fast-check';
import type { CollectionChange, TrajectoryRows } from '../../../server/viewProtocol/collection';

/** A trajectory made up by a test. */
export interface Made {
  readonly reward: number;
  readonly messages: number;
  readonly number: number;
  readonly label: string | null;
  readonly tools: readonly string[];
}

/** The groups of trajectories of a document. */
export type MadeGroups = readonly (readonly Made[])[];

export const made: fc.Arbitrary<Made> = fc.record({
  reward: fc.oneof(fc.constantFrom(0, 1, 0.5, Number.NaN), fc.double({ min: -5, max: 5, noNaN: true })),
  messages: fc.nat(40),
  number: fc.constantFrom(Number.NaN, 1, 2, 3),
  label: fc.constantFrom(null, 'a', 'b', 'airline 12', 'airline 2'),
  tools: fc.uniqueArray(fc.constantFrom('search', 'book', 'think'), { maxLength: 3 }),
});

export const madeGroups: fc.Arbitrary<MadeGroups> = fc.array(fc.array(made, { maxLength: 5 }), {
  maxLength: 8,
});

export function toFloats(values: readonly number[]): string {
  return Buffer.from(new Float64Array(values).buffer).toString('base64');
}

export function toIntegers(values: readonly number[]): string {
  return Buffer.from(new Int32Array(values).buffer).toString('base64');
}

/** Rows as the server sends them. */
export function rowsOf(items: readonly Made[]): TrajectoryRows {
  const texts = [...new Set(items.flatMap(({ label }) => (label === null ? [] : [label])))];
  const names = [...new Set(items.flatMap(({ tools }) => tools))];
  const starts = [0];
  for (const { tools } of items) starts.push(starts.at(-1)! + tools.length);
  const none = toIntegers(items.map(() => 0));
  const hasNumber = items.some(({ number }) => !Number.isNaN(number));
  return {
    count: items.length,
    reward: toFloats(items.map(({ reward }) => reward)),
    startTime: toFloats(items.map(() => Number.NaN)),
    messages: toIntegers(items.map(({ messages }) => messages)),
    ...{ characters: none, problems: none, calls: none, unanswered: none, cutOff: none },
    numbers: hasNumber ? [{ name: 'metrics.x', values: toFloats(items.map(({ number }) => number)) }] : [],
    labels:
      texts.length === 0
        ? []
        : [{ name: 'task', texts, values: toIntegers(items.map(({ label }) => texts.indexOf(label ?? ''))) }],
    tools: {
      names,
      starts: toIntegers(starts),
      codes: toIntegers(items.flatMap(({ tools }) => tools.map((tool) => names.indexOf(tool)))),
    },
  };
}

let states = 0;

/** The change that sends the whole document. */
export function whole(groups: MadeGroups): CollectionChange {
  return { ...change([], groups, { from: 0, removed: 0 }), isWhole: true };
}

/** The change that replaces the groups from `from` on with those of `after`. */
export function change(
  before: MadeGroups,
  added: MadeGroups,
  { from, removed }: { readonly from: number; readonly removed: number },
): CollectionChange {
  const countIn = (groups: MadeGroups) => groups.reduce((sum, { length }) => sum + length, 0);
  return {
    version: 1,
    kind: 'log-request',
    state: ++states,
    isWhole: false,
    isComplete: true,
    groups: {
      from,
      removed,
      rows: { count: added.length, trajectories: toIntegers(added.map(({ length }) => length)) },
    },
    trajectories: {
      from: countIn(before.slice(0, from)),
      removed: countIn(before.slice(from, from + removed)),
      rows: rowsOf(added.flat()),
      alike: alikeIn(before.slice(from, from + removed).flat(), added.flat()),
    },
    columnsLeftOut: 0,
    booleans: [],
    problemsElsewhere: 0,
    wrongFile: null,
  };
}

function alikeIn(before: readonly Made[], after: readonly Made[]) {
  const shorter = Math.min(before.length, after.length);
  let atStart = 0;
  while (atStart < shorter && before[atStart] === after[atStart]) atStart++;
  let atEnd = 0;
  while (atEnd < shorter - atStart && before.at(-1 - atEnd) === after.at(-1 - atEnd)) atEnd++;
  return { atStart, atEnd };
}
