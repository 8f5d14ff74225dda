import type { Operation } from '../../../send/outcome';
import type { Body, DescribedSource, DocumentSnapshot } from '../../../send/request/body';
import type { Endpoint } from '../../../send/request/endpoint';
import type { Stop } from '../../documents/stop';
import type { SendArguments } from '../sendArguments';
import type { SendServices } from '../sendServices';

/** The documents that a request is made of. */
export interface Documents {
  readonly groups: DescribedSource;
  readonly config: DescribedSource | null;
}

/** What the user was asked, or what documents and arguments told. */
export interface RequestInputs extends Documents {
  readonly modelId: string;
  readonly split: string | null;
  /** Which of them the document told. They change with it. */
  readonly own: { readonly modelId: boolean; readonly split: boolean };
}

/** Everything that a request is put together from. */
export interface Gathered extends RequestInputs {
  readonly url: string;
  /** Texts whose errors the user has agreed to send. */
  readonly checked: readonly (DocumentSnapshot | undefined)[];
}

/** A request before it is measured. */
export interface Request {
  readonly endpoint: Endpoint;
  readonly body: Body;
}

/** What differs between logging and training; the pipeline is the same for both. */
export interface SendOperation {
  readonly operation: Operation;
  /** The documents that the command is about. */
  chooseDocuments(services: SendServices, args: SendArguments): Promise<Documents | Stop>;
  /** Asks for what neither the documents nor the arguments tell. */
  ask(services: SendServices, documents: Documents, args: SendArguments): Promise<RequestInputs | Stop>;
  /** The address and the body. */
  assemble(gathered: Gathered): Request | Stop;
}
