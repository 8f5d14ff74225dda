import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { hostileTexts } from './hostileTexts';
import type { Measured } from './measured';

/** Code units of each text. */
const size = 5_000_000;
const program = join(mkdtempSync(join(tmpdir(), 'hostile-')), 'measured.mjs');

/** Memory limit of a process for a text, in millions of bytes. */
const memoryFor = (text: number): number => 20 * text + 200;

beforeAll(async () => {
  const entryPoints = [join(import.meta.dirname, 'measured.ts')];
  await build({
    entryPoints,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
    logLevel: 'error',
  });
  console.log(
    'milliseconds: open, slowest edit, slowest hints, longest stretch without a break; megabytes; text',
  );
});

describe.sequential(`A text of ${size} code units stays within its memory limit`, () => {
  it.each(hostileTexts.map(({ name }) => name))('%s', (name) => {
    const { stdout, stderr } = spawnSync(process.execPath, [program, name, String(size)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const measured = JSON.parse(stdout) as Measured;
    const { open, edit, slowest, hints, stretch, longest, memory } = measured;
    const figures = [open, edit, hints, stretch, memory]
      .map((figure) => figure.toFixed(0).padStart(6))
      .join('');
    console.log(`${figures}  ${name} (edit: ${slowest}; stretch: ${longest})`);
    expect(memory).toBeLessThan(memoryFor(measured.size));
  });
});
