import { countOf } from '../../send/format/counts';
import type { Code } from '../../server/core/schema/problem';
import type { CheckedFile, FoundProblem } from '../check/checkedFile';

/** What GitHub accepts: results in a run, and bytes of a file, with some left for the rest of it. */
const maxResults = 25_000;
const maxBytes = 10_000_000;
const leftForTheRest = 500_000;

/** A problem in its file. */
export interface Located {
  readonly file: CheckedFile;
  readonly problem: FoundProblem;
}

interface OfCode {
  readonly first: Located;
  problems: number;
  readonly files: Set<string>;
}

/** Keeps a report within the limits of GitHub: the problems that do not fit are summed up by code. */
export class Unlisted {
  private results = 0;
  private bytes = 0;
  private readonly codes = new Map<Code, OfCode>();

  /** Whether there is room for a problem whose result has a text. Otherwise, it is counted. */
  hasRoomFor(located: Located, text: string): boolean {
    const { problem, file } = located;
    const bytes = this.bytes + Buffer.byteLength(text);
    // Each code that follows needs a result, too.
    const isFull = this.results + 100 >= maxResults || bytes > maxBytes - leftForTheRest;
    if (!isFull && this.codes.size === 0) {
      this.results++;
      this.bytes = bytes;
      return true;
    }
    const known = this.codes.get(problem.code) ?? { first: located, problems: 0, files: new Set() };
    known.problems++;
    known.files.add(file.shown);
    this.codes.set(problem.code, known);
    return false;
  }

  /** For each code, the first problem that is not listed, with a message that sums up all of them. */
  *sums(): Generator<Located> {
    for (const { first, problems, files } of this.codes.values()) {
      const where = files.size === 1 ? '' : ` in ${countOf(files.size, 'file')}`;
      const message = `${countOf(problems, 'problem')} of this kind${where} from here on, which do not fit into this report. The first one: ${first.problem.message}`;
      yield { file: first.file, problem: { ...first.problem, message } };
    }
  }
}
