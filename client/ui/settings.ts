import * as vscode from 'vscode';
import type { TimeLimits } from '../submit/clocks';

/** URL of the service, or '' when none is set. Only the user's own settings count, never a workspace's. */
export function baseUrl(): string {
  return userValue<string>('baseUrl') ?? '';
}

/** Keeps the URL of the service in the user's settings. */
export async function setBaseUrl(url: string): Promise<void> {
  await section().update('baseUrl', url, vscode.ConfigurationTarget.Global);
}

/** How long a request may take, in milliseconds. */
export function timeLimits(): TimeLimits {
  const seconds = userValue<Partial<TimeLimits>>('timeouts') ?? {};
  return {
    connect: milliseconds(seconds.connect, 30),
    idle: milliseconds(seconds.idle, 300),
    whole: milliseconds(seconds.whole, 1800),
  };
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

/** Whether VS Code leads only those requests through the user's proxy that bring no agent of their own. */
export function proxyLeavesOwnAgents(): boolean {
  const support = vscode.workspace.getConfiguration('http').inspect<string>('proxySupport');
  return (support?.globalValue ?? support?.defaultValue) === 'on';
}

function section(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('trajectory');
}

/** The scope in the manifest keeps workspaces out already; reading only the user's value says it once more. */
function userValue<T>(key: string): T | undefined {
  const values = section().inspect<T>(key);
  return values?.globalValue ?? values?.defaultValue;
}

function milliseconds(seconds: unknown, fallback: number): number {
  const usable = typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, 86_400) : fallback;
  return usable * 1000;
}
