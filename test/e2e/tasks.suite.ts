import { assert } from 'chai';
import { ConfigurationTarget, DiagnosticSeverity, tasks, Uri, workspace } from 'vscode';
import { diagnosticsWhen, logRequest, openFile } from './documents';
import { hasNode } from './host';

describe('the task trajectory: check', () => {
  // A web worker starts no program.
  if (!hasNode) {
    it('is not offered without Node', async () => {
      assert.isEmpty(await tasks.fetchTasks({ type: 'trajectory' }));
    });
    return;
  }

  afterEach(() => configure(undefined));

  it('is offered for the folder of the workspace', async () => {
    const [task, ...others] = await tasks.fetchTasks({ type: 'trajectory' });
    assert.isEmpty(others);
    assert.deepInclude(task, { name: 'check', source: 'trajectory' });
    assert.deepEqual(task?.scope, workspace.workspaceFolders?.[0]);
  });

  it('brings the problems of files that are not open into the Problems view', async () => {
    const { folder, broken } = await writeFiles();
    const found = diagnosticsWhen({ uri: broken }, (all) => all.some((one) => one.code === 'wrong-type'));
    assert.equal(await run({ task: 'check', paths: [folder] }), 1);
    const problem = (await found).find(({ severity }) => severity === DiagnosticSeverity.Error);
    assert.deepInclude(problem, {
      source: 'trajectory',
      message: 'reward must be a number; found the string "1".',
    });
  });

  it('brings all of them, however many', async () => {
    const { folder, lines } = await writeFiles();
    const found = diagnosticsWhen({ uri: lines }, (all) => all.length === lineCount);
    const path = Uri.joinPath(lines, '..').fsPath;
    assert.isTrue(path.endsWith(folder));
    assert.equal(await run({ task: 'check', paths: [path], severity: 'error' }), 1);
    assert.deepEqual(
      (await found).map(({ range }) => range.start.line),
      [...Array(lineCount).keys()],
    );
  });

  it('knows the variables of tasks.json in its paths', async () => {
    const { folder } = await writeFiles();
    assert.equal(await run({ task: 'check', paths: [`\${workspaceFolder}/${folder}`] }), 1);
  });

  it('succeeds without errors and warnings', async () => {
    const document = await openFile('intact.trajectory.json', logRequest('"reward": 1'));
    assert.equal(await run({ task: 'check', paths: [document.uri.fsPath] }), 0);
  });

  it('takes one path for a list of one', async () => {
    const { folder } = await writeFiles();
    assert.equal(await run({ task: 'check', paths: folder }), 1);
  });

  it('runs with values that are no paths, and fails with 2', async () => {
    assert.equal(await run({ task: 'check', paths: [true] }), 2);
  });

  it('fails with 2 if there is nothing to check', async () => {
    assert.equal(await run({ task: 'check', paths: ['missing'] }), 2);
  });
});

/** Files in a folder of their own, none of them open. */
interface Files {
  /** Relative to the workspace. */
  readonly folder: string;
  /** A document with an error. */
  readonly broken: Uri;
  /** JSON Lines with an error in each line. The last file that is checked. */
  readonly lines: Uri;
}

const lineCount = 300;

async function writeFiles(): Promise<Files> {
  const root = workspace.workspaceFolders?.[0]?.uri;
  if (root === undefined) throw new Error('The suite runs in an empty folder; none is open.');
  const folder = `a folder ${Math.random()}`;
  const write = async (name: string, text: string): Promise<Uri> => {
    const uri = Uri.joinPath(root, folder, name);
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return uri;
  };
  const broken = await write('a.trajectory.json', logRequest('"reward": "1"'));
  const line = '{"trajectories": [{"reward": "1"}]}\n';
  return { folder, broken, lines: await write('b.trajectories.jsonl', line.repeat(lineCount)) };
}

/** Runs a task as it stands in `tasks.json`, and resolves with its exit code. */
async function run(definition: Record<string, unknown>): Promise<number | undefined> {
  const label = `configured ${Math.random()}`;
  await configure([{ type: 'trajectory', problemMatcher: '$trajectory-check', label, ...definition }]);
  const configured = (await tasks.fetchTasks({ type: 'trajectory' })).find(({ name }) => name === label);
  assert.isDefined(configured);
  const ended = new Promise<number | undefined>((resolve) => {
    const subscription = tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name !== label) return;
      subscription.dispose();
      resolve(exitCode);
    });
  });
  await tasks.executeTask(configured!);
  return ended;
}

async function configure(all: readonly object[] | undefined): Promise<void> {
  await workspace.getConfiguration('tasks').update('tasks', all, ConfigurationTarget.Workspace);
}
