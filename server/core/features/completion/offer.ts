import type { Document } from '../../document';
import { childCount } from '../../syntax/nodes/children';
import { Flag } from '../../syntax/tokens/token';
import { maxNameLength } from '../../syntax/tree/strings';
import { positionAt, sliceText } from '../../text/text';
import { isLines } from '../cursorContext';
import type { Completion, CompletionOptions, Documentation } from './completion';
import { examplesAt } from './nextRole';
import type { Slot } from './slot';
import type { Writing } from './snippets';

/** Where completions are requested. */
export interface CompletionContext {
  readonly document: Document;
  readonly offset: number;
  readonly slot: Slot;
  readonly options: CompletionOptions;
}

export interface Offered {
  readonly label: string;
  readonly kind: Completion['kind'];
  /** In LSP snippet syntax, without surrounding commas. */
  readonly snippet: string;
  /** What users type to find it; the label by default. */
  readonly typed?: string;
  readonly detail?: string | undefined;
  readonly documentation?: Documentation | undefined;
}

/** Creates a completion for a slot, with the commas missing around it. `rank` is its order. */
export function offer(context: CompletionContext, rank: number, offered: Offered): Completion {
  const { slot } = context;
  const { label, kind, snippet, detail, documentation } = offered;
  const typed = offered.typed ?? label;
  const isBeside = slot.commaBefore >= 0 && slot.commaBefore === slot.from;
  const comma = { from: slot.commaBefore, to: slot.commaBefore, insert: ',' };
  return {
    label,
    kind,
    replace: { from: slot.from, to: slot.to },
    text: `${isBeside ? ', ' : ''}${snippet}${slot.follows === 'member' ? ',' : ''}`,
    ...(slot.commaBefore >= 0 && !isBeside ? { also: [comma] } : {}),
    sortText: String(rank).padStart(5, '0'),
    filterText: slot.quote === '' ? typed : `${slot.quote}${JSON.stringify(typed).slice(1, -1)}${slot.quote}`,
    ...(detail ? { detail } : {}),
    ...(documentation ? { documentation } : {}),
  };
}

/** The typed text of the token in the slot, without its quote; no more of it than a name may have. */
export function typedAt({ document, slot, offset }: CompletionContext): string {
  const from = slot.from + slot.quote.length;
  return sliceText(document.text, from, Math.min(offset, from + maxNameLength));
}

/** How to write new text: on one line in JSON Lines, and in a container that is on one line. */
export function writingAt(context: CompletionContext): Writing {
  const { document, slot, options } = context;
  return {
    ...options,
    isOneLine: isLines(document) || isOnOneLine(document, slot),
    examplesOf: examplesAt(context),
  };
}

function isOnOneLine({ text }: Document, { container }: Slot): boolean {
  if (container.parent === null || (container.flags & Flag.broken) !== 0 || childCount(container) < 2)
    return false;
  return positionAt(text, container.from).line === positionAt(text, container.to).line;
}
