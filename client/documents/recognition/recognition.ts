import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import { headLength } from '../../../server/languageDetection';
import { earlierVersions } from '../../lsp/earlierVersions';
import { isOurLanguage, ourLanguages } from '../../lsp/languages';
import type { Memory } from '../../memory';
import { recognition, setRecognition } from '../../settings';
import { createDecisions, type Decision, type Decisions, decisionAbout, languageIn } from './decisions';
import { isPlainWithTrajectories, type LanguageInput, likelyLanguage } from './likelyLanguage';

/** Offers, once per file, to treat a plain JSON or JSON Lines document with trajectories as a trajectory file. */
export function offerRecognition(memory: Memory): vscode.Disposable {
  const decisions = createDecisions(memory);
  const look = (editor: vscode.TextEditor | undefined) => {
    if (editor) void recognize(editor.document, decisions);
  };
  look(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    decisions,
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.workspace.onDidCloseTextDocument((document) => void noticeChoice(document, decisions)),
  );
}

/** What language detection needs of a document. */
export function languageInputOf(document: vscode.TextDocument): LanguageInput {
  const end = document.positionAt(headLength);
  const head = document.getText(new vscode.Range(new vscode.Position(0, 0), end));
  return { languageId: document.languageId, path: document.uri.path, head };
}

/** When a document closes but its tab stays, its language was changed: a deliberate choice, so remember it. */
async function noticeChoice(document: vscode.TextDocument, decisions: Decisions): Promise<void> {
  const { uri, languageId: before } = document;
  // `languageId` changes only after the close event.
  await Promise.resolve();
  const now = ourLanguages.find((language) => language === document.languageId);
  const decided = languageIn(decisions.of(uri));
  // It was decided before, or just now.
  if (document.languageId === before || document.languageId === decided) return;
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const stays = tabs.some(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
  const isRefused = isOurLanguage(before) && now === undefined;
  if (stays && (isRefused || decided !== undefined)) await decisions.remember(uri, now ?? 'left alone');
}

/** Gives a document the language that the user has decided on: VS Code opens a file of another name without it. */
export async function treatAsDecided(document: vscode.TextDocument, memory: Memory): Promise<void> {
  const language = decidedLanguage(document, decisionAbout(document.uri, memory));
  if (language !== undefined) await vscode.languages.setTextDocumentLanguage(document, language);
}

async function recognize(document: vscode.TextDocument, decisions: Decisions): Promise<void> {
  const { uri } = document;
  // Of earlier versions of a file, nobody is asked again.
  if (earlierVersions.has(uri.scheme)) return;
  const appearance = languageInputOf(document);
  const remembered = decisions.of(uri);
  const decided = decidedLanguage(document, remembered);
  if (decided !== undefined) {
    await vscode.languages.setTextDocumentLanguage(document, decided);
  } else if (remembered === undefined && recognition() === 'ask' && isPlainWithTrajectories(appearance)) {
    await decisions.remember(uri, 'offered');
    if (await offer(document)) {
      await decisions.remember(uri, 'switched');
      await vscode.languages.setTextDocumentLanguage(document, languageOf(appearance));
    }
  }
}

/** The language that a document gets by a decision about it, or about all such files; undefined if it keeps its own. */
function decidedLanguage(document: vscode.TextDocument, decision: Decision | undefined): string | undefined {
  const chosen = languageIn(decision);
  if (chosen !== undefined) return chosen === document.languageId ? undefined : chosen;
  const isWanted = decision === 'switched' || (decision !== 'left alone' && recognition() === 'always');
  const appearance = languageInputOf(document);
  return isWanted && isPlainWithTrajectories(appearance) ? languageOf(appearance) : undefined;
}

function languageOf(appearance: LanguageInput): string {
  return likelyLanguage(appearance) ?? 'trajectory';
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
