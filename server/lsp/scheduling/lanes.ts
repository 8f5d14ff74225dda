import { type Job, type Lane, maxSliceMs, type Schedule } from './slices';

/** A lane by its name. */
export type Lanes = (name: string) => Lane;

/** The lane of all analyses. Each document has another one for requests, with its URI as the name. */
export const analysisLane = 'analysis';

/**
 * Jobs of a lane that run by turns. The others have not begun: each that has begun may hold much memory, and the more
 * there are, the later each is done.
 */
const maxBegun = 4;

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
    if (jobs === undefined) lanes.set(name, { begun: [], waiting: [job] });
    else jobs.waiting.push(job);
  };
}

interface Jobs {
  readonly begun: Job[];
  readonly waiting: Job[];
}

function count({ begun, waiting }: Jobs): number {
  return begun.length + waiting.length;
}

/** Runs jobs until the time of a slice is over. Those that they add wait for the next turn: messages are sent before. */
function runSome(jobs: Jobs): void {
  const { begun, waiting } = jobs;
  const stop = performance.now() + maxSliceMs;
  for (let left = count(jobs); left > 0; left--) {
    const mayBegin = waiting.length > 0 && begun.length < maxBegun;
    const job = (mayBegin ? waiting : begun).shift()!;
    if (job() === true) begun.push(job);
    if (performance.now() >= stop) return;
  }
}
