import type { Document } from '../../document';
import type { Work } from '../../work';
import { completeItem } from './completeItems';
import { completeNames } from './completeNames';
import { completeValues } from './completeValues';
import type { CompletionOptions, Completions } from './completion';
import { insertable } from './insertable';
import type { CompletionContext } from './offer';
import { slotAt } from './slot';

/** Completions at an offset, best first by `sortText`; none if nothing is known. */
export function* complete(document: Document, offset: number, options: CompletionOptions): Work<Completions> {
  const slot = yield* slotAt(document, offset);
  if (slot === null) return { items: [], isCut: false };
  const context = { document, offset, slot, options };
  const { items, isCut } = yield* completionsAt(context);
  return { items: insertable(items, context), isCut };
}

function* completionsAt(context: CompletionContext): Work<Completions> {
  switch (context.slot.role) {
    case 'name':
      return completeNames(context);
    case 'value':
      return yield* completeValues(context);
    case 'item':
      return { items: completeItem(context), isCut: false };
  }
}
