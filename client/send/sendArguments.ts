import * as vscode from 'vscode';
import type { HistoryEntry } from '../../send/journal/history';
import type { Grouping } from '../../send/request/body';
import { activeUri } from '../documents/activeDocument';
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
  /** Nothing was passed, or what a menu passes. */
  readonly isPlain?: true;
  /** Set by the history: the send that is repeated. */
  readonly again?: HistoryEntry;
}

const groupings: readonly Grouping[] = ['one', 'each'];

/** Reads a command's first argument: an object of ours, or the resource that a menu passes. */
export function readArguments(argument: unknown): SendArguments {
  if (argument === undefined || argument === null) return { isPlain: true };
  if (argument instanceof vscode.Uri) return { ...optional('uri', uriOf(argument)), isPlain: true };
  const target = optional('uri', uriOf(argument));
  if (typeof argument !== 'object') return target;
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

/** Where a request comes from, beside its documents. */
export interface SendTrigger {
  /** The send of the history that is repeated. */
  readonly again?: HistoryEntry | undefined;
  /** The command was called with arguments, which a link in a file can do, too. */
  readonly hasArguments: boolean;
  /** A document has changed since the user was asked. */
  readonly hasChanged?: boolean;
}

/**
 * Where a send with these arguments comes from. Only a menu that names the document before the user says nothing by
 * it: what a lens passes, a link in somebody's file can pass as well.
 */
export function triggerOf({ again, uri, isPlain }: SendArguments): SendTrigger {
  const isElsewhere = uri !== undefined && uri.toString() !== activeUri()?.toString();
  return { again, hasArguments: isPlain !== true || isElsewhere };
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}
