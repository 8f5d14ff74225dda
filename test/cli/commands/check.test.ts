import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exited, run, startProgram, textOf, useFolder } from '../program';

const folder = useFolder();
const turn = '"messages_and_choices": [{"role": "assistant", "content": "a"}]';
const broken = `{"split": "a", "trajectory_groups": [{"trajectories": [{${turn},\n "reward": "0.5", "x": 1}]}]}`;
folder.write('broken.trajectory.json', broken);
folder.write('clean.trajectory.json', `{"split": "a", "trajectory_groups": [{"trajectories": [{${turn}}]}]}`);
folder.write(
  'warned.trajectory.json',
  '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward": null}]}]}',
);
const check = (...args: string[]) => run(['check', ...args], { cwd: folder.path });

describe('`trajectory check`', () => {
  it('reports each problem with its location, the line around it, and what to do next', async () => {
    const { code, stdout, stderr } = await check('broken.trajectory.json', 'clean.trajectory.json');
    expect(
      stdout,
    ).toBe(`broken.trajectory.json:2:12: error: reward must be a number; found the string "0.5". [wrong-type]
    "reward": "0.5", "x": 1}]}]}
              ^^^^^
1 error, 1 hint in 1 of 2 files.
Not listed: 1 hint (use --severity hint).
Some may have fixes that need no decision: \`trajectory fix --dry-run\` shows them, \`trajectory fix\` makes them.
`);
    expect([code, stderr]).toEqual([1, '']);
  });

  it('has exit codes for clean, problems, and usage errors', async () => {
    const codes = [
      ['clean.trajectory.json'],
      ['broken.trajectory.json'],
      ['warned.trajectory.json'],
      ['warned.trajectory.json', '--severity', 'error'],
      ['broken.trajectory.json', '--exit-zero'],
      ['broken.trajectory.json', 'gone', '--exit-zero'],
      ['--wrong'],
      ['--max-problems', 'all'],
      ['--format', 'xml'],
      ['--as', 'json'],
    ];
    const ended = await Promise.all(codes.map((args) => check(...args)));
    expect(ended.map(({ code }) => code)).toEqual([0, 1, 1, 0, 0, 2, 2, 2, 2, 2]);
    expect(ended[6]!.stderr).toContain("unknown option '--wrong'");
  });

  it('lists the most severe problems if there are too many, and always counts all', async () => {
    const values = '{"reward": null}, {"reward": "1"}, '.repeat(3);
    folder.write(
      'many.trajectory.json',
      `{"split": "a", "trajectory_groups": [{"trajectories": [${values}{"reward": 1}]}]}`,
    );
    const { stdout } = await check('many.trajectory.json', '--max-problems', '4');
    expect(stdout.match(/: (error|warning): /g)).toEqual([
      ': warning: ',
      ': error: ',
      ': error: ',
      ': error: ',
    ]);
    expect(stdout).toContain('\n3 errors, 3 warnings, 1 information.\n');
    expect(stdout).toContain(
      'Not listed, because of the limit: 2 warnings, 1 information (--max-problems lists more).',
    );
    expect(stdout).not.toContain('--severity');
    expect(
      (await check('many.trajectory.json', '--severity', 'error', '--max-problems', '2')).stdout,
    ).toContain(
      '\nNot listed: 3 warnings, 1 information (use --severity information).\n' +
        'Not listed, because of the limit: 1 error (--max-problems lists more).\n',
    );
    expect((await check('many.trajectory.json', '--max-problems', '0')).stdout).toMatch(
      /^3 errors, 3 warnings, 1 information\.\n/,
    );
  });

  it('reads standard input, recognized or named by --as', async () => {
    const input = `{"trajectories": [{"reward": true, ${turn}}]}\n`;
    const lines = await run(['check', '-', '--as', 'trajectory-jsonl'], { input });
    expect([lines.code, lines.stdout.split('\n')[0]]).toEqual([
      1,
      '<stdin>:1:30: error: reward must be a number; found true. [wrong-type]',
    ]);
    const recognized = await run(['check', '-'], { input: broken });
    expect(recognized.stdout).toContain('<stdin>:2:12: error:');
  });

  it('finds the same in a file, an archive and standard input', async () => {
    const airline = readFileSync(join(import.meta.dirname, '../../../examples/airline.trajectories.jsonl'));
    const wrong = '{"trajectories": [{"reward": "1"}]}\n'.repeat(6);
    const lines = Buffer.concat([airline, Buffer.from(wrong)]);
    folder.write('same/a.trajectories.jsonl', lines);
    folder.write('same/a.trajectories.jsonl.gz', gzipSync(lines));
    const all = ['--severity', 'hint', '--format', 'json'];
    const options = { cwd: join(folder.path, 'same'), input: lines };
    const reports = await Promise.all([
      run(['check', 'a.trajectories.jsonl', ...all], options),
      run(['check', 'a.trajectories.jsonl.gz', ...all], options),
      run(['check', '-', ...all], options),
    ]);
    const [file, archive, input] = reports.map(({ stdout }) => JSON.parse(stdout).files[0]);
    expect(file.problems.length).toBeGreaterThan(5);
    expect(archive).toEqual({ ...file, path: 'a.trajectories.jsonl.gz' });
    expect(input).toEqual({ ...file, path: '<stdin>' });
  });

  it('counts CRLF lines and columns as the editor does', async () => {
    folder.write('windows.trajectory.json', '{"split": "😀", "trajectory_groups":\r\n [], "split": "é"}\r\n');
    const { stdout } = await check('windows.trajectory.json', '--severity', 'warning');
    expect(stdout.split('\n')[0]).toMatch(/^windows\.trajectory\.json:1:2: warning: /);
  });

  it('writes a report to a file as a whole, and tells what it found', async () => {
    const report = folder.write('report.json', 'old');
    const { code, stdout, stderr } = await check(
      'broken.trajectory.json',
      '--format',
      'json',
      '--output',
      report,
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^1 error, 1 hint\.\n/);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ totals: { error: 1 } });
    const failed = await check('broken.trajectory.json', '--output', join(folder.path, 'no/folder'));
    expect([failed.code, failed.stderr]).toEqual([
      2,
      `trajectory: ${folder.path}/no/folder: Cannot write the report: No such file or folder.\n`,
    ]);
  });
});

describe.skipIf(process.platform !== 'linux')('A full disk', () => {
  it('is a failure, not a problem of the files', async () => {
    const report = await check('clean.trajectory.json', '--format', 'json', '--output', '/dev/full');
    expect([report.code, report.stderr]).toEqual([
      2,
      'trajectory: /dev/full: Cannot write the report: The disk is full.\n',
    ]);
    const full = openSync('/dev/full', 'w');
    const child = startProgram(['check', 'clean.trajectory.json'], {
      cwd: folder.path,
      stdio: ['ignore', full, 'pipe'],
    });
    const errors = textOf(child.stderr!);
    expect([await exited(child), await errors]).toEqual([
      2,
      'trajectory: <stdout>: Cannot be written: The disk is full.\n',
    ]);
    closeSync(full);
  });
});

describe('The terminal', () => {
  it('gets no commands from a document or a file name, and carets stand below wide characters', async () => {
    folder.write(
      '\u001b[31m.trajectory.json',
      '{"世界": "\\t\u001b]0;x\u0007\u202e", "split": 1, "trajectory_groups": []}',
    );
    const { stdout, stderr } = await check('.');
    // Everything but line ends is visible.
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    const lines = stdout.split('\n');
    const at = lines.findIndex((line) => line.includes(' error: split must be'));
    expect(lines[at]).toContain('\\u001b[31m.trajectory.json:1:30: ');
    // Two columns each for 世 and 界.
    expect(lines[at + 2]!.indexOf('^')).toBe(lines[at + 1]!.indexOf('"split": 1') + '"split": '.length + 2);
  });

  it('has colours if they are forced, and none otherwise', async () => {
    const coloured = await run(['check', 'broken.trajectory.json'], {
      cwd: folder.path,
      env: { FORCE_COLOR: '1' },
    });
    expect(coloured.stdout).toContain('\u001b[31merror\u001b[39m');
    const none = { FORCE_COLOR: '1', NO_COLOR: '1' };
    expect((await run(['check', '.'], { cwd: folder.path, env: none })).stdout).not.toContain('\u001b');
  });

  it('a pipe that is closed ends the program silently', async () => {
    const many = `{"split": "a", "trajectory_groups": [{"trajectories": [${'{"reward": "1"},'.repeat(20_000)}{}]}]}`;
    folder.write('long/many.trajectory.json', many);
    const child = startProgram(['check', 'long', '--max-problems', '20000'], { cwd: folder.path });
    const errors = textOf(child.stderr!);
    await once(child.stdout!, 'data');
    child.stdout!.destroy();
    expect([await exited(child), await errors]).toEqual([1, '']);
  });

  it.skipIf(process.platform === 'win32')(
    'an interrupt ends it with 130, and leaves no half report',
    async () => {
      const isUnfinished = (name: string): boolean => name.endsWith('.tmp');
      const report = join(folder.path, 'interrupted.json');
      const child = startProgram(['check', '-', '--format', 'json', '--output', report], {
        cwd: folder.path,
      });
      const errors = textOf(child.stderr!);
      // The report has been opened, so the program listens.
      await expect.poll(() => readdirSync(folder.path).some(isUnfinished)).toBe(true);
      child.kill('SIGINT');
      expect([await exited(child), await errors]).toEqual([130, '']);
      expect((await run(['check', 'interrupted.json'], { cwd: folder.path })).stderr).toContain(
        'No such file',
      );
      expect(readdirSync(folder.path).filter(isUnfinished)).toEqual([]);
    },
  );

  it.skipIf(process.platform === 'win32')('an interrupt sums up the files that were checked', async () => {
    folder.write('first.trajectories.jsonl', '{"trajectories": [{"reward": "1"}]}\n');
    const child = startProgram(['check', 'first.trajectories.jsonl', '-', '--jobs', '1'], {
      cwd: folder.path,
    });
    const errors = textOf(child.stderr!);
    await once(child.stdout!, 'data');
    child.kill('SIGINT');
    expect(await exited(child)).toBe(130);
    expect(await errors).toMatch(/^Interrupted after 1 of 2 files:\n1 error, 1 information\.\n/);
  });
});
