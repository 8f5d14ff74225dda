import type { Document, DocumentOptions } from '../../../../server/core/document';
import type { Completion } from '../../../../server/core/features/completion/completion';
import type { Edit } from '../../../../server/core/text/text';
import { open, options } from '../support';

/** The document of a text without its `|`, and the offset of the `|`. */
export function openAt(
  marked: string,
  how: DocumentOptions = options.trajectory,
): { document: Document; offset: number; content: string } {
  const offset = marked.indexOf('|');
  const content = marked.slice(0, offset) + marked.slice(offset + 1);
  return { document: open(content, how), offset, content };
}

/** A text after non-overlapping edits, applied as in an editor. */
export function withEdits(content: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    if (edit.from < at) throw new Error(`Edits overlap at ${edit.from}.`);
    result += content.slice(at, edit.from) + edit.insert;
    at = edit.to;
  }
  return result + content.slice(at);
}

export const modelId = '3f2a1b9c-0d4e-4f6a-8b7c-9d0e1f2a3b4c';
export const now = new Date('2026-03-14T09:26:53.589Z');

/** The text that an editor inserts for a snippet if nothing is filled in; an empty tab stop becomes `blank`. */
export function expanded(snippet: string, blank = ''): string {
  return snippet.replace(
    /\\([\\$}])|\$\d+|\$\{\d+:((?:\\.|[^\\}])*)\}|\$\{\d+\|((?:\\.|[^\\|])*)\|\}/g,
    (_, escaped?: string, placeholder?: string, choices?: string) => {
      if (escaped !== undefined) return escaped;
      if (placeholder !== undefined) return expanded(placeholder);
      if (choices === undefined) return blank;
      return /^(?:\\.|[^\\,])*/.exec(choices)![0].replace(/\\(.)/g, '$1');
    },
  );
}

/** A text after accepting a completion, as in an editor. */
export function completed(content: string, completion: Completion): string {
  const edit = { ...completion.replace, insert: expanded(completion.text) };
  return withEdits(content, [edit, ...(completion.also ?? [])]);
}

/** A document that is valid except for this value of `metrics`, whose contents are undocumented. */
export function inMetrics(value: string): string {
  return `{ "split": "train", "trajectory_groups": [{ "trajectories": [{ "metrics": ${value} }] }] }`;
}

/** A valid document with these members of a trajectory. */
export function inTrajectory(members: string): string {
  return `{ "split": "train", "trajectory_groups": [{ "trajectories": [{ ${members} }] }] }`;
}
