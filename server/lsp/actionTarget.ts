import type { Document } from '../core/document';
import type { FixContext } from '../core/features/fixes/fix';

/** What the client can do with actions. */
export interface ActionClient {
  /** Whether an edit may say where the cursor goes. */
  hasSnippets: boolean;
  /** Whether it asks for the edit of the action that is chosen; otherwise each must have it. */
  resolvesActions: boolean;
  createsFiles: boolean;
}

/** The document that actions are for. */
export interface ActionTarget {
  readonly document: Document;
  readonly uri: string;
  readonly version: number;
  readonly client: ActionClient;
  readonly context: FixContext;
}
