import type { Floats, Integers } from './compactArrays';
import type { Few, Rows } from './rows';

/** Whether rows say the same of trajectories with the same texts. */
export function haveSameRows(a: Rows, b: Rows): boolean {
  if (a.count !== b.count) return false;
  return (
    haveSameNumbers(a.fingerprints, b.fingerprints) &&
    figures.every((name) => haveSameNumbers(a[name], b[name])) &&
    areSame(a.numbers, b.numbers, haveSameColumn) &&
    areSame(
      a.labels,
      b.labels,
      (one, other) => haveSameColumn(one, other) && areSame(one.texts, other.texts),
    ) &&
    areSame(a.names.plain, b.names.plain) &&
    areSame(a.tools.names, b.tools.names) &&
    haveSameNumbers(a.tools.starts, b.tools.starts) &&
    haveSameNumbers(a.tools.codes, b.tools.codes)
  );
}

const figures = [
  ...(['reward', 'startTime', 'messages', 'characters'] as const),
  ...(['problems', 'calls', 'unanswered', 'cutOff'] as const),
];

/** Whether arrays hold the same numbers; NaN is a missing one. */
export function haveSameNumbers(a: Floats | Integers | Few, b: Floats | Integers | Few): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

type Column = (Rows['numbers'] | Rows['labels'])[number];

function haveSameColumn(a: Column, b: Column): boolean {
  const isSameAt = a.at === null || b.at === null ? a.at === b.at : haveSameNumbers(a.at, b.at);
  return a.name === b.name && isSameAt && haveSameNumbers(a.values, b.values);
}

function areSame<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSame: (one: Item, other: Item) => boolean = Object.is,
): boolean {
  return a.length === b.length && a.every((item, i) => isSame(item, b[i]!));
}
