import type * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';
import type { CollectionChange } from '../../server/viewProtocol';
import type { ViewRequests } from '../lsp/viewRequests';
import { reasonOf } from '../notifications';
import { viewedDocument } from './viewedDocument';
import type { PageRequestMessage, ToView } from './viewMessages';

/** Answers a question of the page; a failure says why in words for people. */
export type RequestHandler = (question: PageRequestMessage) => Promise<ToView>;

/** The state of the collection that a page was told last, and which run of the server has told it. */
interface Told {
  readonly run: number;
  readonly state: number;
}

/** Passes the questions about a document on to the language server. */
export function createRequestHandler(requests: ViewRequests, uri: vscode.Uri): RequestHandler {
  let told: Told | null = null;
  const collection = async (since: number | null): Promise<CollectionChange | null> => {
    // Another run of the server has given the same numbers to other states.
    const isKnown = told !== null && told.run === requests.run() && told.state === since;
    const change = await requests.collection(uri, { since: isKnown ? since : null });
    if (change !== null) told = { run: requests.run(), state: change.state };
    return change;
  };
  const ask = (question: PageRequestMessage) => {
    if (question.name === 'collection') return collection(question.params.since);
    if (question.name === 'conversation') return requests.conversation(uri, question.params);
    return requests.text(uri, question.params);
  };
  return async (question) => {
    const { id } = question;
    try {
      await viewedDocument(uri);
      return { type: 'answer', id, result: await ask(question) };
    } catch (error) {
      return { type: 'failure', id, message: inertText(reasonOf(error), 600) };
    }
  };
}
