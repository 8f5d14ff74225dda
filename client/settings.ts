import * as vscode from 'vscode';
import { reasonOf } from '../send/format/errorReason';
import { commandAction, showError } from './notifications';

/** URL of the service, or '' when unset or no string. Read from user settings only, never from a workspace's. */
export function baseUrl(): string {
  const url = userValue<unknown>('baseUrl');
  return typeof url === 'string' ? url : '';
}

/** Writes the URL of the service to the user settings; false if that is not possible, which the user is told. */
export function setBaseUrl(url: string): Promise<boolean> {
  return store('baseUrl', url);
}

/** Whether *Log Trajectories* asks before it sends: unless the user has turned it off, and not by a value of another type. */
export function confirmsLog(): boolean {
  return userValue<unknown>('confirmLog') !== false;
}

export type Recognition = 'ask' | 'always' | 'never';

/** What to do with plain JSON files that contain trajectories. */
export function recognition(): Recognition {
  return userValue<Recognition>('recognition') ?? 'ask';
}

/** Stores the user's answer to the offer. */
export async function setRecognition(value: Recognition): Promise<void> {
  await store('recognition', value);
}

/** Writes a user setting, or says why that is not possible: the file of settings may have a syntax error. */
async function store(key: string, value: string): Promise<boolean> {
  try {
    await section().update(key, value, vscode.ConfigurationTarget.Global);
    return true;
  } catch (error) {
    const message = `The setting trajectory.${key} cannot be stored: ${reasonOf(error)}`;
    showError(message, commandAction('Open Settings (JSON)', 'workbench.action.openSettingsJson'));
    return false;
  }
}

function section(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('trajectory');
}

/**
 * Reads user settings only. The setting's scope in the manifest already excludes workspaces; this is a second barrier.
 */
export function userValue<T>(key: string): T | undefined {
  const values = section().inspect<T>(key);
  return values?.globalValue ?? values?.defaultValue;
}
