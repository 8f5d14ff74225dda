import * as vscode from 'vscode';
import type { Grouping } from '../submit/body';
import type { HistoryEntry } from '../submit/history';

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
  if (argument instanceof vscode.Uri) return { uri: argument };
  if (typeof argument !== 'object' || argument === null) return {};
  const { uri, modelId, split, configUri, grouping } = argument as Record<string, unknown>;
  return {
    ...optional('uri', toUri(uri)),
    ...optional('modelId', typeof modelId === 'string' ? modelId : undefined),
    ...optional(
      'grouping',
      groupings.find((one) => one === grouping),
    ),
    ...optional('split', typeof split === 'string' ? split : undefined),
    ...optional('configUri', configUri === 'none' ? ('none' as const) : toUri(configUri)),
  };
}

function toUri(value: unknown): vscode.Uri | undefined {
  if (value instanceof vscode.Uri) return value;
  return typeof value === 'string' ? vscode.Uri.parse(value) : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}
