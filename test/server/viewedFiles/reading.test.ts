import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createEngine } from '../../../server/core/engine';
import { FileContent, startPass } from '../../../server/viewedFiles/reading';

const engine = createEngine();
const program = join(inject('programs'), 'dist/cli/trajectory.js');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a file to its end. */
function read(path: string, content: FileContent): Promise<void> {
  const { size } = statSync(path);
  return startPass({ engine, program, path, size, content, onProgress: () => undefined }).done;
}

it('what was read of lines stays when some are added, although only late ones show what they hold', async () => {
  const path = join(folder, 'late.jsonl');
  const bare = '{"messages_and_choices": [], "reward": 1}\n';
  // The first 16 MiB tell what lines hold.
  writeFileSync(path, `{"note": "${'x'.repeat(1_000_000)}"}\n`.repeat(20) + bare);
  const content = new FileContent('late.jsonl');
  await read(path, content);
  expect(content.checked?.type.kind).toBe('trajectory-lines');
  const { index } = content;
  const [first] = index.rows;
  appendFileSync(path, bare);
  await read(path, content);
  expect(content.index).toBe(index);
  expect(index.rows[0]).toBe(first);
  expect(index.trajectories).toBe(22);
});
