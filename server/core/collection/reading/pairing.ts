import type { Work } from '../../work';

/** A message that calls tools or is the result of a call. */
export interface CallTurn {
  readonly message: number;
  /** The id of each call; null if it has none. */
  readonly calls: readonly (string | null)[];
  /** The call id in a result; null if the message is not a result. */
  readonly result: Answering | null;
}

interface Answering {
  readonly id: string | null;
  /** If the result has no call id: the message's own id, into which some programs write that of the call. */
  readonly own?: string;
}

/** A call by message and by index in it. */
export interface CallIndex {
  readonly message: number;
  readonly call: number;
}

/**
 * `no call`: no earlier message makes the call. `no id`: the call has an id, but the result has none. `own id`: the
 * result has the call's id as its own.
 */
export type PairingProblem = 'no call' | 'no id' | 'own id';

/** The calls and the messages that answer them. */
export interface Pairing {
  /** By message: the answering message of each of its calls; -1 if there is none. */
  readonly answeredBy: ReadonlyMap<number, Int32Array>;
  /** By message: the call that it answers; of several with one id, the last. */
  readonly answers: ReadonlyMap<number, CallIndex>;
  readonly unanswered: number;
  /** By message: the problem of a result. */
  readonly problems: ReadonlyMap<number, PairingProblem>;
}

interface Round {
  /** Its first message. */
  readonly from: number;
  readonly nameless: CallIndex[];
  readonly named: CallIndex[][];
  /** The last result with an id in this round, and the calls of the round that it answered. */
  readonly answered: Map<string, { readonly result: number; readonly calls: readonly CallIndex[] }>;
  hasResults: boolean;
}

/** Messages and calls paired between two yields. */
const yieldEvery = 2000;

function roundFrom(from: number): Round {
  return { from, nameless: [], named: [], answered: new Map(), hasResults: false };
}

/**
 * Pairs calls and results by id, wherever the result comes after the call; if either has no id, by order within a
 * round. A round is a run of messages that call tools, with the run of results right after it. Ids may recur, so a
 * result answers all earlier calls with its id. If more results with that id follow in the round, each answers one of its
 * calls, in order, and the last one the rest.
 */
export function* pairCalls(turns: Iterable<CallTurn>): Work<Pairing> {
  const answeredBy = new Map<number, Int32Array>();
  const answers = new Map<number, CallIndex>();
  const byId = new Map<string, CallIndex[]>();
  const problems = new Map<number, PairingProblem>();
  let unanswered = 0;
  const answer = (result: number, calls: CallIndex[]): void => {
    for (const index of calls.splice(0)) {
      answeredBy.get(index.message)![index.call] = result;
      answers.set(result, index);
      unanswered--;
    }
  };
  let round = roundFrom(0);
  let next = 0;
  let paired = 0;
  for (const { message, calls, result } of turns) {
    paired += 1 + calls.length;
    if (paired >= yieldEvery) {
      paired = 0;
      yield;
    }
    if (message > next || (calls.length > 0 && round.hasResults)) round = roundFrom(message);
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
    const { called, problem } = calledBy(result, round, byId);
    const { id } = result;
    const before = id === null || called.length > 0 ? undefined : round.answered.get(id);
    if (before !== undefined && before.calls.length > 1) {
      // Parallel calls with one id: the result before answers the first of them, this one the others so far.
      answers.set(before.result, before.calls[0]!);
      unanswered += before.calls.length - 1;
      called.push(...before.calls.slice(1));
    }
    const { from } = round;
    const own = called.filter((index) => index.message >= from);
    if (id !== null && own.length > 0) round.answered.set(id, { result: message, calls: own });
    answer(message, called);
    if (problem !== null) problems.set(message, problem);
  }
  return { answeredBy, answers, unanswered, problems };
}

/** The calls that a result answers; the caller removes them from the list. */
function calledBy(
  { id, own }: Answering,
  { nameless, named }: Round,
  byId: ReadonlyMap<string, CallIndex[]>,
): { readonly called: CallIndex[]; readonly problem: PairingProblem | null } {
  const same = id === null ? undefined : byId.get(id);
  if (same !== undefined) return { called: same, problem: null };
  const meant = own === undefined ? undefined : byId.get(own);
  if (meant !== undefined) return { called: meant, problem: 'own id' };
  const first = nameless.shift();
  if (first !== undefined) return { called: [first], problem: null };
  if (id !== null) return { called: [], problem: 'no call' };
  // Skip calls answered by now.
  while (named[0]?.length === 0) named.shift();
  const next = named.shift();
  return next === undefined ? { called: [], problem: null } : { called: next, problem: 'no id' };
}
