import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDiskTask } from '../../../server/viewedFiles/tasks';
import { temporaryFolder } from '../../vscode/processes.mjs';
import { engine } from '../core/support';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder('trajectory-tasks-');
});
afterAll(() => folder.remove());

it('A file of any name is JSON Lines if lines follow its first one, however long that is', () => {
  const line = `{"trajectories": [{"messages_and_choices": [{"content": "${'x'.repeat(300_000)}"}]}]}\n`;
  const events = { onBytes: () => {}, onPart: () => {} };
  const languages = [line, line + line].map((content) => {
    const path = join(folder.path, 'rollouts.json');
    writeFileSync(path, content);
    return runDiskTask(engine, { type: 'form', path, name: 'rollouts.json' }, events);
  });
  expect(languages).toMatchObject([{ language: 'trajectory' }, { language: 'trajectory-jsonl' }]);
});
