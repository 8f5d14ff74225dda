import * as vscode from 'vscode';
import { reasonOf } from '../../send/format/errorReason';
import { inertText } from '../../send/format/plainText';
import type { CollectionChange } from '../../server/viewProtocol/collection';
import type { Comparison } from '../../server/viewProtocol/comparison';
import type { FoundPage } from '../../server/viewProtocol/find';
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

/** Forwards requests about a document to the language server. */
export function createRequestHandler(requests: ViewRequests, uri: vscode.Uri): RequestHandler {
  let told: Told | null = null;
  const collection = async (since: number | null): Promise<CollectionChange | null> => {
    // State numbers of another server run are invalid.
    const isKnown = told !== null && told.run === requests.run() && told.state === since;
    const change = await requests.collection(uri, { since: isKnown ? since : null });
    if (change !== null) told = { run: requests.run(), state: change.state };
    return change;
  };
  let finding: vscode.CancellationTokenSource | null = null;
  const find = async (params: PageRequests['find']['params']): Promise<FoundPage | null> => {
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
  const compare = async (params: PageRequests['compare']['params']): Promise<Comparison | null> => {
    // The server compares documents and files that are open.
    for (const one of new Set(params.documents)) await viewed(requests, vscode.Uri.parse(one, true));
    return requests.compare(uri, params);
  };
  const ask = (question: PageRequestMessage) => {
    if (question.name === 'collection') return collection(question.params.since);
    if (question.name === 'conversation') return requests.conversation(uri, question.params);
    if (question.name === 'find') return find(question.params);
    if (question.name === 'file') return requests.files.isOpen(uri) ? requests.files.state(uri) : null;
    if (question.name === 'fileProblems') return requests.files.problems(uri);
    if (question.name === 'fileMessage') return requests.files.messageAt(uri, question.params);
    if (question.name === 'compare') return compare(question.params);
    return requests.text(uri, question.params);
  };
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
