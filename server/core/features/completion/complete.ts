import type { Document } from '../../document';
import { completeItem } from './completeItems';
import { completeNames } from './completeNames';
import { completeValues } from './completeValues';
import type { CompletionContext, Completions } from './completion';
import { insertable } from './insertable';
import type { Place } from './offer';
import { slotAt } from './slot';

/** What can be written at an offset, best first by `sortText`; nothing where nothing is known. */
export function complete(document: Document, offset: number, context: CompletionContext): Completions {
  const slot = slotAt(document, offset);
  if (slot === null) return { items: [], isCut: false };
  const place = { document, offset, slot, context };
  const { items, isCut } = completionsAt(place);
  return { items: insertable(items, place), isCut };
}

function completionsAt(place: Place): Completions {
  switch (place.slot.role) {
    case 'name':
      return completeNames(place);
    case 'value':
      return completeValues(place);
    case 'item':
      return { items: completeItem(place), isCut: false };
  }
}
