import { setImmediate } from 'node:timers/promises';
import {
  analyze,
  type Document,
  maxProblems,
  problemsOf,
  reanalyze,
  revise,
} from '../../server/core/document';
import { createEngine } from '../../server/core/engine';
import { findHints } from '../../server/core/features/hints/hints';
import { textOf } from '../../server/core/text/text';
import type { Work } from '../../server/core/work';
import { keepHeapSmall } from '../../server/stdio/heap';
import { hostileEdits, hostileTexts } from './hostileTexts';
import type { HostileText } from './textMakers';

/** The cost of a text, in milliseconds and in millions of code units or bytes. */
export interface Measured {
  readonly name: string;
  readonly size: number;
  /** Time until it is analyzed and its problems are listed. */
  readonly open: number;
  /** The slowest edit, and its name. */
  readonly edit: number;
  readonly slowest: string;
  /** Time to find the hints, at most. */
  readonly hints: number;
  /** The longest uninterrupted piece of work, and its name. */
  readonly stretch: number;
  readonly longest: string;
  readonly problems: number;
  /** Peak memory of the process. */
  readonly memory: number;
}

/** Times pieces of work; remembers the longest. */
class Clock {
  stretch = 0;
  longest = '';
  private total = 0;

  /** Runs one uninterrupted piece of work. */
  piece<Result>(name: string, work: () => Result): Result {
    const start = performance.now();
    const used = process.cpuUsage();
    const result = work();
    // CPU time: on a busy machine, wall time includes other processes.
    const { user, system } = process.cpuUsage(used);
    const time = Math.min(performance.now() - start, (user + system) / 1000);
    this.total += time;
    if (time > this.stretch) {
      this.stretch = time;
      this.longest = name;
    }
    return result;
  }

  /** Runs work in slices, with other tasks in between, as in the server. */
  async slices<Result>(name: string, work: Work<Result>): Promise<Result> {
    for (;;) {
      const step = this.piece(name, () => turnOf(work));
      if (step.done === true) return step.value;
      await setImmediate();
    }
  }

  /** Total time of all pieces since the last call. */
  lap(): number {
    const { total } = this;
    this.total = 0;
    return total;
  }
}

/** Milliseconds of work between two looks at the clock of the processor, which takes longer than a short step. */
const turn = 2;

/** Does work until it is done or a turn is over. */
function turnOf<Result>(work: Work<Result>): IteratorResult<void, Result> {
  const end = performance.now() + turn;
  let step = work.next();
  while (step.done !== true && performance.now() < end) step = work.next();
  return step;
}

/** Opens a text of a size and makes all edits. Needs a process of its own, to measure memory. */
export async function measure({ name, language, make }: HostileText, size: number): Promise<Measured> {
  // As in the server.
  keepHeapSmall();
  const engine = createEngine();
  engine.analyzer();
  const clock = new Clock();
  const text = textOf(make(size));
  let document: Document = await clock.slices('open', analyze(engine, text, { language, name: 'a' }));
  clock.piece('list', () => problemsOf(document));
  const open = clock.lap();
  await clock.slices('hints', findHints(document, maxProblems));
  let hints = clock.lap();
  const problems = document.counts.reduce((sum, count) => sum + count, 0);
  let edit = 0;
  let slowest = '';
  for (const { name, range, insert } of hostileEdits) {
    const revision = clock.piece(`revise: ${name}`, () =>
      revise({ text: document.text, changes: [] }, { ...range(document.text.length), insert }),
    );
    document = await clock.slices(name, reanalyze(document, revision));
    clock.piece(`list: ${name}`, () => problemsOf(document));
    const time = clock.lap();
    if (time > edit) [edit, slowest] = [time, name];
    // Found after the problems are sent.
    await clock.slices(`hints: ${name}`, findHints(document, maxProblems));
    hints = Math.max(hints, clock.lap());
  }
  const memory = process.resourceUsage().maxRSS / 1000;
  const { stretch, longest } = clock;
  return { name, size: text.length / 1e6, open, edit, slowest, hints, stretch, longest, problems, memory };
}

const [wanted, size] = process.argv.slice(2);
const text = hostileTexts.find(({ name }) => name === wanted);
if (text !== undefined) console.log(JSON.stringify(await measure(text, Number(size))));
