import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import { headLength } from '../../../server/languageDetection';
import { isOurLanguage, ourLanguages } from '../../lsp/languages';
import { recognition, setRecognition } from '../../settings';
import { isPlainWithTrajectories, type LanguageInput, likelyLanguage } from './likelyLanguage';

/** Decisions by URI, newest last. */
const decisionsKey = 'trajectory.recognized';
const maxDecisions = 500;

/** The decision about a file: a language, `switched` (use the one that it looks like), or `offered` (no answer yet). */
type OurLanguage = (typeof ourLanguages)[number];
type Decision = OurLanguage | 'switched' | 'offered' | 'left alone';

/** Offers, once per file, to treat a plain JSON or JSON Lines document with trajectories as a trajectory file. */
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

/** What language detection needs of a document. */
export function languageInputOf(document: vscode.TextDocument): LanguageInput {
  const end = document.positionAt(headLength);
  const head = document.getText(new vscode.Range(new vscode.Position(0, 0), end));
  return { languageId: document.languageId, path: document.uri.path, head };
}

/** The language that the user chose for a file, if it is ours. */
export function rememberedLanguage(uri: vscode.Uri, memory: vscode.Memento): OurLanguage | undefined {
  const remembered = memory.get<Record<string, Decision>>(decisionsKey, {})[uri.toString()];
  return ourLanguages.find((language) => language === remembered);
}

/** Remembers the language that the user chose for a file, so that it has it again when reopened. */
export async function rememberLanguage(
  { uri, languageId }: Pick<vscode.TextDocument, 'uri' | 'languageId'>,
  memory: vscode.Memento,
): Promise<void> {
  const language = ourLanguages.find((one) => one === languageId);
  // Names of untitled documents are reused.
  if (uri.scheme !== 'untitled') await remember(memory, uri.toString(), language ?? 'left alone');
}

/** When a document closes but its tab stays, its language was changed: a deliberate choice, so remember it. */
async function noticeRefusal(document: vscode.TextDocument, memory: vscode.Memento): Promise<void> {
  const uri = document.uri.toString();
  const isOurs = isOurLanguage(document.languageId);
  // `languageId` changes only after the close event.
  await Promise.resolve();
  if (isOurs && isOurLanguage(document.languageId)) return;
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const stays = tabs.some(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri,
  );
  if (isOurs && stays) await remember(memory, uri, 'left alone');
}

async function recognize(document: vscode.TextDocument, memory: vscode.Memento): Promise<void> {
  const appearance = languageInputOf(document);
  const uri = document.uri.toString();
  const remembered = memory.get<Record<string, Decision>>(decisionsKey, {})[uri];
  if (document.uri.scheme === 'git' || remembered === 'left alone') return;
  const chosen = rememberedLanguage(document.uri, memory);
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
    await remember(memory, uri, 'offered');
    if (await offer(document)) {
      await remember(memory, uri, 'switched');
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

async function remember(memory: vscode.Memento, uri: string, what: Decision): Promise<void> {
  const { [uri]: _, ...others } = memory.get<Record<string, string>>(decisionsKey, {});
  const kept = Object.entries(others).slice(1 - maxDecisions);
  await memory.update(decisionsKey, { ...Object.fromEntries(kept), [uri]: what });
}
