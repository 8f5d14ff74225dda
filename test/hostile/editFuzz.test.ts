import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inputs, tellFigure } from '../budget';
import { useServer } from '../server/client';
import { text as anyText, edits, placed, type RelativeEdit } from '../server/core/arbitrary';
import { everyRequest } from './asked';
import { hostileTexts } from './hostileTexts';
import { open, openOther, placesIn } from './responsiveness';
import { type Answer, Wire } from './wire';

const server = useServer();
let wire: Wire;
beforeAll(async () => {
  wire = new Wire(server.run('--stdio'));
  // Hints come in a list of their own, later.
  const initializationOptions = { trajectory: { hints: false } };
  await wire.ask('initialize', { processId: null, rootUri: null, capabilities: {}, initializationOptions });
  wire.notify('initialized', {});
  await openOther(wire);
});

/** A client's action on an open document. */
type Step =
  | { readonly type: 'edit'; readonly edits: readonly RelativeEdit[] }
  | { readonly type: 'ask'; readonly request: number; readonly at: number; readonly isCancelled: boolean }
  | { readonly type: 'nonsense'; readonly method: string; readonly params: unknown }
  | { readonly type: 'wait' };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('edit' as const), edits }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      request: fc.nat(everyRequest.length - 1),
      at: share,
      isCancelled: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('nonsense' as const),
      method: fc.constantFrom('$/cancelRequest', 'textDocument/didChange', 'textDocument/didSave', 'no/such'),
      params: fc.constantFrom(null, {}, [], { id: null }, { textDocument: null }, { contentChanges: [{}] }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'wait' as const }) },
);

const start = fc.oneof(
  { weight: 2, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...hostileTexts), fc.integer({ min: 100, max: 20_000 }))
      .map(([{ make }, size]) => make(size)),
  },
);

/** What was tried, and what was found. */
const figures = { batches: 0, requests: 0, comparisons: 0, differences: 0 };
afterAll(() => {
  const shown = Object.entries(figures).map(([name, count]) => `${count} ${name}`);
  tellFigure(`Random edits, and diagnostics compared with those of a new document: ${shown.join(', ')}`);
});

let documents = 0;
const newUri = (): string => `file:///folder/fuzzed-${++documents}.trajectory.json`;

/** Errors that editors do not show: request cancelled, or content modified. */
const silent = new Set([-32800, -32801]);

it('After any edits and cancellations, all requests are answered, and diagnostics equal those of a newly opened document', async () => {
  const property = fc.asyncProperty(
    start,
    fc.array(step, { minLength: 1, maxLength: 12 }),
    async (first, steps) => {
      const uri = newUri();
      const answers: Promise<Answer>[] = [];
      let text = first;
      let version = 1;
      open(wire, uri, text);
      for (const one of steps) {
        if (one.type === 'wait') await wire.diagnosed(uri, version);
        else if (one.type === 'nonsense') wire.notify(one.method, one.params);
        else if (one.type === 'ask') answers.push(...asked(one, { uri, version, text }));
        else {
          const changes = [];
          for (const edit of one.edits) {
            const { from, to, insert } = placed(edit, text.length);
            const range = rangeOf(text, from, to);
            changes.push({ range, text: insert });
            text = applied(text, range, insert);
          }
          const textDocument = { uri, version: ++version };
          figures.batches++;
          wire.notify('textDocument/didChange', { textDocument, contentChanges: changes });
        }
      }
      const fresh = newUri();
      wire.notify('textDocument/didOpen', {
        textDocument: { uri: fresh, languageId: 'trajectory', version, text },
      });
      const found: unknown = JSON.parse(
        JSON.stringify(await wire.diagnosed(uri, version)).replaceAll(uri, fresh),
      );
      const expected = await wire.diagnosed(fresh, version);
      figures.comparisons++;
      figures.requests += answers.length;
      if (!isDeepStrictEqual(found, expected)) figures.differences++;
      expect(found).toEqual(expected);
      for (const { body } of await Promise.all(answers)) {
        if (body?.error !== undefined) expect(silent.has(body.error.code), JSON.stringify(body)).toBe(true);
      }
      for (const closed of [uri, fresh])
        wire.notify('textDocument/didClose', { textDocument: { uri: closed } });
      expect(wire.isAlive).toBe(true);
    },
  );
  await fc.assert(property, inputs(30));
});

/** Sends a request, and cancels it if asked to. */
function asked(
  { request, at, isCancelled }: Extract<Step, { type: 'ask' }>,
  { uri, version, text }: { readonly uri: string; readonly version: number; readonly text: string },
): Promise<Answer>[] {
  const { places, end } = placesIn(text, [at]);
  const before = wire.lastId;
  const answer = everyRequest[request]!.ask(wire, { uri, version, text, place: places[0]!, end });
  if (isCancelled) wire.notify('$/cancelRequest', { id: before + 1 });
  return [answer];
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

function rangeOf(text: string, from: number, to: number): Range {
  const ends = [...text.matchAll(/\r\n|\r|\n/g)].map((match) => match.index + match[0].length);
  const positionAt = (offset: number): Range['start'] => {
    const line = ends.findLastIndex((end) => end <= offset) + 1;
    return { line, character: offset - (ends[line - 1] ?? 0) };
  };
  return { start: positionAt(from), end: positionAt(to) };
}

/** Applies a change as LSP defines it: a character past the end of its line means the line's end. */
function applied(text: string, { start: a, end: b }: Range, insert: string): string {
  const lines = [...text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)];
  const offsetOf = ({ line, character }: Range['start']): number => {
    const { 0: content, index } = lines[line]!;
    return index + Math.min(character, content.replace(/[\r\n]+$/, '').length);
  };
  return text.slice(0, offsetOf(a)) + insert + text.slice(offsetOf(b));
}
