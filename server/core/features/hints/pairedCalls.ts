import {
  type CallTurn,
  type Pairing,
  type PairingProblem,
  pairCalls,
} from '../../collection/reading/pairing';
import { companion } from '../../schema/partNames';
import type { Fix } from '../../schema/problem';
import type { Call, HintRule, ReportHint, Result, Turn } from './trajectory';

const messages: Readonly<Record<PairingProblem | 'other id', string>> = {
  'no call': 'No earlier message makes the tool call for this result.',
  'no id': 'tool_call_id is missing: the tool call of this result is unknown.',
  'own id': `This is the id of a tool call. In a result, chat formats write it as ${companion.resultId}.`,
  'other id':
    'No earlier message makes a tool call with this id. The only call before it without a result has another id.',
};

/** A call that no later message answers; a result without a call before it, or without the id of its call. */
export const pairedCalls: HintRule = function* ({ turns }, report) {
  const pairing = yield* pairCalls(callTurns(turns));
  const meant = callsMeant(turns, pairing);
  for (const [message, problem] of pairing.problems)
    reportResult(turns[message]!.result!, problem, { call: meant.get(message), report });
  // A run that ends with a call is over or was cut, so no result is missing.
  const lastTalk = turns.findLastIndex((turn) => turn.calls.length === 0);
  const known = new Set(meant.values());
  for (const [message, calls] of unanswered(turns, pairing)) {
    if (message > lastTalk) continue;
    for (const call of calls)
      if (!known.has(call))
        report('unanswered-call', call.range, 'No later message has the result of this tool call.');
  }
};

function reportResult(
  { range, own }: Result,
  problem: PairingProblem,
  { call, report }: { readonly call: Call | undefined; readonly report: ReportHint },
): void {
  const fix = (ranges: Fix['ranges']): Fix => ({ name: companion.resultId, ranges: ranges! });
  const { from, to } = range;
  if (problem === 'own id') report('unknown-call', own!.key, messages[problem], fix([own!.key]));
  else if (call === undefined) report('unknown-call', range, messages[problem]);
  else report('unknown-call', range, messages['other id'], fix([{ from, to, value: call.id! }]));
}

/** By message: the calls without a result. */
function* unanswered(
  turns: readonly Turn[],
  { answeredBy }: Pairing,
): Generator<[message: number, calls: Call[]]> {
  for (const [message, answers] of answeredBy) {
    const { calls } = turns[message]!;
    yield [message, calls.filter(({ hasResult }, call) => answers[call]! < 0 && !hasResult)];
  }
}

/**
 * By message: the call of a result with an id that no call has. Only if a round has one such result and one call without
 * a result, so that nothing is guessed.
 */
function callsMeant(turns: readonly Turn[], pairing: Pairing): ReadonlyMap<number, Call> {
  const open = new Map(unanswered(turns, pairing));
  const meant = new Map<number, Call>();
  let calls: Call[] = [];
  let results: number[] = [];
  let isOver = false;
  const end = (): void => {
    const [call] = calls;
    if (calls.length === 1 && results.length === 1 && call!.id !== null) meant.set(results[0]!, call!);
    [calls, results, isOver] = [[], [], false];
  };
  for (const [message, turn] of turns.entries()) {
    if (turn.result === null && (turn.calls.length === 0 || isOver)) end();
    calls.push(...(open.get(message) ?? []));
    isOver ||= turn.result !== null;
    if (pairing.problems.get(message) === 'no call') results.push(message);
  }
  end();
  return meant;
}

function* callTurns(turns: readonly Turn[]): Generator<CallTurn> {
  for (const [message, { calls, result }] of turns.entries()) {
    if (calls.length === 0 && result === null) continue;
    yield { message, calls: calls.map(({ id }) => id), result: result && answering(result) };
  }
}

function answering({ id, own }: Result): CallTurn['result'] {
  return own === null ? { id } : { id, own: own.id };
}
