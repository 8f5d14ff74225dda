import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { appendLines } from '../../../server/service/lines';

const folder = mkdtempSync(join(tmpdir(), 'trajectory-lines-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const notes: string[] = [];
const append = (file: string, lines: Iterable<string>) =>
  appendLines(file, lines, (note) => notes.push(note));

it('appends nothing, one line and many bytes, and leaves nothing else in the folder', async () => {
  const file = join(folder, 'plain.jsonl');
  await append(file, []);
  expect(readFileSync(file, 'utf8')).toBe('');
  await append(file, ['é']);
  const long = Array.from({ length: 30 }, (_, index) => `${index}${'😀'.repeat(100_000)}`);
  await append(file, long);
  expect(readFileSync(file, 'utf8') === ['é', ...long, ''].join('\n')).toBe(true);
  expect(readdirSync(folder)).toEqual(['plain.jsonl']);
});

it('an append that fails in the middle leaves the file as it was, and the next one follows', async () => {
  const file = join(folder, 'failing.jsonl');
  await append(file, ['before']);
  let seen = 0;
  await expect(
    append(
      file,
      failAfter(5_000_000, () => (seen = readFileSync(file).length)),
    ),
  ).rejects.toThrow('broke');
  expect(seen).toBeGreaterThan(1_000_000);
  expect(readFileSync(file, 'utf8')).toBe('before\n');
  await append(file, ['after']);
  expect(readFileSync(file, 'utf8')).toBe('before\nafter\n');
  expect(readdirSync(folder).filter((name) => name.startsWith('failing'))).toEqual(['failing.jsonl']);
});

it('adds to what was put aside before, when a second part is torn', async () => {
  const file = join(folder, 'twice.jsonl');
  for (const torn of ['{"first', '{"second']) {
    writeFileSync(file, `{}\n${torn}`);
    await append(file, []);
  }
  expect(readFileSync(`${file}.torn`, 'utf8')).toBe('{"first\n{"second\n');
  expect(notes.filter((note) => note.includes('twice.jsonl.torn'))).toHaveLength(2);
});

/** Lines that break off after a number of characters; `look` is called before they do. */
function* failAfter(length: number, look: () => void): Generator<string> {
  for (let given = 0; given < length; given += 500_000) yield 'x'.repeat(500_000);
  look();
  throw new Error('broke');
}
