import type { CancellationToken } from 'vscode-languageserver';
import { matchesIn, type Searched } from '../../core/collection/finding/matching';
import type { StartThread, Thread } from './thread';

/** The matches of each text, or why there are none. Null if cancelled. */
export type Matches =
  | { readonly matches: readonly (readonly number[])[] }
  /** The time limit has passed while the text with this index was searched. */
  | { readonly tooSlow: number }
  | { readonly failure: string }
  | null;

export interface Search {
  readonly expression: RegExp;
  readonly texts: readonly Searched[];
}

/** Runs regular expressions. */
export interface Matcher {
  match(search: Search, token: CancellationToken): Promise<Matches>;
}

/** Seconds until an expression is ended. One that does not backtrack takes some milliseconds per megabyte. */
export const maxSeconds = 5;

/**
 * A regular expression can take longer than the age of the universe for one short text, and nothing but the end of its
 * thread stops it. So it runs in a thread beside the server: the text is here, and a thread can be started in Node and in
 * a browser. In the page of the view it would need all of the text sent there, and a policy that allows workers.
 */
export function createMatcher(startThread: StartThread): Matcher {
  // A thread that waits for its next search.
  let idle: MatchingThread | null = null;
  return {
    async match(search, token) {
      const thread = idle === null || idle.hasFailed() ? startMatching(startThread) : idle;
      idle = null;
      const found = await thread.run(search, token);
      const isFree = found !== null && 'matches' in found && idle === null;
      if (isFree) idle = thread;
      else thread.end();
      return found;
    },
  };
}

interface MatchingThread {
  /** It has ended by itself. */
  hasFailed(): boolean;
  run(search: Search, token: CancellationToken): Promise<Matches>;
  end(): void;
}

/** What the thread says: the text that it searches next, or the end. */
type Said = { readonly at: number } | Exclude<Matches, null | { readonly tooSlow: number }>;

/** Runs in the thread. `matchesIn` is the function of that name. */
const script = `
const matchesIn = ${matchesIn.toString()};
globalThis.onmessage = ({ data: { expression, texts } }) => {
  try {
    const matches = texts.map((text, at) => {
      postMessage({ at });
      return matchesIn(expression, text);
    });
    postMessage({ matches });
  } catch (error) {
    postMessage({ failure: String(error) });
  }
};
`;

function startMatching(startThread: StartThread): MatchingThread {
  let hear: (said: Said) => void = () => {};
  let hasFailed = false;
  const thread: Thread = startThread(script, {
    onMessage: (message) => hear(message as Said),
    onError: (error) => {
      hasFailed = true;
      hear({ failure: String(error) });
    },
  });
  const run = ({ expression, texts }: Search, token: CancellationToken) =>
    new Promise<Matches>((resolve) => {
      let at = 0;
      const finish = (found: Matches) => {
        clearTimeout(timer);
        listening.dispose();
        resolve(found);
      };
      const timer = setTimeout(() => finish({ tooSlow: at }), 1000 * maxSeconds);
      const listening = token.onCancellationRequested(() => finish(null));
      hear = (said) => {
        if ('at' in said) at = said.at;
        else finish(said);
      };
      thread.post({ expression, texts: texts.map(({ text, from, to }) => ({ text, from, to })) });
    });
  return { hasFailed: () => hasFailed, run, end: () => thread.end() };
}
