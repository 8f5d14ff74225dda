import * as vscode from 'vscode';
import { reasonOf } from '../../send/format/errorReason';
import { inertText } from '../../send/format/plainText';
import type { ViewRequests } from '../lsp/viewRequests';
import { viewed } from './viewedDocument';
import type { PageRequestMessage, PageRequests, ToView } from './viewMessages';

/** Responds to a request of the page. Failures have a message for the user. */
export type RequestHandler = (question: PageRequestMessage) => Promise<ToView>;

/** The last collection state sent to the page, and the server run it belongs to. */
interface Told {
  readonly run: number;
  readonly state: number;
}

type Params<Name extends keyof PageRequests> = PageRequests[Name]['params'];
type Result<Name extends keyof PageRequests> = PageRequests[Name]['result'];

/** What responds to each request. */
type Answers = {
  readonly [Name in keyof PageRequests]: (params: Params<Name>) => Result<Name> | Promise<Result<Name>>;
};

/** Forwards requests about a document to the language server. */
export function createRequestHandler(requests: ViewRequests, uri: vscode.Uri): RequestHandler {
  const { files } = requests;
  const answers: Answers = {
    collection: createCollection(requests, uri),
    conversation: (params) => requests.conversation(uri, params),
    text: (params) => requests.text(uri, params),
    find: createFind(requests, uri),
    file: () => (files.isOpen(uri) ? files.state(uri) : null),
    fileProblems: () => files.problems(uri),
    fileMessage: (params) => files.messageAt(uri, params),
    compare: async (params) => {
      // The server compares documents and files that are open.
      for (const one of new Set(params.documents)) await viewed(requests, vscode.Uri.parse(one, true));
      return requests.compare(uri, params);
    },
  };
  const ask = <Name extends keyof PageRequests>({ name, params }: PageRequestMessage<Name>) =>
    answers[name](params);
  return async (question) => {
    const { id } = question;
    try {
      await viewed(requests, uri);
      return { type: 'answer', id, result: await ask(question) };
    } catch (error) {
      return { type: 'failure', id, message: inertText(reasonOf(error), 600) };
    }
  };
}

function createCollection(requests: ViewRequests, uri: vscode.Uri): Answers['collection'] {
  let told: Told | null = null;
  return async ({ since }) => {
    // State numbers of another server run are invalid.
    const isKnown = told !== null && told.run === requests.run() && told.state === since;
    const change = await requests.collection(uri, { since: isKnown ? since : null });
    if (change !== null) told = { run: requests.run(), state: change.state };
    return change;
  };
}

function createFind(requests: ViewRequests, uri: vscode.Uri): Answers['find'] {
  let finding: vscode.CancellationTokenSource | null = null;
  return async (params) => {
    finding?.cancel();
    const own = new vscode.CancellationTokenSource();
    finding = own;
    try {
      return await requests.find(uri, params, own.token);
    } catch (error) {
      // The library rejects what is cancelled; the page no longer waits for it.
      if (own.token.isCancellationRequested) return null;
      throw error;
    } finally {
      own.dispose();
      if (finding === own) finding = null;
    }
  };
}
