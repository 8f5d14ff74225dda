import type { Document } from '../core/document';
import type { FixContext } from '../core/features/fixes/fix';
import type { ActionClient } from './client';

/** The document that actions are for. */
export interface ActionTarget {
  readonly document: Document;
  readonly uri: string;
  readonly version: number;
  readonly client: ActionClient;
  readonly context: FixContext;
}
