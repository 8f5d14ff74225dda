import * as vscode from 'vscode';
import { defaultLimits, type TimeLimits } from '../../send/transport/clocks';
import { userValue } from '../settings';

/** Time limits of a request, in milliseconds. */
export function timeLimits(): TimeLimits {
  const seconds = userValue<Partial<TimeLimits>>('timeouts') ?? {};
  return {
    connect: milliseconds(seconds.connect, defaultLimits.connect),
    idle: milliseconds(seconds.idle, defaultLimits.idle),
    whole: milliseconds(seconds.whole, defaultLimits.whole),
  };
}

/** Whether VS Code applies the user's proxy only to requests without an agent of their own. */
export function proxyLeavesOwnAgents(): boolean {
  const support = vscode.workspace.getConfiguration('http').inspect<string>('proxySupport');
  return (support?.globalValue ?? support?.defaultValue) === 'on';
}

function milliseconds(seconds: unknown, fallback: number): number {
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, 86_400) * 1000 : fallback;
}
