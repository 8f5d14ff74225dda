import type { Operation } from '../../../send/outcome';
import type { Body, DescribedSource } from '../../../send/request/body';
import type { Endpoint } from '../../../send/request/endpoint';
import type { Documents } from '../../../send/submission';
import type { Stop } from '../../documents/stop';
import type { SendArguments } from '../sendArguments';
import type { SendServices } from '../sendServices';

/** Inputs from the user, the documents or the arguments. */
export interface RequestInputs extends Documents {
  readonly modelId: string;
  readonly split: string | null;
  /** Inputs that come from the document, and change with it. */
  readonly own: { readonly modelId: boolean; readonly split: boolean };
}

/** Everything needed to assemble a request. */
export interface Gathered extends RequestInputs {
  readonly url: string;
  /** Snapshots that the user agreed to send despite their errors. */
  readonly checked: readonly (DescribedSource['source'] | undefined)[];
}

/** An assembled request, before its digest is known. */
export interface Request {
  readonly endpoint: Endpoint;
  readonly body: Body;
}

/** What differs between logging and training. They share the pipeline. */
export interface SendOperation {
  readonly operation: Operation;
  /** Finds the documents that the command is about. */
  chooseDocuments(services: SendServices, args: SendArguments): Promise<Documents | Stop>;
  /** Asks for inputs that neither the documents nor the arguments provide. */
  ask(services: SendServices, documents: Documents, args: SendArguments): Promise<RequestInputs | Stop>;
  /** Builds the URL and the body. */
  assemble(gathered: Gathered): Request | Stop;
  /** Whether the user cannot turn off the confirmation. */
  readonly alwaysAsks: boolean;
  /** The confirmation's question, and its button that sends. */
  confirmation(isAgain: boolean): { readonly question: string; readonly send: string };
  /** What is going on while the request is sent. */
  progressTitle(host: string): string;
  /** Asks for another model id, where the model id is part of the URL; null if cancelled. */
  readonly askForOtherModel?: (services: SendServices) => Promise<string | null>;
}
