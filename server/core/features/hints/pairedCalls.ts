import type { Call, HintRule } from './trajectory';

/**
 * A call that no later message answers; a result for which there is no call before it, or that does not say
 * which one it is for. Calls and results are put together by their ids, wherever the result stands behind the
 * call; and where one of the two has none, by their order within a round. A round is a run of messages that call
 * tools, with the run of results right behind it. Ids may come again, so a result answers all calls before it
 * that have its id.
 */
export const pairedCalls: HintRule = ({ turns }, report) => {
  const open = new Set<Call>();
  const byId = new Map<string, Call[]>();
  const answer = (calls: Call[]): void => {
    for (const call of calls.splice(0)) open.delete(call);
  };
  // The calls of a round that no result has been put to by its order; those with one id together.
  let round = { nameless: [] as Call[], named: [] as Call[][], hasResults: false };
  for (const { calls, result } of turns) {
    if (calls.length === 0 ? result === null : round.hasResults) {
      round = { nameless: [], named: [], hasResults: false };
    }
    for (const call of calls) {
      open.add(call);
      const same = call.id === null ? round.nameless : (byId.get(call.id) ?? []);
      same.push(call);
      if (call.id === null) continue;
      byId.set(call.id, same);
      round.named.push(same);
    }
    if (result === null) continue;
    round.hasResults = true;
    const { id, place } = result;
    const called = id === null ? undefined : byId.get(id);
    if (called !== undefined) answer(called);
    else if (round.nameless.length > 0) open.delete(round.nameless.shift()!);
    else if (id !== null) report('unknown-call', place, 'No message before this result makes its tool call.');
    else {
      // Those that are answered by now are behind us.
      while (round.named[0]?.length === 0) round.named.shift();
      if (round.named.length === 0) continue;
      answer(round.named.shift()!);
      report('unknown-call', place, 'No tool_call_id says which tool call this is the result of.');
    }
  }
  for (const { place } of open) {
    report('unanswered-call', place, 'No message after this tool call has its result.');
  }
};
