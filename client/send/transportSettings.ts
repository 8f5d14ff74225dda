import * as vscode from 'vscode';
import type { TimeLimits } from '../../send/transport/clocks';
import { userValue } from '../settings';

/** Time limits of a request, in milliseconds. */
export function timeLimits(): TimeLimits {
  const seconds = userValue<Partial<TimeLimits>>('timeouts') ?? {};
  return {
    connect: milliseconds(seconds.connect, 30),
    idle: milliseconds(seconds.idle, 300),
    whole: milliseconds(seconds.whole, 1800),
  };
}

/** Whether VS Code applies the user's proxy only to requests without an agent of their own. */
export function proxyLeavesOwnAgents(): boolean {
  const support = vscode.workspace.getConfiguration('http').inspect<string>('proxySupport');
  return (support?.globalValue ?? support?.defaultValue) === 'on';
}

function milliseconds(seconds: unknown, fallback: number): number {
  const usable = typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, 86_400) : fallback;
  return usable * 1000;
}
