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

it('What is short shares a turn', () => {
  everythingTakes(3);
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name);
  add('b', 'b1');
  expect(run()).toEqual([['a1', 'a2', 'a3'], ['b1'], ['a4']]);
});

it('What a job adds waits for the next turn, so that messages are sent before it', () => {
  everythingTakes(0);
  lanes('a')(() => {
    done.push('a1');
    add('a', 'later');
  });
  add('a', 'a2');
  expect(run()).toEqual([['a1', 'a2'], ['later']]);
});

/** A job that takes a number of turns. */
function addLong(name: string, turns: number): void {
  let left = turns;
  lanes('a')(() => {
    done.push(name);
    return --left > 0;
  });
}

it('Few jobs of a lane run by turns: the others begin when these are done', () => {
  everythingTakes(10);
  for (let i = 1; i <= 6; i++) addLong(`${i}`, 3);
  const perTurn = run().flat();
  expect(perTurn.slice(0, 8)).toEqual(['1', '2', '3', '4', '1', '2', '3', '4']);
  expect(perTurn.indexOf('5')).toBeGreaterThan(perTurn.lastIndexOf('1'));
  expect(perTurn.toSorted()).toEqual(['1', '2', '3', '4', '5', '6'].flatMap((name) => [name, name, name]));
});

it('Long jobs of a lane run one after the other, and short ones before them', () => {
  everythingTakes(10);
  for (const name of ['1', '2', '3']) addLong(name, 100);
  for (let turn = 0; turn < 50; turn++) turns.shift()!();
  addLong('short', 3);
  const perTurn = run().flat();
  expect(perTurn.slice(0, 3)).toEqual(['short', 'short', 'short']);
  const long = perTurn.slice(3).join('');
  expect(long).toMatch(/^1+2+3+$/);
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
