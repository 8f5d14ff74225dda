import * as vscode from 'vscode';
import type { HistoryEntry } from '../../send/journal/history';
import type { Grouping } from '../../send/request/grouping';
import { activeUri } from '../documents/activeDocument';
import { uriOf } from '../documents/resolve';

/** Arguments of the sending commands, for key bindings and tasks. Each skips a question, but not the confirmation. */
export interface SendArguments {
  readonly uri?: vscode.Uri;
  readonly modelId?: string;
  readonly split?: string;
  /** The config to use, or `none`. */
  readonly configUri?: vscode.Uri | 'none';
  /** How to group trajectories without a group. */
  readonly grouping?: Grouping;
  /** No arguments, or only the resource that a menu passes. */
  readonly isPlain?: true;
  /** Set by the history: the send to repeat. */
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

/** What triggered a request. */
export interface SendTrigger {
  /** The repeated send of the history. */
  readonly again?: HistoryEntry | undefined;
  /** The command had arguments, which a link in a file can pass too; or a message's button sends again. */
  readonly isIndirect: boolean;
  /** A document has changed since the confirmation. */
  readonly hasChanged?: boolean;
}

/**
 * The trigger of a send with these arguments. They may come from a link in an untrusted file, so they always lead to a
 * question. The one exception is the URI of the active document, which says no more than no argument.
 */
export function triggerOf({ again, uri, isPlain }: SendArguments): SendTrigger {
  const isElsewhere = uri !== undefined && uri.toString() !== activeUri()?.toString();
  return { again, isIndirect: isPlain !== true || isElsewhere };
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}
