import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inLanes, type Lanes } from '../../../../server/lsp/scheduling/lanes';

/** Turns that are scheduled. */
let turns: (() => void)[];
let lanes: Lanes;
let done: string[];

beforeEach(() => {
  turns = [];
  done = [];
  lanes = inLanes((turn) => turns.push(turn));
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs all turns. Returns what was done in each. */
function run(): string[][] {
  const perTurn: string[][] = [];
  while (turns.length > 0) {
    done = [];
    turns.shift()!();
    perTurn.push(done);
  }
  return perTurn;
}

/** Each look at the clock then takes some milliseconds. */
function everythingTakes(milliseconds: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += milliseconds;
    return now;
  });
}

const add = (lane: string, name: string): void => lanes(lane)(() => done.push(name));

it('Lanes take turns, however much waits in one of them', () => {
  everythingTakes(10);
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name);
  add('b', 'b1');
  add('c', 'c1');
  add('b', 'b2');
  expect(run()).toEqual([['a1'], ['b1'], ['c1'], ['a2'], ['b2'], ['a3'], ['a4']]);
});

it('What is short shares a turn; the rest of long work waits for the next one', () => {
  everythingTakes(0);
  add('a', 'a1');
  lanes('a')(() => {
    done.push('a2');
    add('a', 'rest of a2');
  });
  add('a', 'a3');
  add('b', 'b1');
  expect(run()).toEqual([['a1', 'a2', 'a3'], ['b1'], ['rest of a2']]);
});

it('An exception does not stop the others', () => {
  everythingTakes(10);
  lanes('a')(() => {
    throw new Error('of one');
  });
  add('a', 'a2');
  add('b', 'b1');
  expect(turns.shift()!).toThrow('of one');
  expect(run()).toEqual([['b1'], ['a2']]);
  add('a', 'later');
  expect(run()).toEqual([['later']]);
});
