import * as vscode from 'vscode';
import { type RequestType, State } from 'vscode-languageclient';
import {
  analyzedNotification,
  collectionRequest,
  conversationRequest,
  groupLinesRequest,
  locateItemRequest,
  textRequest,
  trajectoryAtRequest,
} from '../../server/viewProtocol';
import type { Ask, StartedClient } from './start';

/**
 * What the trajectory view, and references to parts of a document, ask of the language server. Null where it does not
 * have the document, or not in that version. Everything rejects when the server is not running.
 */
export interface ViewRequests extends vscode.Disposable {
  readonly collection: DocumentRequest<typeof collectionRequest>;
  readonly conversation: DocumentRequest<typeof conversationRequest>;
  readonly text: DocumentRequest<typeof textRequest>;
  /** Where a group, a trajectory or a message stands; null also where there is no such part. */
  readonly locateItem: DocumentRequest<typeof locateItemRequest>;
  /** What stands at a position. */
  readonly itemAt: DocumentRequest<typeof trajectoryAtRequest>;
  readonly groupLines: DocumentRequest<typeof groupLinesRequest>;
  /** How often the server has been started: what an earlier one said of its states means nothing to this one. */
  readonly run: () => number;
  /** Fires when the analysis of a document's version is done. */
  readonly onDidAnalyze: vscode.Event<{ readonly uri: string; readonly version: number }>;
  /** Fires when the server runs, at first and again after a crash. */
  readonly onDidStart: vscode.Event<void>;
}

/** A request about a document that is one of ours. */
type DocumentRequest<Request> =
  Request extends RequestType<infer Params, infer Result, void>
    ? (uri: vscode.Uri, params: Omit<Params, 'uri'>) => Promise<Result>
    : never;

/** Wraps the language client into the questions of the view. */
export function viewRequests({ client, ask }: StartedClient): ViewRequests {
  const analyzed = new vscode.EventEmitter<{ readonly uri: string; readonly version: number }>();
  const started = new vscode.EventEmitter<void>();
  let run = 0;
  const subscriptions = vscode.Disposable.from(
    analyzed,
    started,
    client.onNotification(analyzedNotification, (about) => analyzed.fire(about)),
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Running) return;
      run++;
      started.fire();
    }),
  );
  const about = <Params extends { readonly uri: string }, Result>(
    request: RequestType<Params, Result, void>,
  ) => asking(ask, request);
  return {
    collection: about(collectionRequest),
    conversation: about(conversationRequest),
    text: about(textRequest),
    locateItem: about(locateItemRequest),
    itemAt: about(trajectoryAtRequest),
    groupLines: about(groupLinesRequest),
    run: () => run,
    onDidAnalyze: analyzed.event,
    onDidStart: started.event,
    dispose: () => subscriptions.dispose(),
  };
}

/** Asks about a document. */
function asking<Params extends { readonly uri: string }, Result>(
  ask: Ask,
  request: RequestType<Params, Result, void>,
): (uri: vscode.Uri, params: Omit<Params, 'uri'>) => Promise<Result> {
  return (uri, params) => ask(request, { ...params, uri: uri.toString() } as Params);
}
