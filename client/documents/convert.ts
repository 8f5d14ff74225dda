import * as vscode from 'vscode';
import type { LanguageServer } from '../lsp/requests';
import { explain, targetOf, tell } from './commandTarget';
import { askForGrouping } from './grouping';
import { describeDocument } from './resolve';
import { isStop } from './stop';

/** The command of each form, and the language of its result. */
const forms = [
  { command: 'trajectory.convertToLines', to: 'lines', language: 'trajectory-jsonl' },
  { command: 'trajectory.convertToLogRequest', to: 'log-request', language: 'trajectory' },
] as const;

/** `Trajectory: Convert to JSON Lines` and `Convert to Log Request`: the result is an untitled document beside. */
export function registerConvert(server: LanguageServer): vscode.Disposable {
  const commands = forms.map((form) =>
    vscode.commands.registerCommand(form.command, async (argument: unknown) => {
      const document = await targetOf(argument);
      if (document !== null) await convert(server, document, form);
    }),
  );
  return vscode.Disposable.from(...commands);
}

async function convert(
  server: LanguageServer,
  document: vscode.TextDocument,
  { to, language }: (typeof forms)[number],
): Promise<void> {
  const described = await describeDocument(server, document);
  if (isStop(described)) return explain(described);
  const grouped = await askForGrouping(described, undefined);
  if (grouped === null) return;
  const content = await server.convert(document, to, grouped.grouping);
  if (content === null) return tell('It holds no groups, or is no JSON. Its problems say which.');
  const result = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(result, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}
