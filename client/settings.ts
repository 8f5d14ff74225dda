import * as vscode from 'vscode';

/** URL of the service, or '' when none is set. Only the user's own settings count, never a workspace's. */
export function baseUrl(): string {
  return userValue<string>('baseUrl') ?? '';
}

/** Keeps the URL of the service in the user's settings. */
export async function setBaseUrl(url: string): Promise<void> {
  await section().update('baseUrl', url, vscode.ConfigurationTarget.Global);
}

/** Whether *Log Trajectories* asks before it sends. */
export function confirmsLog(): boolean {
  return userValue<boolean>('confirmLog') ?? true;
}

export type Recognition = 'ask' | 'always' | 'never';

/** What to do with plain JSON files that hold trajectories. */
export function recognition(): Recognition {
  return userValue<Recognition>('recognition') ?? 'ask';
}

/** Keeps the answer to the offer. */
export async function setRecognition(value: Recognition): Promise<void> {
  await section().update('recognition', value, vscode.ConfigurationTarget.Global);
}

function section(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('trajectory');
}

/** The scope in the manifest keeps workspaces out already; reading only the user's value says it once more. */
export function userValue<T>(key: string): T | undefined {
  const values = section().inspect<T>(key);
  return values?.globalValue ?? values?.defaultValue;
}
