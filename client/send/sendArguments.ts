import * as vscode from 'vscode';
import type { HistoryEntry } from '../../send/journal/history';
import type { Grouping } from '../../send/request/body';
import { uriOf } from '../documents/resolve';

/** What keybindings and tasks may pass to the sending commands, so that questions are skipped. */
export interface SendArguments {
  readonly uri?: vscode.Uri;
  readonly modelId?: string;
  readonly split?: string;
  /** The config to use, or `none`. */
  readonly configUri?: vscode.Uri | 'none';
  /** What trajectories that are in no group become. */
  readonly grouping?: Grouping;
  /** Set by the history: the send that is repeated. */
  readonly again?: HistoryEntry;
}

const groupings: readonly Grouping[] = ['one', 'each'];

/** Reads a command's first argument: an object of ours, or the resource that a menu passes. */
export function readArguments(argument: unknown): SendArguments {
  const target = optional('uri', uriOf(argument));
  if (argument instanceof vscode.Uri || typeof argument !== 'object' || argument === null) return target;
  const { modelId, split, configUri, grouping } = argument as Record<string, unknown>;
  return {
    ...target,
    ...optional('modelId', typeof modelId === 'string' ? modelId : undefined),
    ...optional(
      'grouping',
      groupings.find((one) => one === grouping),
    ),
    ...optional('split', typeof split === 'string' ? split : undefined),
    ...optional('configUri', configUri === 'none' ? ('none' as const) : uriOf(configUri)),
  };
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}
