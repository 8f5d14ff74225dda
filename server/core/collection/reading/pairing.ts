/** A message of a conversation that calls tools, or that is the result of a call. */
export interface CallTurn {
  readonly message: number;
  /** The id of each call; null where it has none. */
  readonly calls: readonly (string | null)[];
  /** What a result says of the call that it answers; null for a message that is no result. */
  readonly result: Answering | null;
}

interface Answering {
  readonly id: string | null;
  /** The id of the result itself, where it says nowhere which call it answers: some programs write that of the call. */
  readonly own?: string;
}

/** A call of a message. */
export interface CallIndex {
  readonly message: number;
  readonly call: number;
}

/** No message before a result makes its call; the call has an id, and the result does not say it, or as its own id. */
export type PairingIssue = 'no call' | 'no id' | 'own id';

/** Which message answers which call. */
export interface Pairing {
  /** By message, for each of its calls the message that answers it; -1 where none does. */
  readonly answeredBy: ReadonlyMap<number, Int32Array>;
  /** By message, the call that it answers; of several with one id, the last. */
  readonly answers: ReadonlyMap<number, CallIndex>;
  readonly unanswered: number;
  /** By message, what is wrong with a result. */
  readonly issues: ReadonlyMap<number, PairingIssue>;
}

interface Round {
  readonly nameless: CallIndex[];
  readonly named: CallIndex[][];
  hasResults: boolean;
}

/**
 * Calls and results are put together by their ids, wherever the result stands behind the call; and where one of the
 * two has none, by their order within a round. A round is a run of messages that call tools, with the run of results
 * right behind it. Ids may come again, so a result answers all calls before it that have its id.
 */
export function pairCalls(turns: Iterable<CallTurn>): Pairing {
  const answeredBy = new Map<number, Int32Array>();
  const answers = new Map<number, CallIndex>();
  const byId = new Map<string, CallIndex[]>();
  const issues = new Map<number, PairingIssue>();
  let unanswered = 0;
  const answer = (result: number, calls: CallIndex[]): void => {
    for (const index of calls.splice(0)) {
      answeredBy.get(index.message)![index.call] = result;
      answers.set(result, index);
      unanswered--;
    }
  };
  let round: Round = { nameless: [], named: [], hasResults: false };
  let next = 0;
  for (const { message, calls, result } of turns) {
    if (message > next || (calls.length > 0 && round.hasResults))
      round = { nameless: [], named: [], hasResults: false };
    next = message + 1;
    if (calls.length > 0) answeredBy.set(message, new Int32Array(calls.length).fill(-1));
    for (const [call, id] of calls.entries()) {
      const same = id === null ? [] : (byId.get(id) ?? []);
      same.push({ message, call });
      unanswered++;
      if (id === null) round.nameless.push(same[0]!);
      else {
        byId.set(id, same);
        round.named.push(same);
      }
    }
    if (result === null) continue;
    round.hasResults = true;
    const { called, issue } = calledBy(result, round, byId);
    answer(message, called);
    if (issue !== null) issues.set(message, issue);
  }
  return { answeredBy, answers, unanswered, issues };
}

/** The calls that a result answers; they are taken out of the list when they are answered. */
function calledBy(
  { id, own }: Answering,
  { nameless, named }: Round,
  byId: ReadonlyMap<string, CallIndex[]>,
): { readonly called: CallIndex[]; readonly issue: PairingIssue | null } {
  const same = id === null ? undefined : byId.get(id);
  if (same !== undefined) return { called: same, issue: null };
  const meant = own === undefined ? undefined : byId.get(own);
  if (meant !== undefined) return { called: meant, issue: 'own id' };
  const first = nameless.shift();
  if (first !== undefined) return { called: [first], issue: null };
  if (id !== null) return { called: [], issue: 'no call' };
  // Those that are answered by now are behind us.
  while (named[0]?.length === 0) named.shift();
  const next = named.shift();
  return next === undefined ? { called: [], issue: null } : { called: next, issue: 'no id' };
}
