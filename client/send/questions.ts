import * as vscode from 'vscode';
import { isUuid, logEndpoint } from '../../send/request/endpoint';
import { inertText } from '../../send/words/plainText';
import type { RecentValues } from './recentValues';

/** Asks for a value, recent ones first. Null when the user gave none. */
export async function askForValue(question: {
  readonly title: string;
  readonly recent: RecentValues;
  /** Why a value cannot be used, or null. */
  readonly problem: (value: string) => string | null;
}): Promise<string | null> {
  const { title, recent, problem } = question;
  const offered = recent.list().filter((value) => problem(value) === null);
  if (offered.length > 0) {
    const other = { label: '$(edit) Enter Another…', value: undefined };
    const items = offered.map((value) => ({ label: inertText(value, 200), value }));
    const choice = await vscode.window.showQuickPick([...items, other], { title, ignoreFocusOut: true });
    if (choice === undefined) return null;
    if (choice.value !== undefined) return choice.value;
  }
  const validateInput = (text: string) => problem(text.trim());
  const entered = await vscode.window.showInputBox({ title, ignoreFocusOut: true, validateInput });
  return entered === undefined ? null : entered.trim();
}

/** Why a model id cannot be used for logging, or null. */
export function loggingModelProblem(modelId: string): string | null {
  if (modelId === '') return 'Enter a model id.';
  const result = logEndpoint('https://localhost', modelId);
  return result.ok ? null : result.message;
}

/** Why a model id cannot be used for a training job, or null: the interface asks for a UUID. */
export function trainingModelProblem(modelId: string): string | null {
  return isUuid(modelId) ? null : 'The model id of a training job is a UUID, such as 3f2a1b9c-….';
}

/** Why a split cannot be used, or null. */
export function splitProblem(split: string): string | null {
  return split === '' ? 'Enter the name of a split.' : null;
}

/** Asks which training config to use. Null when the user dismissed it; `none` when there is no config or none is wanted. */
export async function askForConfig(document: vscode.Uri): Promise<vscode.Uri | 'none' | null> {
  const uris = await findDocuments(['training-config'], '**/*.training-config.json', document);
  if (uris.length === 0) return 'none';
  const none = { label: '$(circle-slash) No Training Config', uri: 'none' as const };
  const choice = await vscode.window.showQuickPick([none, ...uris.map(fileItem)], {
    title: 'Experimental Training Config',
    ignoreFocusOut: true,
  });
  return choice?.uri ?? null;
}

/** Asks which trajectories to train on. Null when the user dismissed it or there are none. */
export async function askForTrajectories(config: vscode.Uri): Promise<vscode.Uri | null> {
  const pattern =
    '**/*.{trajectory.json,trajectories.json,training-job.json,trajectory.jsonl,trajectories.jsonl}';
  const uris = await findDocuments(['trajectory', 'trajectory-jsonl'], pattern, config);
  if (uris.length === 0) {
    void vscode.window.showInformationMessage(
      'There is no trajectory document in this workspace. Open one first.',
    );
    return null;
  }
  const title = 'Train on Which Trajectories?';
  const choice = await vscode.window.showQuickPick(uris.map(fileItem), { title, ignoreFocusOut: true });
  return choice?.uri ?? null;
}

function fileItem(uri: vscode.Uri): vscode.QuickPickItem & { readonly uri: vscode.Uri } {
  const path = vscode.workspace.asRelativePath(uri);
  const nameAt = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, Math.max(0, nameAt - 1));
  return { label: inertText(path.slice(nameAt), 200), description: inertText(folder, 300), uri };
}

/** Documents of some languages that are open or in the workspace, without one, open ones first. */
async function findDocuments(
  languages: readonly string[],
  pattern: string,
  except: vscode.Uri,
): Promise<readonly vscode.Uri[]> {
  const open = vscode.workspace.textDocuments
    .filter((document) => languages.includes(document.languageId) && isFile(document))
    .map((document) => document.uri);
  const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**', 500);
  const distinct = new Map([...open, ...files].map((uri) => [uri.toString(), uri]));
  distinct.delete(except.toString());
  return [...distinct.values()];
}

/** Not an expanded line of another document, nor a file as it was in an earlier commit. */
function isFile({ uri, isUntitled }: vscode.TextDocument): boolean {
  return isUntitled || uri.scheme === 'file' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
