import { isAbsolute, relative } from 'node:path';
import * as vscode from 'vscode';
import { programTerminal } from './programTerminal';

/** The type of the tasks, as `tasks.json` and the manifest name it. */
const type = 'trajectory';

/** A task as it stands in `tasks.json`. The manifest describes the properties; VS Code does not check their values. */
interface CheckDefinition extends vscode.TaskDefinition {
  readonly task: 'check';
  readonly paths?: unknown;
  readonly severity?: string;
}

/**
 * The task *trajectory: check* of each folder of the workspace: it runs `trajectory check` in a terminal, and its
 * problem matcher brings the problems of files that are not open into the Problems view. Needs Node.
 */
export function registerCheckTask(extension: vscode.Uri): vscode.Disposable {
  const script = scriptOf(extension);
  return vscode.tasks.registerTaskProvider(type, {
    provideTasks: () => {
      const definition: CheckDefinition = { type, task: 'check' };
      return onDisk(vscode.workspace.workspaceFolders ?? []).map((folder) =>
        taskOf(script, definition, folder),
      );
    },
    resolveTask: ({ definition, scope }) =>
      definition['task'] === 'check' ? taskOf(script, definition as CheckDefinition, scope) : undefined,
  });
}

/** Runs the task for one file. */
export async function checkInTerminal(extension: vscode.Uri, file: vscode.Uri): Promise<void> {
  const definition: CheckDefinition = { type, task: 'check', paths: [file.fsPath] };
  const scope = vscode.workspace.getWorkspaceFolder(file);
  await vscode.tasks.executeTask(taskOf(scriptOf(extension), definition, scope));
}

function scriptOf(extension: vscode.Uri): string {
  return vscode.Uri.joinPath(extension, 'dist/cli/trajectory.js').fsPath;
}

function onDisk(folders: readonly vscode.WorkspaceFolder[]): readonly vscode.WorkspaceFolder[] {
  return folders.filter(({ uri }) => uri.scheme === 'file');
}

/** `definition` must be the object that VS Code passed: it compares by identity. */
function taskOf(script: string, definition: CheckDefinition, scope: vscode.Task['scope']): vscode.Task {
  const folder = typeof scope === 'object' ? scope : onDisk(vscode.workspace.workspaceFolders ?? [])[0];
  const path = folder?.uri.fsPath;
  const paths = pathsOf(definition, path);
  // With the values of variables, such as those of `${file}`, which are known when it runs.
  const run = new vscode.CustomExecution(async (resolved) => {
    const withValues = resolved as CheckDefinition;
    return programTerminal(script, argumentsOf(withValues, pathsOf(withValues, path)), path);
  });
  const task = new vscode.Task(
    definition,
    scope ?? vscode.TaskScope.Workspace,
    definition.task,
    type,
    run,
    path === undefined || paths.some(isAbsolute) ? matchers.absolute : matchers.relative,
  );
  task.detail = 'Reports problems in all trajectory files and training configs of a folder, of any size';
  return task;
}

/**
 * The problem matchers of the manifest. The first takes the paths in the output to be relative to the workspace folder,
 * and VS Code refuses it where there is none.
 */
const matchers = { relative: '$trajectory-check', absolute: '$trajectory-check-absolute' } as const;

/**
 * The paths, or the only one, relative to the folder where they can be: on Windows, those on another drive cannot. The
 * program says what is wrong with anything else.
 */
function pathsOf({ paths = [] }: CheckDefinition, folder: string | undefined): readonly string[] {
  return [paths]
    .flat()
    .map(String)
    .map((path) => (folder !== undefined && isAbsolute(path) ? relative(folder, path) || '.' : path));
}

function argumentsOf({ task, severity }: CheckDefinition, paths: readonly string[]): readonly string[] {
  return [task, ...(severity === undefined ? [] : ['--severity', severity]), '--', ...paths];
}
