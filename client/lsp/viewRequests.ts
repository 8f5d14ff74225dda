import * as vscode from 'vscode';
import { type RequestType, State } from 'vscode-languageclient';
import { analyzedNotification, collectionRequest } from '../../server/viewProtocol/collection';
import { compareRequest } from '../../server/viewProtocol/comparison';
import { conversationRequest, textRequest } from '../../server/viewProtocol/conversation';
import { exportRequest, groupLinesRequest } from '../../server/viewProtocol/export';
import { findRequest } from '../../server/viewProtocol/find';
import { locateItemRequest, trajectoryAtRequest } from '../../server/viewProtocol/places';
import type { Ask, StartedClient } from './start';
import { type ViewedFiles, viewedFiles } from './viewedFiles';

/**
 * Requests of the trajectory view and of references. Null when the server does not have the document, or not that
 * version. All reject when the server is not running.
 */
export interface ViewRequests extends vscode.Disposable {
  /** Files that the server reads itself. */
  readonly files: ViewedFiles;
  readonly collection: DocumentRequest<typeof collectionRequest>;
  readonly conversation: DocumentRequest<typeof conversationRequest>;
  readonly text: DocumentRequest<typeof textRequest>;
  readonly compare: DocumentRequest<typeof compareRequest>;
  readonly export: DocumentRequest<typeof exportRequest>;
  readonly find: DocumentRequest<typeof findRequest>;
  /** The range of a group, a trajectory or a message; null also when it does not exist. */
  readonly locateItem: DocumentRequest<typeof locateItemRequest>;
  /** The item at a position. */
  readonly itemAt: DocumentRequest<typeof trajectoryAtRequest>;
  readonly groupLines: DocumentRequest<typeof groupLinesRequest>;
  /** Number of server starts. Collection states of an earlier run are invalid in this one. */
  readonly run: () => number;
  /** Fires when the analysis of a document's version is done. */
  readonly onDidAnalyze: vscode.Event<{ readonly uri: string; readonly version: number }>;
  /** Fires when the server starts, also after a crash. */
  readonly onDidStart: vscode.Event<void>;
}

/** A request about one document. */
type DocumentRequest<Request> =
  Request extends RequestType<infer Params, infer Result, void>
    ? (uri: vscode.Uri, params: Omit<Params, 'uri'>, token?: vscode.CancellationToken) => Promise<Result>
    : never;

/** Implements the view's requests with the language client. */
export function viewRequests(started: StartedClient): ViewRequests {
  const { client, ask } = started;
  const files = viewedFiles(started);
  const analyzed = new vscode.EventEmitter<{ readonly uri: string; readonly version: number }>();
  const starts = new vscode.EventEmitter<void>();
  let run = 0;
  const subscriptions = vscode.Disposable.from(
    analyzed,
    starts,
    files,
    client.onNotification(analyzedNotification, (about) => analyzed.fire(about)),
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Running) return;
      run++;
      starts.fire();
    }),
  );
  const about = <Params extends { readonly uri: string }, Result>(
    request: RequestType<Params, Result, void>,
  ) => asking(ask, request);
  return {
    files,
    collection: about(collectionRequest),
    conversation: about(conversationRequest),
    text: about(textRequest),
    compare: about(compareRequest),
    export: about(exportRequest),
    find: about(findRequest),
    locateItem: about(locateItemRequest),
    itemAt: about(trajectoryAtRequest),
    groupLines: about(groupLinesRequest),
    run: () => run,
    onDidAnalyze: analyzed.event,
    onDidStart: starts.event,
    dispose: () => subscriptions.dispose(),
  };
}

function asking<Params extends { readonly uri: string }, Result>(
  ask: Ask,
  request: RequestType<Params, Result, void>,
): (uri: vscode.Uri, params: Omit<Params, 'uri'>, token?: vscode.CancellationToken) => Promise<Result> {
  return (uri, params, token) => ask(request, { ...params, uri: uri.toString() } as Params, token);
}
