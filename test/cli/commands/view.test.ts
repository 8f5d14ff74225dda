import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, useFolder } from '../program';

const folder = useFolder();
const examples = join(import.meta.dirname, '../../../examples');

describe('`trajectory view`', () => {
  it('writes one page with all messages, to a file or to standard output', async () => {
    const input = join(examples, 'airline.trajectories.json');
    const output = join(folder.path, 'airline.html');
    expect(await run(['view', input, '--html', output])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const page = readFileSync(output, 'utf8');
    expect(page).toMatch(
      /^<!DOCTYPE html>[\s\S]*<title>airline\.trajectories\.json<\/title>[\s\S]*<\/html>\n$/,
    );
    expect(page.match(/<article /g)).toHaveLength(5308);
    expect(await run(['view', input, '--html', '-'])).toMatchObject({ code: 0, stdout: page });
  });

  it('writes nothing if it cannot read, and says why', async () => {
    const output = join(folder.path, 'none.html');
    const missing = await run(['view', 'missing.trajectory.json', '--html', output]);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toContain('missing.trajectory.json');
    const config = join(examples, 'grpo.training-config.json');
    expect((await run(['view', config, '--html', output])).stderr).toContain('has no trajectories to view');
    expect((await run(['view', config])).stderr).toContain('--html');
    const printed = folder.write(
      'printed.trajectory.json',
      "{'split': 'a', 'trajectory_groups': [], 'note': 'b'}",
    );
    const wrong = await run(['view', printed, '--html', output]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('This is Python repr output')]);
    expect(existsSync(output)).toBe(false);
  });

  it('says that something in the file is wrong, and may be missing in the page', async () => {
    const input = folder.write('wrong.trajectories.jsonl', '{"trajectories": [{"reward": NaN}]}\n');
    const { code, stderr } = await run(['view', input, '--html', join(folder.path, 'wrong.html')]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 problem. What is wrong may not be shown')]);
  });
});
