import type { Document } from '../../document';
import { completeItem } from './completeItems';
import { completeNames } from './completeNames';
import { completeValues } from './completeValues';
import type { CompletionContext, Completions } from './completion';
import { slotAt } from './slot';

/** What can be written at an offset, best first by `sortText`; nothing where nothing is known. */
export function complete(document: Document, offset: number, context: CompletionContext): Completions {
  const slot = slotAt(document, offset);
  if (slot === null) return { items: [], isCut: false };
  const at = { document, offset, slot, context };
  switch (slot.role) {
    case 'name':
      return completeNames(at);
    case 'value':
      return completeValues(at);
    case 'item':
      return { items: completeItem(at), isCut: false };
  }
}
