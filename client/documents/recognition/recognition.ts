import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import { headLength } from '../../../server/languageDetection';
import { isOurLanguage } from '../../lsp/languages';
import { recognition, setRecognition } from '../../settings';
import { createDecisions, type Decisions, languageIn } from './decisions';
import { isPlainWithTrajectories, type LanguageInput, likelyLanguage } from './likelyLanguage';

/** Offers, once per file, to treat a plain JSON or JSON Lines document with trajectories as a trajectory file. */
export function offerRecognition({ globalState }: vscode.ExtensionContext): vscode.Disposable {
  const decisions = createDecisions(globalState);
  const look = (editor: vscode.TextEditor | undefined) => {
    if (editor) void recognize(editor.document, decisions);
  };
  look(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    decisions,
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.workspace.onDidCloseTextDocument((document) => void noticeRefusal(document, decisions)),
  );
}

/** What language detection needs of a document. */
export function languageInputOf(document: vscode.TextDocument): LanguageInput {
  const end = document.positionAt(headLength);
  const head = document.getText(new vscode.Range(new vscode.Position(0, 0), end));
  return { languageId: document.languageId, path: document.uri.path, head };
}

/** When a document closes but its tab stays, its language was changed: a deliberate choice, so remember it. */
async function noticeRefusal(document: vscode.TextDocument, decisions: Decisions): Promise<void> {
  const uri = document.uri.toString();
  const isOurs = isOurLanguage(document.languageId);
  // `languageId` changes only after the close event.
  await Promise.resolve();
  if (isOurs && isOurLanguage(document.languageId)) return;
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const stays = tabs.some(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri,
  );
  if (isOurs && stays) await decisions.remember(document.uri, 'left alone');
}

async function recognize(document: vscode.TextDocument, decisions: Decisions): Promise<void> {
  const appearance = languageInputOf(document);
  const { uri } = document;
  const remembered = decisions.of(uri);
  if (uri.scheme === 'git' || remembered === 'left alone') return;
  const chosen = languageIn(remembered);
  if (chosen !== undefined) {
    if (chosen !== document.languageId) await vscode.languages.setTextDocumentLanguage(document, chosen);
    return;
  }
  if (!isPlainWithTrajectories(appearance)) return;
  const language = likelyLanguage(appearance) ?? 'trajectory';
  const setting = recognition();
  if (setting === 'always' || remembered === 'switched') {
    await vscode.languages.setTextDocumentLanguage(document, language);
  } else if (setting === 'ask' && remembered === undefined) {
    await decisions.remember(uri, 'offered');
    if (await offer(document)) {
      await decisions.remember(uri, 'switched');
      await vscode.languages.setTextDocumentLanguage(document, language);
    }
  }
}

async function offer(document: vscode.TextDocument): Promise<boolean> {
  // VS Code truncates buttons that do not fit beside each other.
  const [once, always, never] = ['Yes', 'Always for Such Files', 'Never for Any File'] as const;
  const name = inertText(document.uri.path.split('/').at(-1) ?? '', 100);
  const message = `${name} contains trajectories. Treat it as a trajectory file?`;
  const choice = await vscode.window.showInformationMessage(message, once, always, never);
  if (choice === always) await setRecognition('always');
  if (choice === never) await setRecognition('never');
  return choice === once || choice === always;
}
