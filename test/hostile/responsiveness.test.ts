import { afterAll, describe, expect, it } from 'vitest';
import { inputs } from '../budget';
import { useServer } from '../server/client';
import { everyRequest } from './asked';
import { hostileTexts } from './hostileTexts';
import {
  open,
  placesIn,
  printLong,
  type Row,
  type Sample,
  sampled,
  sampledAnswer,
  startMetered,
} from './responsiveness';
import type { HostileText } from './textMakers';

/** `npm run test:deep` uses every text, in a large size, and prints response times. */
const isDeep = inputs(1).numRuns > 1;
const size = isDeep ? 5_000_000 : 20_000;
/** Millions of bytes that the server may use. */
const maxMemory = (20 * size) / 1e6 + 200;
const shares = isDeep ? [0.001, 0.5, 0.999] : [0.5];
/** `npm test` always uses the same few texts. */
const texts = hostileTexts.filter((_, i) => isDeep || i % 11 === inputs(1).seed % 11);
const server = useServer();
const rows: Row[] = [];

/** Opens a text, sends every request about it and edits it, while polling the other document. */
async function tried({ name, language, make }: HostileText): Promise<Row[]> {
  const wire = await startMetered(server.runWith);
  const text = make(size);
  const uri = 'file:///folder/hostile.trajectory.json';
  const { places, end } = placesIn(text, shares);
  const found: Row[] = [];
  const add = (request: string, sample: Sample): void => {
    found.push({ text: name, request, ...sample });
  };
  const told = async (version: number, tell: () => void): Promise<Sample> =>
    sampled(wire, async () => {
      tell();
      await wire.diagnosed(uri, version);
      return {};
    });
  add('open', await told(1, () => open(wire, uri, text, language)));
  for (const asked of everyRequest) {
    for (const place of asked.isPlaced ? places : [places[0]!]) {
      add(asked.name, await sampledAnswer(wire, asked, { uri, version: 1, text, place, end }));
    }
  }
  for (const [i, place] of places.entries()) {
    const change = { range: { start: place, end: place }, text: '"' };
    const params = { textDocument: { uri, version: i + 2 }, contentChanges: [change] };
    add('keystroke', await told(i + 2, () => wire.notify('textDocument/didChange', params)));
  }
  await wire.end();
  return found;
}

describe('A server that is busy with one document answers requests about another, and stays within its memory', () => {
  it.each(texts.map((text) => [text.name, text] as const))('%s', async (_, text) => {
    const found = await tried(text);
    rows.push(...found);
    const outcomes = found.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'null');
    expect(outcomes).toEqual([]);
    const large = found.filter(({ peak }) => peak !== null && peak > maxMemory);
    expect(large).toEqual([]);
  });
});

afterAll(() => {
  if (isDeep) printLong(`${rows.length} requests on texts of ${size} code units`, rows);
});
