import * as vscode from 'vscode';
import { inertText } from '../../send/words/plainText';
import { isOurLanguage } from '../lsp/languages';
import { recognition, setRecognition } from '../settings';
import { type Appearance, headLength, isPlainWithTrajectories, likelyLanguage } from './likelyLanguage';

/** Decisions by URI; the newest last. */
const REMEMBERED = 'trajectory.recognized';
const REMEMBERED_LIMIT = 500;

/** What was decided about a file; `offered` while the user has not answered. */
type Decision = 'switched' | 'offered' | 'left alone';

/** Watches plain documents of JSON or JSON Lines and offers, once for each, to treat them as trajectory files. */
export function offerRecognition({ globalState }: vscode.ExtensionContext): vscode.Disposable {
  const look = (editor: vscode.TextEditor | undefined) => {
    if (editor) void recognize(editor.document, globalState);
  };
  look(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.workspace.onDidCloseTextDocument((document) => void noticeRefusal(document, globalState)),
  );
}

/** What tells the language of a document. */
export function appearanceOf(document: vscode.TextDocument): Appearance {
  const end = document.positionAt(headLength);
  const head = document.getText(new vscode.Range(new vscode.Position(0, 0), end));
  return { languageId: document.languageId, path: document.uri.path, head };
}

/** A document that is closed while its tab stays was given another language: the user wants it so. */
async function noticeRefusal(document: vscode.TextDocument, memory: vscode.Memento): Promise<void> {
  const uri = document.uri.toString();
  const isOurs = isOurLanguage(document.languageId);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const stays = tabs.some(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri,
  );
  if (isOurs && stays) await remember(memory, uri, 'left alone');
}

async function recognize(document: vscode.TextDocument, memory: vscode.Memento): Promise<void> {
  const appearance = appearanceOf(document);
  if (document.uri.scheme === 'git' || !isPlainWithTrajectories(appearance)) return;
  const language = likelyLanguage(appearance) ?? 'trajectory';
  const uri = document.uri.toString();
  const remembered = memory.get<Record<string, Decision>>(REMEMBERED, {})[uri];
  const setting = recognition();
  if (remembered === 'left alone') return;
  if (setting === 'always' || remembered === 'switched') {
    await vscode.languages.setTextDocumentLanguage(document, language);
  } else if (setting === 'ask' && remembered === undefined) {
    await remember(memory, uri, 'offered');
    if (await offer(document)) {
      await remember(memory, uri, 'switched');
      await vscode.languages.setTextDocumentLanguage(document, language);
    }
  }
}

async function offer(document: vscode.TextDocument): Promise<boolean> {
  const [once, always, never] = ['Switch', 'Always', 'Never'] as const;
  const name = inertText(document.uri.path.split('/').at(-1) ?? '', 100);
  const message = `${name} holds trajectories. Treat it as a trajectory file?`;
  const choice = await vscode.window.showInformationMessage(message, once, always, never);
  if (choice === always) await setRecognition('always');
  if (choice === never) await setRecognition('never');
  return choice === once || choice === always;
}

async function remember(memory: vscode.Memento, uri: string, what: Decision): Promise<void> {
  const { [uri]: _, ...others } = memory.get<Record<string, string>>(REMEMBERED, {});
  const kept = Object.entries(others).slice(1 - REMEMBERED_LIMIT);
  await memory.update(REMEMBERED, { ...Object.fromEntries(kept), [uri]: what });
}
