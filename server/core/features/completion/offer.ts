import type { Document } from '../../document';
import { childCount } from '../../syntax/nodes';
import { Flag } from '../../syntax/token';
import { positionAt, sliceText } from '../../text/text';
import { isLines } from '../around';
import type { Completion, CompletionContext, Documentation } from './completion';
import type { Slot } from './slot';
import type { Writing } from './snippets';

/** The place that completions are for. */
export interface Place {
  readonly document: Document;
  readonly offset: number;
  readonly slot: Slot;
  readonly context: CompletionContext;
}

export interface Offered {
  readonly label: string;
  readonly kind: Completion['kind'];
  /** In LSP snippet syntax, without commas around it. */
  readonly snippet: string;
  /** What people type for it: the label unless told otherwise. */
  readonly typed?: string;
  readonly detail?: string | undefined;
  readonly documentation?: Documentation | undefined;
}

/** A completion of what stands at a place, with the commas that are missing around it; `rank` orders it. */
export function offer(place: Place, rank: number, offered: Offered): Completion {
  const { slot } = place;
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

/** What has been typed of the token at the place, without its quote. */
export function typedAt({ document, slot, offset }: Place): string {
  return sliceText(document.text, slot.from + slot.quote.length, offset);
}

/** How new text is written there: on one line in JSON Lines, and in a container that stands on one line. */
export function writingAt({ document, slot, context }: Place): Writing {
  return { ...context, isOneLine: isLines(document) || isOnOneLine(document, slot) };
}

function isOnOneLine({ text }: Document, { container }: Slot): boolean {
  if (container.parent === null || (container.flags & Flag.broken) !== 0 || childCount(container) < 2)
    return false;
  return positionAt(text, container.from).line === positionAt(text, container.to).line;
}
