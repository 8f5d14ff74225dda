import type { Document } from '../../core/document';
import type { FixContext } from '../../core/features/fixes/fix';
import type { ActionSupport, DiagnosticSupport } from '../clientSupport';

/** The document that actions are for. */
export interface ActionTarget {
  readonly document: Document;
  readonly uri: string;
  readonly version: number;
  readonly client: ActionSupport & DiagnosticSupport;
  readonly context: FixContext;
  /** Whether commands of our extension can be run. */
  readonly runsCommands: boolean;
  /** Tells the user something about the action that was chosen; left out where actions are only offered. */
  readonly tell?: (message: string) => void;
}
