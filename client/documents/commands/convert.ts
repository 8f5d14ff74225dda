import * as vscode from 'vscode';
import { leftOutMessage } from '../../../send/format/leftOut';
import type { Grouping } from '../../../send/request/grouping';
import { mixedLinesMessage } from '../../../send/request/mixedLines';
import type { LanguageServer } from '../../lsp/languageServer';
import { commandAction, showInfo, showProblems } from '../../notifications';
import { columnForResult } from '../activeDocument';
import { explain, registerDocumentCommand } from '../commandTarget';
import { displayName } from '../displayName';
import { askForGrouping } from '../grouping';
import { showNewDocument } from '../newDocument';
import { describeDocument } from '../resolve';
import { isStop } from '../stop';

/** Conversions. `suffix` ends the new file's name; `what` is the form's name in messages. */
const forms = [
  {
    command: 'trajectory.convertToLines',
    to: 'lines',
    language: 'trajectory-jsonl',
    suffix: '.trajectories.jsonl',
    what: 'JSON Lines',
  },
  {
    command: 'trajectory.convertToLogRequest',
    to: 'log-request',
    language: 'trajectory',
    suffix: '.trajectories.json',
    what: 'a log request',
  },
] as const;
type Form = (typeof forms)[number];

/** `Trajectory: Convert to JSON Lines` and `Convert to Log Request`. The result is a new document beside the source. */
export function registerConvert(server: LanguageServer): vscode.Disposable {
  const commands = forms.map((form) =>
    registerDocumentCommand(form.command, (document) => convert(server, document, form)),
  );
  return vscode.Disposable.from(...commands);
}

async function convert(
  server: LanguageServer,
  document: vscode.TextDocument,
  form: Form,
  grouping?: Grouping,
): Promise<void> {
  const described = await describeDocument(server, document);
  if (isStop(described)) return explain(described);
  if (described.summary.kind === form.to) return showInfo('Not converted: this is a log request already.');
  const mixed = mixedLinesMessage(described.summary);
  if (mixed !== null && grouping !== 'each') {
    const each = { label: 'One Group Each', run: () => convert(server, document, form, 'each') };
    return showInfo(`Not converted. ${mixed}`, each, showProblems);
  }
  const grouped = await askForGrouping(described, grouping);
  if (grouped === null) return;
  const { command, to, language, suffix, what } = form;
  const { version } = document;
  const converted = await server.convert(document, to, grouping ?? grouped.grouping);
  if (converted === null && document.version !== version) {
    const again = commandAction('Convert Again', command, { uri: document.uri });
    return showInfo('Not converted: the document was edited in the meantime.', again);
  }
  if (converted === null) return showInfo(whyNot(described.summary.errors), showProblems);
  const { text: content, left } = converted;
  await showNewDocument(document.uri, { language, suffix, content, viewColumn: columnForResult() });
  if (left.length > 0) showInfo(leftOutMessage(displayName(document.uri), left, what));
}

/** Why a document has no groups to convert, as far as its number of errors tells. */
function whyNot(errors: number): string {
  if (errors === 0) return 'Not converted: the document has no groups.';
  return `Not converted: fix ${errors === 1 ? 'the error' : `the ${errors.toLocaleString('en')} errors`} in the document first.`;
}
