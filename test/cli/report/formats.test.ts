import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { run, useFolder } from '../program';

const folder = useFolder();
const cwd = folder.path;
const require = createRequire(import.meta.url);
/** The schema that OASIS publishes, as Microsoft ships it. Its first members are of an older draft than ajv reads. */
const {
  id: _,
  $schema: __,
  ...schema
} = JSON.parse(
  readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'),
);

const strange = 'runs, 100% #1/a:b.trajectory.json';

beforeAll(() => {
  folder.write(strange, '{"split": "😀", "split": 2,\r\n "trajectory_groups": []}');
  folder.write('clean.training-config.json', '{}');
});

const check = (...args: string[]) => run(['check', strange, 'clean.training-config.json', ...args], { cwd });

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly locations: readonly unknown[];
}

describe('SARIF', () => {
  it('is valid, with locations in UTF-16 code units and the rules explained', async () => {
    const { stdout, code } = await check('--format', 'sarif', '--severity', 'hint');
    const log = JSON.parse(stdout);
    const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
    addFormats(ajv);
    const validate = ajv.compile(schema);
    validate(log);
    expect([validate.errors, code]).toEqual([null, 1]);
    const [{ results, tool, columnKind, properties }] = log.runs;
    expect(columnKind).toBe('utf16CodeUnits');
    expect(properties.totals).toEqual({ error: 1, warning: 1, information: 1, hint: 0 });
    const rules = tool.driver.rules as readonly { id: string; help: { text: string } }[];
    for (const { ruleId, ruleIndex } of results as readonly Result[])
      expect(rules[ruleIndex]!.id).toBe(ruleId);
    expect(rules.every(({ help }) => help.text.length > 100)).toBe(true);
    expect(rules.find(({ id }) => id === 'wrong-type')!.help.text).toContain(
      '\n\n```json\n{ "reward": "0.5" }\n```\n\nHere',
    );
    const wrong = (results as readonly Result[]).find(({ ruleId }) => ruleId === 'wrong-type')!;
    expect(wrong).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'runs%2C%20100%25%20%231/a%3Ab.trajectory.json' },
            region: { startLine: 1, startColumn: 26, endLine: 1, endColumn: 27 },
          },
        },
      ],
    });
  });

  it('without results, of standard input, and with files that cannot be read is valid, too', async () => {
    const ajv = new Ajv({ strict: false, unicodeRegExp: false });
    addFormats(ajv);
    const validate = ajv.compile(schema);
    const none = await run(['check', 'clean.training-config.json', '--format', 'sarif'], { cwd });
    expect(validate(JSON.parse(none.stdout))).toBe(true);
    const input = '{"split": 1, "trajectory_groups": []}';
    const failed = await run(['check', '-', 'gone dir/x.json', '--format', 'sarif'], { cwd, input });
    const log = JSON.parse(failed.stdout);
    expect([validate(log), failed.code]).toEqual([true, 2]);
    const binary = await run(['check', '-', '--format', 'sarif'], { input: Uint8Array.of(0, 1, 2, 3) });
    expect(validate(JSON.parse(binary.stdout))).toBe(true);
    expect(binary.stdout).toContain('"message":{"text":"<stdin>: This is binary data, not text."}}]');
    expect(log.runs[0].invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'error', message: { text: 'gone dir/x.json: No such file or folder.' } },
      ],
    });
  });
});

it.each([cwd, parse(cwd).root])('SARIF names the working directory: %s', async (folder) => {
  const { stdout } = await run(['check', join(cwd, 'clean.training-config.json'), '--format', 'sarif'], {
    cwd: folder,
  });
  const [{ invocations }] = JSON.parse(stdout).runs;
  const { uri } = invocations[0].workingDirectory;
  expect(uri).toBe(new URL('.', pathToFileURL(join(folder, 'a'))).href);
});

describe('SARIF within the limits of GitHub', () => {
  it('sums up by code what does not fit, with the true totals', async () => {
    const trajectory = '{"messages_and_choices": [{"role": "assistant"}], "reward": "1", "metrics": null}';
    const names = ['a.trajectories.jsonl', 'b.trajectories.jsonl', 'c.training-config.json'];
    for (const name of names.slice(0, 2))
      folder.write(`limits/${name}`, `{"trajectories": [${trajectory}]}\n`.repeat(13_000));
    folder.write('limits/c.training-config.json', '{"learning_rate": "1"}');
    const args = ['check', ...names, '--format', 'sarif', '--max-problems', '30000'];
    const inLimits = { cwd: `${cwd}/limits` };
    const [all, limited] = await Promise.all([
      run(args, inLimits),
      run([...args, '--github-limits'], inLimits),
    ]);
    const [whole] = JSON.parse(all.stdout).runs;
    const [cut] = JSON.parse(limited.stdout).runs;
    expect(whole.results.length).toBeGreaterThan(50_000);
    expect(cut.properties).toEqual(whole.properties);
    expect(cut.results.length).toBeLessThanOrEqual(25_000);
    expect(Buffer.byteLength(limited.stdout)).toBeLessThanOrEqual(10_000_000);
    const sums = (cut.results as readonly (Result & { message: { text: string } })[]).filter(({ message }) =>
      message.text.includes('which do not fit'),
    );
    const listed = cut.results.length - sums.length;
    expect(cut.results.slice(0, listed)).toEqual(whole.results.slice(0, listed));
    const counted = sums.map(({ message }) => Number(/^[\d,]+/.exec(message.text)![0].replaceAll(',', '')));
    expect(listed + counted.reduce((sum, count) => sum + count, 0)).toBe(whole.results.length);
    expect(sums.map(({ ruleId }) => ruleId).sort()).toEqual(
      [...new Set((whole.results as readonly Result[]).slice(listed).map(({ ruleId }) => ruleId))].sort(),
    );
  });
});

describe('Annotations of GitHub', () => {
  it('escape what the runner would interpret', async () => {
    const { stdout } = await check('--format', 'github');
    const [first] = stdout.split('\n').filter((line) => line.startsWith('::error'));
    expect(first).toBe(
      '::error file=runs%2C 100%25 #1/a%3Ab.trajectory.json,line=1,endLine=1,col=26,endColumn=27,title=wrong-type::split must be a string; found the number 2.',
    );
    expect(stdout).toContain('\n1 error, 1 warning, 1 information in 1 of 2 files.\n');
  });

  it.skipIf(process.platform === 'win32')('cannot control the terminal that shows the log', async () => {
    const name = 'red\u001b[31m.training-config.json';
    folder.write(`escapes/${name}`, '{"ppo": 1}');
    const { stdout } = await run(['check', 'escapes', '--format', 'github'], { cwd });
    expect(stdout).toContain('file=escapes/red\\u001b[31m.training-config.json,');
    expect(stdout).not.toContain('\u001b');
  });

  it('name paths relative to the repository', async () => {
    const env = { GITHUB_WORKSPACE: cwd };
    const inFolder = { cwd: `${cwd}/runs, 100% #1`, env };
    const { stdout } = await run(['check', 'a:b.trajectory.json', '--format', 'github'], inFolder);
    expect(stdout).toContain('::error file=runs%2C 100%25 #1/a%3Ab.trajectory.json,line=1,');
    const sarif = await run(['check', 'a:b.trajectory.json', '--format', 'sarif'], inFolder);
    expect(sarif.stdout).toContain('"uri":"runs%2C%20100%25%20%231/a%3Ab.trajectory.json"');
  });
});

describe('JSON and JSON Lines', () => {
  it('have the same problems, the totals, and the files that could not be read', async () => {
    const whole = await check('gone.json', '--format', 'json');
    const lines = await check('gone.json', '--format', 'jsonl');
    const { files, totals, format } = JSON.parse(whole.stdout);
    const records = lines.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const listed = files.flatMap((file: { path: string; problems?: object[] }) =>
      (file.problems ?? []).map((problem) => ({ type: 'problem', path: file.path, ...problem })),
    );
    expect(listed).toHaveLength(3);
    expect(records.filter(({ type }) => type === 'problem')).toEqual(listed);
    expect([format, totals]).toEqual([
      1,
      { files: 2, filesWithProblems: 1, failures: 1, error: 1, warning: 1, information: 1, hint: 0 },
    ]);
    expect(records.at(-1)).toEqual({ type: 'totals', ...totals });
    expect(files.at(-1)).toEqual({ path: 'gone.json', failure: 'No such file or folder.' });
    expect(listed[1]).toMatchObject({
      severity: 'error',
      code: 'wrong-type',
      line: 1,
      column: 26,
      endLine: 1,
      endColumn: 27,
      excerpt: { text: '{"split": "😀", "split": 2,', from: 25, length: 1 },
    });
  });
});

it('in a workflow of GitHub, nothing of a document or its name is a command to the runner', async () => {
  const name = 'a ##[error]x.trajectory.json';
  folder.write(name, '::stop-commands::x ##[group]\n');
  const { stdout, stderr } = await run(['check', name, '::add-mask::y'], {
    cwd,
    env: { GITHUB_ACTIONS: 'true' },
  });
  expect(stdout).toContain('stop-commands::x');
  expect(stderr).toContain('add-mask::y');
  for (const line of `${stdout}\n${stderr}`.split('\n')) expect(line).not.toMatch(/^\s*::|##\[/);
});
