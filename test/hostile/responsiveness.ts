import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Asked, Position, Target } from './asked';
import { type Answer, forgetPeak, peakOf, Wire } from './wire';

/** Measurement of a server that is busy with one document and gets requests about another. */
export interface Sample {
  /** `ok`, `null`, an error code, or `died`. */
  readonly outcome: string;
  /** Time until the response or the diagnostics. */
  readonly milliseconds: number;
  /** The longest wait of a request about the other document meanwhile. */
  readonly longestWait: number;
  /** The longest turn of the server's event loop meanwhile, in ms of CPU time. */
  readonly turn: number;
  readonly bytes: number;
  /** Peak memory meanwhile, in MB; null if the system does not report it. */
  readonly peak: number | null;
}

/** A sample of one request about one text, or of one scenario. */
export interface Row extends Sample {
  readonly text: string;
  readonly request: string;
}

/** Shorter turns, in ms, and lower peaks of memory, in MB, are not printed. */
const worthPrinting = { turn: 50, peak: 280 };

/** Milliseconds between two requests about the other document. */
const pause = 5;

export const other = {
  uri: 'file:///folder/other.trajectory.json',
  text: '{"split": "train", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [], "reward": 1}]}]}',
};

const meter = join(import.meta.dirname, 'turnMeter.cjs');
const capabilities = {
  textDocument: {
    codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } },
    foldingRange: { lineFoldingOnly: true, rangeLimit: 5000 },
  },
};

/** Starts a server that measures its turns, and opens the other document. `runWith` takes options of Node. */
export async function startMetered(
  runWith: (node: readonly string[], args: readonly string[]) => ChildProcess,
): Promise<Wire> {
  const wire = new Wire(runWith(['--require', meter], ['--stdio']));
  await wire.ask('initialize', { processId: null, rootUri: null, capabilities });
  wire.notify('initialized', {});
  await openOther(wire);
  return wire;
}

export async function openOther(wire: Wire): Promise<void> {
  open(wire, other.uri, other.text);
  await wire.ask('trajectory/describe', { uri: other.uri });
}

export function open(wire: Wire, uri: string, text: string, languageId = 'trajectory'): void {
  wire.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
}

/** Runs work that keeps a server with `turnMeter.cjs` busy, while polling it about the other document. */
export async function sampled(wire: Wire, work: () => Promise<Partial<Answer>>): Promise<Sample> {
  const waits: Promise<number>[] = [];
  const wrong: string[] = [];
  const ask = (): void => {
    const asked = wire.ask('textDocument/hover', {
      textDocument: { uri: other.uri },
      position: { line: 0, character: 3 },
    });
    waits.push(
      asked.then(
        ({ body, milliseconds }) => {
          if (!JSON.stringify(body).includes('Split')) wrong.push(JSON.stringify(body));
          return milliseconds;
        },
        () => Number.POSITIVE_INFINITY,
      ),
    );
  };
  forgetPeak(wire.process);
  wire.measureTurns();
  const timer = setInterval(ask, pause);
  const began = performance.now();
  let answer: Partial<Answer> | null = null;
  try {
    ask();
    answer = await work();
  } catch (error) {
    if (wire.isAlive) throw error;
  } finally {
    clearInterval(timer);
  }
  const milliseconds = answer?.milliseconds ?? performance.now() - began;
  const longestWait = Math.max(...(await Promise.all(waits)));
  if (wrong.length > 0 && wire.isAlive) throw new Error(`The other document was answered with ${wrong[0]}`);
  const turn = wire.isAlive ? await wire.longestTurn() : Number.POSITIVE_INFINITY;
  const peak = peakOf(wire.process);
  return { outcome: outcomeOf(answer), milliseconds, longestWait, turn, bytes: answer?.bytes ?? 0, peak };
}

function outcomeOf(answer: Partial<Answer> | null): string {
  if (answer === null) return 'died';
  const { body } = answer;
  if (body?.error !== undefined) return String(body.error.code);
  return body !== null && body !== undefined && body.result === null ? 'null' : 'ok';
}

/** Samples one request about a document. */
export function sampledAnswer(wire: Wire, asked: Asked, target: Target): Promise<Sample> {
  return sampled(wire, () => asked.ask(wire, target));
}

/** Positions at fractions of a text. */
export function placesIn(text: string, shares: readonly number[]): { places: Position[]; end: Position } {
  const positionAt = (offset: number): Position => {
    const before = text.slice(0, offset);
    const lines = before.match(/\r\n|\r|\n/g)?.length ?? 0;
    const from = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
    return { line: lines, character: offset - from };
  };
  return {
    places: shares.map((share) => positionAt(Math.floor(share * text.length))),
    end: positionAt(text.length),
  };
}

/** Prints the samples with long turns or much memory, the longest turns first. */
export function printLong(title: string, rows: readonly Row[]): void {
  const shown = (value: number | null): string => (value === null ? '–' : value.toFixed(0));
  const isWorth = ({ turn, peak }: Row): boolean =>
    turn >= worthPrinting.turn || (peak ?? 0) >= worthPrinting.peak;
  const long = rows.filter(isWorth).sort((a, b) => b.turn - a.turn);
  const lines = long.map(
    ({ text, request, turn, longestWait, milliseconds, peak }) =>
      `| ${text} | ${request} | ${shown(turn)} | ${shown(longestWait)} | ${shown(milliseconds)} | ${shown(peak)} |`,
  );
  console.log(
    [
      `${title}; the longest turns of the event loop (CPU time), waits for another document, and memory:`,
      '| Text | Request | turn, ms | longest wait, ms | answer, ms | peak, MB |',
      '|---|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
  );
}
