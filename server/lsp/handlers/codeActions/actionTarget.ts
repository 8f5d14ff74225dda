import type { Document } from '../../../core/document';
import type { FixContext } from '../../../core/features/fixes/fix';
import type { LanguageId } from '../../../core/schema/documentKind';
import type { ActionSupport, DiagnosticSupport } from '../../clientSupport';

/** The document that actions are for. */
export interface ActionTarget {
  readonly document: Document;
  readonly uri: string;
  readonly version: number;
  readonly client: ActionSupport & DiagnosticSupport;
  readonly context: FixContext;
  /** Whether the client can run commands of our extension. */
  readonly runsCommands: boolean;
  /**
   * Shows the user a message about the chosen action, with a button for another language of the document. Omitted while
   * actions are only offered.
   */
  readonly tell?: (message: string, treatAs?: LanguageId) => void;
}
