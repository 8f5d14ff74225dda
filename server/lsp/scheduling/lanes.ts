import { type Job, type Lane, maxSliceMs, type Schedule } from './slices';

/** A lane by its name. */
export type Lanes = (name: string) => Lane;

/** The lane of all analyses. Each document has another one for requests, with its URI as the name. */
export const analysisLane = 'analysis';

/** Jobs of a lane that have begun, at most: each may hold much memory. */
const maxBegun = 4;

/**
 * First turns of a job, in which it goes before those that have had more: a short one need not wait for long ones. Those
 * run one after the other, so that only one of them holds all of its memory.
 */
const firstTurns = 4;

/**
 * Runs jobs, in each turn those of one lane for about a slice, and lanes in turn. However much work there is for a
 * document, a message waits for at most one slice of it, and so does the work for each other document. Jobs of a lane
 * begin in order.
 */
export function inLanes(schedule: Schedule): Lanes {
  // The lane that has waited longest comes first.
  const lanes = new Map<string, Jobs>();
  const turn = (): void => {
    const [name, jobs] = lanes.entries().next().value!;
    try {
      runSome(jobs);
    } finally {
      lanes.delete(name);
      if (count(jobs) > 0) lanes.set(name, jobs);
      if (lanes.size > 0) schedule(turn);
    }
  };
  return (name) => (job) => {
    if (lanes.size === 0) schedule(turn);
    const jobs = lanes.get(name);
    if (jobs === undefined) lanes.set(name, { waiting: [job], young: [], long: [] });
    else jobs.waiting.push(job);
  };
}

interface Jobs {
  readonly waiting: Job[];
  /** Jobs in their first turns, which take turns. */
  readonly young: Begun[];
  /** The others: the first of them runs to its end. */
  readonly long: Begun[];
}

interface Begun {
  readonly job: Job;
  /** How many it has had. */
  readonly turns: number;
}

function count({ waiting, young, long }: Jobs): number {
  return waiting.length + young.length + long.length;
}

/** Runs jobs until the time of a slice is over. Those that they add wait for the next turn: messages are sent before. */
function runSome(jobs: Jobs): void {
  const stop = performance.now() + maxSliceMs;
  for (let left = count(jobs); left > 0; left--) {
    const { job, turns } = take(jobs);
    if (job() === true) putBack(jobs, { job, turns: turns + 1 });
    if (performance.now() >= stop) return;
  }
}

function take({ waiting, young, long }: Jobs): Begun {
  if (waiting.length > 0 && young.length + long.length < maxBegun) return { job: waiting.shift()!, turns: 0 };
  return (young.length > 0 ? young : long).shift()!;
}

function putBack({ young, long }: Jobs, begun: Begun): void {
  if (begun.turns < firstTurns) young.push(begun);
  else if (begun.turns === firstTurns) long.push(begun);
  else long.unshift(begun);
}
