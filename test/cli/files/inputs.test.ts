import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Failure, findInputs, type Input } from '../../../cli/files/inputs';
import { run, useFolder } from '../program';

const folder = useFolder();
const tree = join(folder.path, 'tree');

beforeAll(() => {
  mkdirSync(join(tree, '.git'), { recursive: true });
  const files = [
    'b.trajectory.json',
    'A.Trajectory.JSON',
    'lines.trajectories.jsonl.gz',
    'grpo.training-config.json',
    'package.json',
    'runs/1/job.training-job.json',
    'runs/kept.trajectory.json',
    'runs/dropped.trajectory.json',
    'out/rollouts.trajectories.jsonl',
    'out/half.trajectories.jsonl',
    'node_modules/some/x.trajectory.json',
    '.hidden/y.trajectory.json',
    'excluded/z.trajectory.json',
  ];
  for (const name of files) folder.write(join('tree', name), '{}');
  const otherCase = process.platform === 'linux' ? 'B.TRAJECTORY.JSON\n' : '';
  folder.write('tree/.gitignore', `out/\n*.trajectory.json.bak\n/runs/dropped*\n${otherCase}`);
  folder.write('tree/out/.gitignore', 'half*\n');
  folder.write('tree/.git/info/exclude', 'excluded/\n');
  symlinkSync(join(tree, 'runs'), join(tree, 'loop'));
  symlinkSync(join(tree, 'b.trajectory.json'), join(tree, 'link.trajectory.json'));
});

async function found(...paths: string[]): Promise<string[]> {
  const shown = (one: Input | Failure) => ('message' in one ? `${one.shown}: ${one.message}` : one.shown);
  return (await findInputs(paths.map((path) => join(tree, path)))).map((one) =>
    shown(one).replace(`${tree}/`, ''),
  );
}

describe('In a folder', () => {
  it('our files are found by name, in order, except what git ignores; links to files count once', async () => {
    expect(await found('.')).toEqual([
      '.hidden/y.trajectory.json',
      'A.Trajectory.JSON',
      'b.trajectory.json',
      'grpo.training-config.json',
      'lines.trajectories.jsonl.gz',
      'runs/1/job.training-job.json',
      'runs/kept.trajectory.json',
    ]);
  });

  it('that git ignores but the user named, only its own rules count: rollouts are often ignored', async () => {
    expect(await found('out')).toEqual(['out/rollouts.trajectories.jsonl']);
  });
});

it('A link to a folder elsewhere is named, because it is not searched; one that leads back is not', async () => {
  folder.write('scratch/r7/x.trajectory.json', '{}');
  folder.write('linked/y.trajectory.json', '{}');
  symlinkSync(join(folder.path, 'scratch'), join(folder.path, 'linked/runs'));
  symlinkSync(join(folder.path, 'linked'), join(folder.path, 'linked/loop'));
  const { stderr, stdout } = await run(['check', 'linked'], { cwd: folder.path });
  expect(stderr).toBe(
    'trajectory: linked/runs: This is a link to a folder, which is not searched. Name it to search it.\n',
  );
  expect(stdout).toContain('linked/y.trajectory.json:');
  expect(stdout).not.toContain('x.trajectory.json');
});

describe('A path', () => {
  it('of a file is read whatever its name, and even if git ignores it; twice is once', async () => {
    expect(await found('package.json', 'runs/dropped.trajectory.json', 'runs/../package.json')).toEqual([
      'package.json',
      'runs/dropped.trajectory.json',
    ]);
  });

  it('with a pattern gives the files that match, whatever their names, except what git ignores', async () => {
    expect(await found('**/*.json')).toEqual([
      'b.trajectory.json',
      'grpo.training-config.json',
      'package.json',
      'runs/1/job.training-job.json',
      'runs/kept.trajectory.json',
    ]);
    // As git does: what is in an ignored folder is not included again.
    folder.write('tree/out/again/.gitignore', '!*.jsonl\n');
    folder.write('tree/out/again/x.jsonl', '{}');
    expect(await found('**/x.jsonl')).toEqual([
      '**/x.jsonl: All files that match this pattern are ignored by git.',
    ]);
    expect(await found('out/*.jsonl')).toEqual([
      'out/*.jsonl: All files that match this pattern are ignored by git.',
    ]);
  });

  it('with a pattern gives links to files, as a shell would, but does not go through links to folders', async () => {
    folder.write('store/1', '{}');
    folder.write('annexed/a.trajectory.json', '{}');
    symlinkSync(join(folder.path, 'store/1'), join(folder.path, 'annexed/b.trajectory.json'));
    symlinkSync('nowhere', join(folder.path, 'annexed/c.trajectory.json'));
    symlinkSync('.', join(folder.path, 'annexed/d.trajectory.json'));
    expect(await found('../annexed/**/*.trajectory.json')).toEqual([
      join(folder.path, 'annexed/a.trajectory.json'),
      join(folder.path, 'annexed/b.trajectory.json'),
      `${join(folder.path, 'annexed/c.trajectory.json')}: No such file or folder.`,
    ]);
  });

  it('that exists is not treated as a pattern', async () => {
    folder.write('tree/[1].trajectory.json', '{}');
    expect(await found('[1].trajectory.json')).toEqual(['[1].trajectory.json']);
  });

  it('with a pattern below a folder that exists takes the name of the folder as it is', async () => {
    for (const name of ['runs (1)', '[new]', '{a,b}', '!x', 'a*b'])
      folder.write(`named/${name}/x.trajectory.json`, '{}');
    const below = async (pattern: string) =>
      (await found(`../named/${pattern}`)).map((path) => path.replace(join(folder.path, 'named/'), ''));
    expect(await below('runs (1)/*.json')).toEqual(['runs (1)/x.trajectory.json']);
    expect(await below('[new]/**/*.json')).toEqual(['[new]/x.trajectory.json']);
    expect(await below('{a,b}/*.json')).toEqual(['{a,b}/x.trajectory.json']);
    expect(await below('!x/*.json')).toEqual(['!x/x.trajectory.json']);
    expect(await below('a*b/*.json')).toEqual(['a*b/x.trajectory.json']);
    expect(await below('*/*.json')).toHaveLength(5);
  });
});
