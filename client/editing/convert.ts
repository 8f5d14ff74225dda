import * as vscode from 'vscode';
import { describeDocument } from '../ui/documents';
import type { LanguageServer } from '../ui/languageServer';
import { askForGrouping } from '../ui/questions';
import { isStop } from '../ui/step';
import { explain, targetOf, tell } from './commandTarget';
import type { EditingServer } from './editingServer';

interface Parts {
  readonly server: LanguageServer;
  readonly editing: EditingServer;
}

/** The command of each form, and the language of its result. */
const forms = [
  { command: 'trajectory.convertToLines', to: 'lines', language: 'trajectory-jsonl' },
  { command: 'trajectory.convertToLogRequest', to: 'log-request', language: 'trajectory' },
] as const;

/** `Trajectory: Convert to JSON Lines` and `Convert to Log Request`: the result is an untitled document beside. */
export function registerConvert(parts: Parts): vscode.Disposable {
  const commands = forms.map((form) =>
    vscode.commands.registerCommand(form.command, async (argument: unknown) => {
      const document = await targetOf(argument);
      if (document !== null) await convert(parts, document, form);
    }),
  );
  return vscode.Disposable.from(...commands);
}

async function convert(
  { server, editing }: Parts,
  document: vscode.TextDocument,
  { to, language }: (typeof forms)[number],
): Promise<void> {
  const described = await describeDocument(server, document);
  if (isStop(described)) return explain(described);
  const grouped = await askForGrouping(described, undefined);
  if (grouped === null) return;
  const content = await editing.convert(document, to, grouped.grouping);
  if (content === null) return tell('It holds no groups, or is no JSON. Its problems say which.');
  const result = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(result, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}
