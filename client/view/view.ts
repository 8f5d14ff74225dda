import * as vscode from 'vscode';
import { traceOf } from '../../send/format/errorTrace';
import { displayName } from '../documents/displayName';
import type { Moved } from '../documents/moves';
import { showProblems } from '../notifications';
import { copyReference } from './actions/copyReference';
import { leadToPlace } from './actions/filePlace';
import { openLink } from './actions/links';
import { saveSelection } from './actions/saveSelection';
import { copyMarkdown, exportHtml } from './actions/takeAlong';
import { createOtherFile } from './comparing/otherFile';
import { createDocumentBinding } from './documentBinding';
import type { ViewTarget } from './following/editorSync';
import { createOutbox } from './outbox';
import type { FromView, ToView, ViewCommand } from './viewMessages';
import type { ViewServices } from './viewServices';

/** A document's view, in its own panel or as a custom editor. */
export interface View extends vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  uri(): vscode.Uri;
  /** Whether its page can be seen, but does not run. */
  isBlank(): boolean;
  show(target: ViewTarget): void;
  /** Shows the item at the text cursor. */
  followCursor(): void;
  /** The document has a new URI. The view keeps its content. */
  move(to: vscode.Uri): void;
  /** Documents were renamed: follows the file that the document is compared with. */
  moveOther(moved: Moved): void;
  run(command: ViewCommand): void;
}

/** A handler for each message type of the page. */
type Handlers = {
  readonly [Type in FromView['type']]: (
    message: Extract<FromView, { readonly type: Type }>,
  ) => void | PromiseLike<void>;
};

/** Hosts a view in a panel. The caller loads its page afterwards. */
export function createView(services: ViewServices, panel: vscode.WebviewPanel, uri: vscode.Uri): View {
  const { requests, log } = services;
  const outbox = createOutbox((message) => void panel.webview.postMessage(message));
  const sideOf = (uri: vscode.Uri) => createDocumentBinding({ services, panel, post: outbox.post }, uri);
  let side = sideOf(uri);
  const formerly: vscode.Uri[] = [];
  const other = createOtherFile({ services, panel, post: outbox.post }, () => side.uri);
  // The page has already been told that there is no other file when a late message about it arrives.
  const sideWith = ({ isOther = false }: { readonly isOther?: boolean }) =>
    isOther ? other.binding() : side;
  const handlers: Handlers = {
    ready: () => {
      outbox.open(named(side.uri, formerly, requests.files.isOpen(side.uri)));
      side.tellVersion();
      side.text.catchUp();
    },
    question: async (question) => {
      const binding = sideWith(question);
      // A page that gets no answer would wait for it.
      const none: ToView = { type: 'answer', id: question.id, result: null };
      outbox.post(binding === null ? none : await binding.answer(question));
    },
    reveal: (target) => sideWith(target)?.text.reveal(target),
    moved: (target) => sideWith(target)?.text.follow(target),
    chooseOther: () => other.choose(),
    compareWith: ({ uri }) => other.compareWith(uri),
    saveSelection: (selection) =>
      saveSelection(requests, side.uri, { ...selection, column: panel.viewColumn }),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    copyReference: (target) => {
      const uri = sideWith(target)?.uri;
      return uri && copyReference(requests, uri, target);
    },
    copyMarkdown: ({ of }) => copyMarkdown(requests, side.uri, of),
    showProblems: async () => {
      await showProblems.run();
    },
    place: (place) => leadToPlace(panel, side.uri, place),
    readFile: ({ how, ...about }) => {
      const uri = sideWith(about)?.uri;
      if (uri !== undefined) requests.files.read(uri, how);
    },
    exportHtml: (asked) => exportHtml(requests, side.uri, asked),
    openLink: ({ target }) => openLink(target),
    received: ({ message }) => outbox.received(message),
    followed: (about) => sideWith(about)?.followed(),
  };
  const listening = vscode.Disposable.from(
    other,
    panel.webview.onDidReceiveMessage((message: FromView) => {
      handle(handlers, message).catch((error) =>
        log.error(`The view could not do “${message.type}”: ${traceOf(error)}`),
      );
    }),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) outbox.close();
    }),
  );
  return {
    panel,
    uri: () => side.uri,
    isBlank: () => panel.visible && !outbox.isOpen(),
    show: (target) => outbox.post({ type: 'show', ...target, isAsked: true }),
    followCursor: () => side.text.syncView(),
    move: (to) => {
      if (requests.files.isOpen(side.uri)) requests.files.open(to);
      side.dispose();
      formerly.push(side.uri);
      side = sideOf(to);
      outbox.post(named(to, formerly, requests.files.isOpen(to)));
      side.tellVersion();
    },
    moveOther: other.move,
    run: (command) => outbox.post({ type: 'command', command }),
    dispose: () => vscode.Disposable.from(side, listening).dispose(),
  };
}

function named(uri: vscode.Uri, formerly: readonly vscode.Uri[], isFile: boolean): ToView {
  return {
    type: 'document',
    name: displayName(uri),
    uri: uri.toString(),
    isFile,
    formerly: formerly.map((uri) => uri.toString()),
  };
}

async function handle(handlers: Handlers, message: FromView): Promise<void> {
  // TypeScript cannot correlate the handler with its message type.
  const handler = handlers[message.type] as ((message: FromView) => void | PromiseLike<void>) | undefined;
  await handler?.(message);
}
