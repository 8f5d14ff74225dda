import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Manifest {
  readonly contributes: {
    readonly keybindings: readonly { readonly command: string; readonly when: string }[];
  };
}

const manifest = join(import.meta.dirname, '../../../package.json');

it('no key of the view depends on a condition that the extension sets, which would arrive after the next key', async () => {
  const { contributes } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest;
  const keys = contributes.keybindings.filter(({ command }) => command.startsWith('trajectory.view.'));
  expect(keys.length).toBeGreaterThan(10);
  const late = keys.filter(({ when }) => /(?<!')\btrajectory\./.test(when));
  expect(late).toEqual([]);
});
