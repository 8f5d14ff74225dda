import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const root = resolve(import.meta.dirname, '../..');
const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'trajectory-action-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const broken = '{"split": "train", "trajectory_groups": [{"trajectories": [{"reward": "1"}]}]}\n';
const clean = '{"epsilon": 0.1}\n';

/** Runs the step *Check* as a runner does, in a repository with these files. */
function runCheck(files: Readonly<Record<string, string>>, given: Readonly<Record<string, string>>) {
  const repository = mkdtempSync(join(scratch, 'repository-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(repository, name, '..'), { recursive: true });
    writeFileSync(join(repository, name), text);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: repository });
  const temporary = mkdtempSync(join(scratch, 'runner-'));
  const output = join(temporary, 'output');
  writeFileSync(output, '');
  const step = action.runs.steps.find(({ id }) => id === 'check')!;
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: usual }]) => [name, given[name] ?? usual]),
  );
  const env = Object.entries(step.env!).map(([name, text]) => [name, evaluated(text, inputs, temporary)]);
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run!],
    {
      cwd: repository,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...Object.fromEntries(env),
        GITHUB_ACTION_PATH: root,
        GITHUB_OUTPUT: output,
        GITHUB_WORKSPACE: repository,
      },
    },
  );
  return { status, stdout, stderr, outputs: readFileSync(output, 'utf8'), repository, temporary };
}

/** The value of an expression, of the two kinds that the action contains. */
function evaluated(text: string, inputs: Readonly<Record<string, string>>, temporary: string): string {
  const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1];
  if (name !== undefined) return inputs[name]!;
  expect(text).toBe(
    "\u0024{{ inputs.upload-sarif == 'true' && format('{0}/trajectory.sarif', runner.temp) || '' }}",
  );
  return inputs['upload-sarif'] === 'true' ? join(temporary, 'trajectory.sarif') : '';
}

describe('The GitHub Action', () => {
  it('annotates each problem, and fails', () => {
    const { status, stdout, outputs } = runCheck({ 'runs/a.trajectory.json': broken }, {});
    expect(stdout).toMatch(/^::error file=runs\/a\.trajectory\.json,line=1,.*::reward must be a number/m);
    expect(status).toBe(1);
    expect(outputs).toBe('');
  });

  it('succeeds without problems', () => {
    expect(runCheck({ 'a.training-config.json': clean }, {}).status).toBe(0);
  });

  it('writes a SARIF report if it is to be uploaded', () => {
    const { status, outputs, temporary } = runCheck(
      { 'a.trajectory.json': broken },
      { 'upload-sarif': 'true' },
    );
    const report = join(temporary, 'trajectory.sarif');
    expect(outputs).toBe(`sarif=${report}\n`);
    const { results } = JSON.parse(readFileSync(report, 'utf8')).runs[0];
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain('wrong-type');
    expect(status).toBe(1);
  });

  it('takes several paths, and runs none of them', () => {
    const files = { 'a b.json': broken, '$(touch ran).json': broken, '`touch ran`.json': broken };
    const { stdout, status, repository } = runCheck(files, {
      paths: `${Object.keys(files).join('\n')}\n`,
      as: 'trajectory',
      severity: 'error',
    });
    expect(stdout.match(/^::error /gm)).toHaveLength(3);
    expect(stdout).not.toMatch(/^::notice /m);
    expect(status).toBe(1);
    expect(existsSync(join(repository, 'ran'))).toBe(false);
  });

  it('fails with 2 if a file cannot be read, with a report that says so', () => {
    const { status, stdout, temporary } = runCheck(
      {},
      { paths: 'missing.trajectory.json', 'upload-sarif': 'true' },
    );
    expect(status).toBe(2);
    expect(stdout).toMatch(/^::error file=missing\.trajectory\.json,title=not checked::/m);
    const { invocations } = JSON.parse(readFileSync(join(temporary, 'trajectory.sarif'), 'utf8')).runs[0];
    expect(invocations[0].executionSuccessful).toBe(false);
  });

  it('installs what it is built with, also in a workflow that sets NODE_ENV to production', () => {
    const flags = action.runs.steps.flatMap(
      ({ run }) => /npm ci (.*)/.exec(run ?? '')?.[1]?.split(' ') ?? [],
    );
    const omitted = execFileSync('npm', ['config', 'get', 'omit', ...flags], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
      shell: process.platform === 'win32',
    });
    expect(omitted.trim()).toBe('');
  });

  it('passes inputs only through the environment', () => {
    for (const { run } of action.runs.steps) expect(run ?? '').not.toMatch(/\$\{\{/);
  });
});
