import type { Call, Result, Turn } from './hint';

/** What is left over when calls and results are put together. */
export interface Pairing {
  readonly unanswered: readonly Call[];
  /** Results whose id no earlier call has. */
  readonly unknown: readonly Result[];
  /** Results that have no id, of calls that have one. */
  readonly unnamed: readonly Result[];
}

/**
 * Puts calls and results together: by their ids, wherever the result stands behind the call; and where one of
 * the two has none, by their order within a round. A round is a run of messages that call tools, with the run of
 * results right behind it. Ids may come again, so a result answers all calls before it that have its id.
 */
export function pairCalls(turns: readonly Turn[]): Pairing {
  const made = new Set<string>();
  const named = new Map<string, Call[]>();
  const nameless = new Set<Call>();
  const unknown: Result[] = [];
  const unnamed: Result[] = [];
  let round = newRound();
  for (const { calls, result } of turns) {
    if (calls.length === 0 ? result === null : round.hasResults) round = newRound();
    for (const call of calls) {
      if (call.id === null) {
        nameless.add(call);
        round.nameless.push(call);
      } else {
        made.add(call.id);
        round.ids.push(call.id);
        named.set(call.id, named.get(call.id) ?? []);
        named.get(call.id)!.push(call);
      }
    }
    if (result === null) continue;
    round.hasResults = true;
    const { id } = result;
    if (id !== null && made.has(id)) named.delete(id);
    else if (round.nameless.length > 0) nameless.delete(round.nameless.shift()!);
    else if (id !== null) unknown.push(result);
    else if (named.delete(nextOpen(round.ids, named) ?? '')) unnamed.push(result);
  }
  return { unanswered: [...[...named.values()].flat(), ...nameless], unknown, unnamed };
}

/** The calls of a round that no result has been put to by its order. */
interface Round {
  readonly nameless: Call[];
  readonly ids: string[];
  hasResults: boolean;
}

function newRound(): Round {
  return { nameless: [], ids: [], hasResults: false };
}

/** The first of some ids whose call is open. Those before it are removed: they are answered. */
function nextOpen(ids: string[], open: ReadonlyMap<string, unknown>): string | undefined {
  while (ids.length > 0 && !open.has(ids[0]!)) ids.shift();
  return ids.shift();
}
