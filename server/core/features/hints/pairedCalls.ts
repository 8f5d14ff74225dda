import { type CallTurn, type PairingProblem, pairCalls } from '../../collection/reading/pairing';
import { companion } from '../../schema/partNames';
import type { HintRule, Result, Turn } from './trajectory';

const messages: Readonly<Record<PairingProblem, string>> = {
  'no call': 'No earlier message makes the tool call for this result.',
  'no id': 'tool_call_id is missing: the tool call of this result is unknown.',
  'own id': `This is the id of a tool call. In a result, chat formats write it as ${companion.resultId}.`,
};

/** A call that no later message answers; a result without a call before it, or without the id of its call. */
export const pairedCalls: HintRule = ({ turns }, report) => {
  const { answeredBy, problems } = pairCalls(callTurns(turns));
  for (const [message, problem] of problems) {
    const { range, own } = turns[message]!.result!;
    if (problem !== 'own id') report('unknown-call', range, messages[problem]);
    else
      report('unknown-call', own!.key, messages[problem], { name: companion.resultId, ranges: [own!.key] });
  }
  // A run that ends with a call is over or was cut, so no result is missing.
  const lastTalk = turns.findLastIndex((turn) => turn.calls.length === 0);
  for (const [message, answers] of answeredBy) {
    if (message > lastTalk) continue;
    for (const [call, answer] of answers.entries()) {
      const { range, hasResult } = turns[message]!.calls[call]!;
      if (answer >= 0 || hasResult) continue;
      report('unanswered-call', range, 'No later message has the result of this tool call.');
    }
  }
};

function* callTurns(turns: readonly Turn[]): Generator<CallTurn> {
  for (const [message, { calls, result }] of turns.entries()) {
    if (calls.length === 0 && result === null) continue;
    yield { message, calls: calls.map(({ id }) => id), result: result && answering(result) };
  }
}

function answering({ id, own }: Result): CallTurn['result'] {
  return own === null ? { id } : { id, own: own.id };
}
