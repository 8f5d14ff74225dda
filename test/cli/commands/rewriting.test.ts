import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { replaceFile, stampOf } from '../../../cli/files/replaceFile';
import { run, useFolder } from '../program';

const folder = useFolder();
const cwd = folder.path;
const inPlace = (command: string, ...args: string[]) => run([command, ...args], { cwd });
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

const turn = '"messages_and_choices": [{"role": "assistant", "content": "a"}]';
const withReward = (reward: string) =>
  `{"split": "a", "trajectory_groups": [{"trajectories": [{${turn}, "reward": ${reward}}]}]}`;

describe('`trajectory fix`', () => {
  it('makes the fixes of the editor, and reports what remains', async () => {
    folder.write('a.trajectory.json', withReward('"0.5", "start_time": 1700000000'));
    folder.write('b.trajectory.json', withReward('1'));
    const { code, stdout, stderr } = await inPlace('fix');
    expect([code, stdout, stderr]).toEqual([0, '', 'a.trajectory.json: fixed\nChanged 1 of 2 files.\n']);
    expect(read('a.trajectory.json')).toBe(withReward('0.5, "start_time": "2023-11-14T22:13:20Z"'));
    folder.write('a.trajectory.json', withReward('null'));
    const again = await inPlace('fix', 'a.trajectory.json');
    expect([again.code, again.stderr]).toEqual([
      1,
      'a.trajectory.json: 1 warning left\nChanged 0 of 1 file.\n',
    ]);
  });

  it('keeps mode, byte order mark and line ends, and follows a link to its file', async () => {
    const content = `\ufeff{"split": "é😀",\r\n "trajectory_groups": [],\r\n}\r\n`;
    const path = folder.write('mode.trajectory.json', content);
    chmodSync(path, 0o640);
    symlinkSync(path, join(cwd, 'link.trajectory.json'));
    expect((await inPlace('fix', 'link.trajectory.json')).code).toBe(0);
    expect(read('mode.trajectory.json')).toBe(content.replace('],\r', ']\r'));
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(cwd, 'link.trajectory.json')).isSymbolicLink()).toBe(true);
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('changes files on a share that has one mode for all files, and refuses others', async () => {
    folder.write('shared.trajectory.json', withReward('"0.5"'));
    // As a share of Windows.
    const refusing = `const refused = () => { throw Object.assign(new Error('refused'), { code: 'EPERM' }); };
      const { promises } = require('node:fs');
      promises.chmod = async () => refused();
      const { open } = promises;
      promises.open = async (...of) => Object.assign(await open(...of), { chmod: async () => refused() });`;
    const share = folder.write('share.cjs', refusing);
    const env = { NODE_OPTIONS: `-r "${share}"` };
    expect((await run(['fix', 'shared.trajectory.json'], { cwd, env })).code).toBe(0);
    const report = folder.write('report.json', '');
    const check = ['check', '--format', 'json', '--output', report, 'shared.trajectory.json'];
    expect((await run(check, { cwd, env })).code).toBe(0);
    expect(JSON.parse(read('report.json'))).toMatchObject({ files: [{ path: 'shared.trajectory.json' }] });
  });

  it('with --dry-run changes nothing, and shows a diff', async () => {
    const content = withReward('"1"');
    folder.write('dry.trajectory.json', content);
    const { code, stdout } = await inPlace('fix', '--dry-run', 'dry.trajectory.json');
    expect([code, read('dry.trajectory.json')]).toEqual([1, content]);
    expect(stdout).toBe(
      `--- dry.trajectory.json\n+++ dry.trajectory.json\n@@ -1 +1 @@\n-${content}\n\\ No newline at end of file\n+${withReward('1')}\n\\ No newline at end of file\n`,
    );
  });

  it.skipIf(process.platform === 'win32').each([
    ['in the first line', withReward('"1"')],
    ['near the first line', `\n${withReward('"1"')}`],
  ])('with --dry-run gives a patch of a file with a byte order mark: a change %s', async (_, content) => {
    folder.write('patched/mark.trajectory.json', `\ufeff${content}`);
    const { stdout } = await inPlace('fix', '--dry-run', 'patched/mark.trajectory.json');
    execFileSync('git', ['apply', '-p0', '-'], { cwd, input: stdout });
    expect(read('patched/mark.trajectory.json')).toBe(`\ufeff${content.replace('"1"', '1')}`);
  });

  it.skipIf(process.platform === 'win32')(
    'with --dry-run gives a patch of a file whose name and texts `patch` could misread',
    async () => {
      const trajectory = `{${turn},\n"logs": ["10%\r100%"], "reward": "1"}`;
      const text = `{"split": "a", "trajectory_groups": [{"trajectories": [\n${trajectory}]}]}`;
      folder.write('patched/run 1.trajectory.json', text);
      const { stdout } = await inPlace('fix', '--dry-run', 'patched/run 1.trajectory.json');
      expect(stdout).toMatch(/^--- patched\/run 1\.trajectory\.json\t\n\+\+\+ .*\.json\t\n/);
      execFileSync('git', ['apply', '-p0', '-'], { cwd, input: stdout });
      expect(read('patched/run 1.trajectory.json')).toBe(text.replace('"1"', '1'));
    },
  );

  it.skipIf(process.platform === 'win32')('takes a name as long as names can be', async () => {
    const name = `${'n'.repeat(255 - '.trajectory.json'.length)}.trajectory.json`;
    folder.write(name, withReward('"1"'));
    expect((await inPlace('fix', name)).code).toBe(0);
    expect(read(name)).toBe(withReward('1'));
    const lines = `${'n'.repeat(255 - '.trajectories.jsonl'.length)}.trajectories.jsonl`;
    expect((await inPlace('convert', name, '--to', 'lines', '--output', lines)).code).toBe(0);
    expect(read(lines)).toBe(`{"trajectories": [{${turn}, "reward": 1}]}\n`);
  });

  it('never replaces what is read, nor a trajectory file by a report or a page', async () => {
    const [name, other, plain] = ['read.trajectory.json', 'other.trajectory.json', 'rollouts.json'];
    folder.write(name, withReward('1'));
    folder.write(other, withReward('2'));
    folder.write(plain, withReward('3'));
    linkSync(join(cwd, name), join(cwd, 'linked.json'));
    const attempts = [
      ['convert', name, '--to', 'lines', '--output', name],
      ['convert', name, '--to', 'lines', '--output', `./${name}`],
      ['convert', name, '--to', 'lines', '--output', 'linked.json'],
      ['view', name, '--html', name],
      ['view', name, '--html', other],
      ['check', name, '--output', name],
      ['check', name, '--output', other],
      ['check', name, '--output', plain],
      ['view', name, '--html', plain],
      ['merge', 'none.partial', '--output', plain],
    ];
    for (const attempt of attempts) {
      const { code, stderr } = await inPlace(attempt[0]!, ...attempt.slice(1));
      expect([attempt, code, stderr]).toEqual([attempt, 2, expect.stringContaining('Not written: ')]);
      expect([name, other, plain].map(read)).toEqual(['1', '2', '3'].map(withReward));
    }
  });

  it.skipIf(process.platform === 'win32')('keeps a name with a line break on one line', async () => {
    folder.write('two\nlines.trajectory.json', withReward('"1"'));
    folder.write('empty\n.trajectory.json', '{"split": "a", "trajectory_groups": []}');
    const fixed = await inPlace('fix', 'two\nlines.trajectory.json');
    expect(fixed.stderr).toBe('two\\nlines.trajectory.json: fixed\nChanged 1 of 1 file.\n');
    const gone = await inPlace('fix', 'go\nne.json');
    expect(gone.stderr).toMatch(/^trajectory: go\\nne\.json: /);
    const converted = await inPlace('convert', 'empty\n.trajectory.json', '--to', 'lines');
    expect(converted.stderr).toBe(
      'trajectory: empty\\n.trajectory.json: Not converted: the document has no groups.\n',
    );
  });

  it('skips compressed files in a folder', async () => {
    folder.write('mixed/a.trajectory.json', withReward('"1"'));
    folder.write('mixed/b.trajectory.json.gz', gzipSync(withReward('"1"')));
    const { code, stderr } = await inPlace('fix', 'mixed');
    expect([code, stderr]).toEqual([0, 'mixed/a.trajectory.json: fixed\nChanged 1 of 1 file.\n']);
  });

  it('turns standard input into standard output', async () => {
    const { code, stdout, stderr } = await run(['fix', '-'], { input: withReward('"1"') });
    expect([code, stdout, stderr]).toEqual([0, withReward('1'), '<stdin>: fixed\n']);
  });

  it('leaves alone what it cannot read or may not write, says so, and goes on', async () => {
    folder.write('z.trajectories.jsonl.gz', gzipSync('{"trajectories": []}\n'));
    const { code, stderr } = await inPlace(
      'fix',
      'z.trajectories.jsonl.gz',
      'gone.json',
      'b.trajectory.json',
    );
    expect([code, stderr.split('\n')]).toEqual([
      2,
      [
        'trajectory: z.trajectories.jsonl.gz: This file is compressed. Decompress it first.',
        'trajectory: gone.json: No such file or folder.',
        'Changed 0 of 3 files.',
        '',
      ],
    ]);
  });
});

describe('`trajectory format` and `trajectory sort`', () => {
  it('format by the indentation of the file, or by the one asked for', async () => {
    folder.write('f.trajectory.json', '{\n    "split": "a",\n"trajectory_groups":[]}\n');
    expect((await inPlace('format', 'f.trajectory.json')).code).toBe(0);
    expect(read('f.trajectory.json')).toBe('{\n    "split": "a",\n    "trajectory_groups": []\n}\n');
    await inPlace('format', '--indent', 'tab', 'f.trajectory.json');
    expect(read('f.trajectory.json')).toBe('{\n\t"split": "a",\n\t"trajectory_groups": []\n}\n');
    expect((await inPlace('format', '--indent', '17', 'f.trajectory.json')).code).toBe(2);
  });

  it('sort properties in the order of the interface, and nothing with syntax errors', async () => {
    folder.write('s.trajectory.json', '{"x": 1, "trajectory_groups": [], "split": "a"}');
    folder.write('t.trajectory.json', '{"x": 1,, "split": "a"}');
    const { code, stderr } = await inPlace('sort', 's.trajectory.json', 't.trajectory.json');
    expect([code, stderr]).toEqual([
      1,
      's.trajectory.json: sorted\nt.trajectory.json: not sorted: fix the syntax errors first\nChanged 1 of 2 files.\n',
    ]);
    expect(read('s.trajectory.json')).toBe('{"split": "a", "trajectory_groups": [], "x": 1}');
  });
});

describe('`trajectory convert`', () => {
  const convert = (input: string, ...args: string[]) => run(['convert', '-', ...args], { input, cwd });

  it('says how a terminal shows the syntax errors of values in the wrong kind of file', async () => {
    const input = '{"trajectories": []}\n{"trajectories": [{"reward": 1,,}]}\n';
    const as = ['--as', 'trajectory', '--to', 'log-request'];
    const { code, stderr } = await convert(input, ...as);
    expect([code, stderr]).toEqual([2, expect.stringContaining('`trajectory check --as trajectory-jsonl`')]);
    expect((await run(['check', '-', '--as', 'trajectory-jsonl'], { input, cwd })).stdout).toContain(
      '<stdin>:2:32: error: ',
    );
  });

  it('makes lines of a request, and a request of lines, every value unchanged', async () => {
    const lines = await convert(withReward('1e400'), '--to', 'lines');
    expect([lines.code, lines.stdout]).toEqual([0, `{"trajectories": [{${turn}, "reward": 1e400}]}\n`]);
    expect(lines.stderr).toBe(
      'split was left out, because JSON Lines cannot contain it. <stdin> is unchanged.\n',
    );
    const named = await convert(withReward('1e400'), '--to', 'lines', '--as', 'trajectory-jsonl');
    expect([named.stdout, named.stderr]).toEqual([lines.stdout, lines.stderr]);
    const request = await convert(
      lines.stdout,
      '--to',
      'log-request',
      '--as',
      'trajectory-jsonl',
      '--output',
      'r.json',
    );
    expect([request.code, request.stdout]).toEqual([0, '']);
    expect(request.stderr).toBe(
      'The split of the log request is empty. Enter its name, or give it to `trajectory log` with --split.\n',
    );
    expect(JSON.parse(read('r.json'))).toMatchObject({
      split: '',
      trajectory_groups: [{ trajectories: [{}] }],
    });
  });

  it('writes the line ends of the file', async () => {
    const group = `{"trajectories": [{${turn}}]}`;
    const request = JSON.stringify(
      JSON.parse(`{"split": "", "trajectory_groups": [${group}, ${group}]}`),
      null,
      2,
    );
    for (const end of ['\n', '\r\n']) {
      const [laidOut, lines] = [request.split('\n'), [group, group, '']].map((all) => all.join(end));
      for (const as of ['trajectory', 'trajectory-jsonl']) {
        expect((await convert(laidOut!, '--to', 'lines', '--as', as)).stdout).toBe(lines);
        expect((await convert(lines!, '--to', 'log-request', '--as', as)).stdout.trimEnd()).toBe(laidOut);
      }
    }
  });

  it('recognizes lines of any length', async () => {
    const line = `{"trajectories": [{"messages_and_choices": [{"role": "assistant", "content": "${'a'.repeat(200_000)}"}]}]}\n`;
    const { code, stdout } = await convert(line.repeat(2), '--to', 'log-request');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ trajectory_groups: [{}, {}] });
  });

  it('asks how to group trajectories without a group', async () => {
    const input = `{${turn}, "reward": 1}\n{${turn}, "reward": 0}\n`;
    const asked = await convert(input, '--to', 'lines');
    expect([asked.code, asked.stdout, asked.stderr]).toEqual([
      2,
      '',
      'trajectory: <stdin>: The trajectories are not in groups. Use --grouping one for one group of all 2 trajectories, or --grouping each for a group each.\n',
    ]);
    expect((await convert(input, '--to', 'lines', '--grouping', 'each')).stdout.split('\n')).toHaveLength(3);
    expect((await convert(input, '--to', 'lines', '--grouping', 'one')).stdout.split('\n')).toHaveLength(2);
  });

  it('groups trajectories also in a file of the wrong kind', async () => {
    const [one, other] = [`{${turn}, "reward": 1}`, `{${turn}, "reward": 0}`];
    const group = JSON.parse(`{"trajectories": [${one}, ${other}]}`);
    const request = await convert(
      ...[`${one}\n${other}\n`, '--as', 'trajectory'],
      ...['--to', 'log-request', '--grouping', 'one'],
    );
    expect([request.code, request.stderr.includes('group of its own')]).toEqual([0, false]);
    expect(JSON.parse(request.stdout)).toEqual({ split: '', trajectory_groups: [group] });
    const array = [
      `[\n${one},\n${other}\n]\n`,
      '--as',
      'trajectory-jsonl',
      '--to',
      'lines',
      '--grouping',
    ] as const;
    expect(JSON.parse((await convert(...array, 'one')).stdout)).toEqual(group);
    expect((await convert(...array, 'each')).stdout.trimEnd().split('\n')).toHaveLength(2);
    const mixed = `${one}\n{"trajectories": [${other}]}\n`;
    const refused = await convert(mixed, '--as', 'trajectory', '--to', 'log-request', '--grouping', 'one');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--grouping each does the first'),
    ]);
  });

  it('names no place of a text that only the conversion has', async () => {
    const input = `\n{${turn},\n"reward": 1,}\n{${turn},\n"reward": 0}\n`;
    const { code, stderr } = await convert(
      ...[input, '--as', 'trajectory'],
      ...['--to', 'log-request', '--grouping', 'one'],
    );
    expect([code, stderr]).toEqual([
      2,
      'trajectory: <stdin>: Not converted: some values have syntax errors.\n',
    ]);
  });

  it('gives each trajectory among groups a group of its own, and refuses to put all into one', async () => {
    const [bare, group] = [`{${turn}, "reward": 1}\n`, `{"trajectories": [{${turn}}]}\n`];
    for (const [input, found] of [
      [bare + bare + group, 'a group, but lines before it are trajectories'],
      [group + group + bare, 'a trajectory, but lines before it are groups'],
    ] as const) {
      const each = await convert(input, '--to', 'lines', '--grouping', 'each');
      const lines = input.replaceAll(bare, `{"trajectories": [{${turn}, "reward": 1}]}\n`);
      expect([each.code, each.stdout, each.stderr]).toEqual([0, lines, '']);
      const { code, stdout, stderr } = await convert(input, '--to', 'lines', '--grouping', 'one');
      expect([code, stdout, stderr]).toEqual([
        2,
        '',
        `trajectory: <stdin>: Not converted. Line 3 is ${found}. Put each trajectory into a group of its own, or keep groups and trajectories in two files. --grouping each does the first.\n`,
      ]);
    }
  });

  it('makes a log request or lines of lines under the name of another language, as the quick fixes do', async () => {
    const group = `{"trajectories": [{${turn}}]}`;
    const made = await convert(`${group}\n${group}\n`, '--as', 'trajectory', '--to', 'log-request');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toEqual({
      split: '',
      trajectory_groups: [JSON.parse(group), JSON.parse(group)],
    });
    for (const text of [`${group}\n${group}\n`, `${group}${group}\n`, `${group},\n${group}`]) {
      const lines = await convert(text, '--as', 'trajectory', '--to', 'lines');
      expect([lines.code, lines.stdout]).toEqual([0, `${group}\n${group}\n`]);
    }
    const bare = `{${turn}}\n{${turn}}\n`;
    const asked = await convert(bare, '--as', 'trajectory', '--to', 'lines');
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--grouping')]);
    const refused = await convert('<!DOCTYPE html>\n<html></html>\n', '--as', 'trajectory', '--to', 'lines');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('Not converted: This is an HTML page, not JSON.');
  });

  it('reads other notations as the quick fixes do', async () => {
    const group = `{"trajectories": [{${turn}}]}`;
    const inPython = group.replaceAll('"', "'");
    for (const text of [
      inPython,
      JSON.stringify(JSON.parse(group), null, 1).replaceAll('"', "'"),
      `"${group.replaceAll('"', '""')}"`,
      JSON.stringify(group),
      `1:${group}\n2:${group}`,
    ]) {
      const { code, stdout } = await convert(`${text}\n`, '--as', 'trajectory-jsonl', '--to', 'lines');
      expect([code, JSON.parse(stdout.split('\n')[0]!)]).toEqual([0, JSON.parse(group)]);
    }
    const kept = await convert(
      `${inPython.replace('[', '[<object>, ')}\n`,
      '--as',
      'trajectory-jsonl',
      '--to',
      'lines',
    );
    expect([kept.code, kept.stderr]).toEqual([
      2,
      expect.stringMatching(/This is Python repr output.*'<object>' cannot be written as JSON\.$/m),
    ]);
    const fence = `\`\`\`json\n${group}\n\`\`\`\n`;
    const several = await convert(`${fence}\n${fence}`, '--as', 'trajectory', '--to', 'json');
    expect([several.code, several.stderr]).toEqual([
      2,
      expect.stringContaining('Not changed: the document has 2 code fences.'),
    ]);
  });

  it('makes JSON of a training config in another notation, as the check says', async () => {
    const json = '{"learning_rate": 1e-5, "ppo": false, "epsilon": 0.2}';
    const inPython = "{'learning_rate': 1e-5, 'ppo': False, 'epsilon': 0.2}";
    for (const text of [
      inPython,
      'module.exports = {learning_rate: 1e-5, ppo: false, epsilon: 0.2};',
      `"${json.replaceAll('"', '""')}"`,
      JSON.stringify(json),
      json,
    ]) {
      const { code, stdout, stderr } = await convert(`${text}\n`, '--as', 'training-config', '--to', 'json');
      expect([text, code, stdout.trimEnd(), stderr]).toEqual([text, 0, json, '']);
    }
    const { stdout } = await run(['check', '-', '--as', 'training-config'], { input: inPython, cwd });
    expect(stdout).toContain('In a terminal, use `trajectory convert --to json`.');
  });

  it('makes no JSON of a text with syntax errors', async () => {
    for (const [input, reason] of [
      ['{"learning_rate": }\n', 'there is a syntax error at 1:16. Fix it first: '],
      ["{'ppo': False, 'epsilon': None, 'a': <object>}\n", 'This is Python repr output, not JSON: '],
      ['a,b\n1,2\n3,4\n', 'This is a table of comma-separated values, not JSON. '],
    ] as const) {
      const { code, stdout, stderr } = await convert(input, '--as', 'training-config', '--to', 'json');
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`Not converted: ${reason}`);
    }
  });

  it('says why it cannot', async () => {
    const group = `{"trajectories": [{${turn}}]}\n`;
    const fixFirst =
      'Fix it first: `trajectory check` lists all errors, and `trajectory fix` corrects what is certain.';
    for (const [input, reason] of [
      [`${group}{"trajectories": [}\n${group}`, `there is a syntax error at 2:18. ${fixFirst}`],
      ['{"split": "a", "trajectory_groups": []}', 'the document has no groups.'],
    ] as const) {
      const { code, stdout, stderr } = await convert(input, '--to', 'lines');
      expect([code, stdout, stderr]).toEqual([2, '', `trajectory: <stdin>: Not converted: ${reason}\n`]);
    }
  });
});

describe('Replacing a file', () => {
  it('fails if another program has changed the file', async () => {
    const path = folder.write('raced.json', 'old');
    const before = await stampOf(path);
    writeFileSync(path, 'somebody else’s');
    expect(await replaceFile(path, ['mine'], before)).toBe(false);
    expect(read('raced.json')).toBe('somebody else’s');
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

it.skipIf(process.platform === 'win32')('makes the file that a link leads to', async () => {
  folder.write('led.trajectory.json', withReward('1'));
  symlinkSync('further.jsonl', join(cwd, 'link.jsonl'));
  symlinkSync('made.jsonl', join(cwd, 'further.jsonl'));
  const { code } = await inPlace('convert', 'led.trajectory.json', '--to', 'lines', '--output', 'link.jsonl');
  expect([code, read('made.jsonl')]).toEqual([0, `{"trajectories": [{${turn}, "reward": 1}]}\n`]);
  expect(lstatSync(join(cwd, 'link.jsonl')).isSymbolicLink()).toBe(true);
});

it('replaces a report that quotes trajectories', async () => {
  folder.write('quoted.trajectory.json', '{"trajectory_groups": [{"trajectories": []}]}');
  for (let times = 0; times < 2; times++) {
    const { code } = await inPlace('check', 'quoted.trajectory.json', '--output', 'report.txt');
    expect(code).toBe(1);
  }
  expect(read('report.txt')).toContain('{"trajectory_groups": [');
});
