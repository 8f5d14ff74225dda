import { beforeEach, expect, it } from 'vitest';
import type { Message, MessageReader } from 'vscode-languageserver';
import { documentsInTurn } from '../../../../server/lsp/scheduling/documentTurns';

let turns: (() => void)[];
let passed: string[];
let receive: (message: unknown) => void;

beforeEach(() => {
  turns = [];
  passed = [];
  const reader = {
    listen: (callback: (message: Message) => void) => {
      receive = callback as (message: unknown) => void;
      return { dispose: () => {} };
    },
  } as unknown as MessageReader;
  documentsInTurn(reader, (turn) => turns.push(turn)).listen((message) => {
    const { id, method = 'response' } = Object(message) as { readonly id?: number; readonly method?: string };
    passed.push(id === undefined ? method : `${method} ${id}`);
  });
});

/** Runs all turns. Returns what has been passed on since the last call. */
function run(): string[] {
  while (turns.length > 0) turns.shift()!();
  return passed.splice(0);
}

const about = (uri: string, method: string, id?: number): void =>
  receive({ method, id, params: { textDocument: { uri } } });
const cancel = (id: number): void => receive({ method: '$/cancelRequest', params: { id } });

it('Documents take turns, and their messages keep their order', () => {
  for (const method of ['a1', 'a2', 'a3', 'a4']) about('a', method);
  receive({ method: 'b1', params: { uri: 'b' } });
  about('c', 'c1');
  about('b', 'b2');
  expect(run()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  about('a', 'later');
  expect(run()).toEqual(['later']);
});

it('There is one message per turn, the first at once', () => {
  for (const method of ['a1', 'a2', 'a3']) about('a', method);
  const perTurn = [passed.splice(0)];
  while (turns.length > 0) {
    turns.shift()!();
    perTurn.push(passed.splice(0));
  }
  expect(perTurn).toEqual([['a1'], ['a2'], ['a3'], []]);
});

it('What is about several documents comes after all that was sent before it', () => {
  about('a', 'a1');
  about('b', 'b1');
  about('b', 'b2');
  receive({ method: 'compare', id: 1, params: { uri: 'a', documents: ['a', 'b'] } });
  about('a', 'a2');
  expect(run()).toEqual(['a1', 'b1', 'b2', 'compare 1', 'a2']);
});

it('What is about no document stays behind all before it and before all behind it', () => {
  receive({ method: 'initialize', id: 0, params: {} });
  for (const method of ['a1', 'a2', 'a3']) about('a', method);
  receive({ method: 'settings' });
  about('b', 'b1');
  receive({ method: 'shutdown', id: 1 });
  receive({ method: 'exit' });
  expect(run()).toEqual(['initialize 0', 'a1', 'a2', 'a3', 'settings', 'b1', 'shutdown 1', 'exit']);
});

it('A cancellation, and the request that it cancels, wait for nothing', () => {
  for (let id = 1; id <= 4; id++) about('a', 'request', id);
  cancel(3);
  cancel(3);
  cancel(1);
  receive({ id: 7, result: null });
  receive({ method: '$/setTrace', params: {} });
  expect(run()).toEqual([
    'request 1',
    'request 3',
    ...Array(3).fill('$/cancelRequest'),
    'response 7',
    '$/setTrace',
    'request 2',
    'request 4',
  ]);
});

it('Anything that is no message is passed on as it is', () => {
  for (const message of [null, 1, [], { params: null }, { method: 1 }]) receive(message);
  expect(passed).toHaveLength(5);
});
