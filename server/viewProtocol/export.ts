import { RequestType } from 'vscode-languageserver-protocol';
import type { Integers } from './collection';

/** Messages about exports, declared once for the trajectory view and the language server. Indexes count from 0. */

/**
 * What to export: the whole document as an HTML page, or its trajectories from one up to another, all that is possible
 * of a file on disk; a comparison as a page or as Markdown; or another part as Markdown.
 */
export type ExportOf =
  | {
      readonly what: 'page';
      readonly title: string;
      readonly some?: { readonly from: number; readonly to: number };
    }
  | { readonly what: 'conversation'; readonly trajectory: number }
  | { readonly what: 'message'; readonly trajectory: number; readonly message: number }
  | {
      readonly what: 'comparison';
      /** What is compared, for the heading. */
      readonly title: string;
      readonly as: 'markdown' | 'page';
      readonly trajectories: readonly number[];
      /** The document of each trajectory, and its name in the export, if there are several. */
      readonly documents?: readonly { readonly uri: string; readonly name: string }[];
    };

/** A comparison as a page, or as Markdown. */
export type ComparisonOf = Extract<ExportOf, { readonly what: 'comparison' }>;

/** A part of an export. */
export interface ExportedStep {
  /** Of several documents, the sum of their versions: any edit changes it. */
  readonly version: number;
  /** About 250,000 characters, or as many as one message has: at most twice that. */
  readonly text: string;
  /** Ask again with this cursor, until it is null. */
  readonly next: { readonly trajectory: number; readonly message: number } | null;
}

/** The next part of an export. `from` is null at its start. */
export const exportRequest = new RequestType<
  { readonly uri: string; readonly of: ExportOf; readonly from: ExportedStep['next'] },
  ExportedStep | null,
  void
>('trajectory/export');

/** Groups as JSON Lines, every token unchanged. */
export const groupLinesRequest = new RequestType<
  { readonly uri: string; readonly version: number; readonly groups: Integers },
  string | null,
  void
>('trajectory/groupLines');
