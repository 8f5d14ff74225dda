import * as vscode from 'vscode';
import { reasonOf } from '../../../send/format/errorReason';
import type { ExportedStep, ExportOf } from '../../../server/exportProtocol';
import { displayName } from '../../documents/displayName';
import type { ViewRequests } from '../../lsp/viewRequests';
import { showInfo } from '../../notifications';
import { viewed } from '../viewedDocument';

/** Maximum code units of Markdown that is copied. */
const maxCopiedLength = 20_000_000;
const cutNote = '\n*The rest is left out: more than 20 million characters are not copied.*\n';

/** *Copy as Markdown*: a message, a conversation or a comparison. */
export async function copyMarkdown(
  requests: ViewRequests,
  uri: vscode.Uri,
  of: Exclude<ExportOf, { readonly what: 'page' }>,
): Promise<void> {
  try {
    await viewed(requests, uri);
    if (of.what === 'comparison')
      for (const one of of.documents ?? []) await viewed(requests, vscode.Uri.parse(one.uri, true));
    let text = '';
    const isComplete = await eachPart(requests, uri, {
      of,
      take: (part) => {
        text += part;
        return text.length < maxCopiedLength;
      },
    });
    if (isComplete === null)
      return showInfo(`${displayName(uri)} was edited in the meantime, so nothing was copied.`);
    await vscode.env.clipboard.writeText(isComplete ? text : text + cutNote);
    vscode.window.setStatusBarMessage(`Copied the ${of.what} as Markdown`, 5000);
  } catch (error) {
    showInfo(reasonOf(error));
  }
}

/** *Export as HTML*: all conversations of the document in one file. */
export async function exportHtml(requests: ViewRequests, uri: vscode.Uri): Promise<void> {
  const name = displayName(uri);
  const chosen = await vscode.window.showSaveDialog({
    title: 'Export as HTML',
    saveLabel: 'Export',
    filters: { HTML: ['html'] },
    ...(uri.scheme === 'untitled'
      ? {}
      : { defaultUri: uri.with({ path: `${uri.path.replace(/\.jsonl?$/i, '')}.html` }) }),
  });
  if (chosen === undefined) return;
  try {
    await viewed(requests, uri);
    const parts = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Exporting ${name}`, cancellable: true },
      (_, token) => partsOf(requests, uri, token),
    );
    if (parts === 'cancelled') return;
    if (parts === null) return showInfo(`${name} was edited in the meantime, so nothing was exported.`);
    await vscode.workspace.fs.writeFile(chosen, joined(parts));
    showInfo(`Exported ${name} to ${displayName(chosen)}.`);
  } catch (error) {
    showInfo(reasonOf(error));
  }
}

async function partsOf(
  requests: ViewRequests,
  uri: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<Uint8Array[] | 'cancelled' | null> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const isComplete = await eachPart(requests, uri, {
    of: { what: 'page', title: displayName(uri) },
    take: (part) => {
      parts.push(encoder.encode(part));
      return !token.isCancellationRequested;
    },
  });
  if (token.isCancellationRequested) return 'cancelled';
  return isComplete === null ? null : parts;
}

interface Taking {
  readonly of: ExportOf;
  /** Returns whether it wants more. */
  readonly take: (part: string) => boolean;
}

/** Takes the parts of an export: true at its end, false if no more are wanted, null if the document has changed. */
async function eachPart(
  requests: ViewRequests,
  uri: vscode.Uri,
  { of, take }: Taking,
): Promise<boolean | null> {
  let version: number | null = null;
  for (let from: ExportedStep['next'] = null; ; ) {
    const step: ExportedStep | null = await requests.export(uri, { of, from });
    if (step === null || (version !== null && step.version !== version)) return null;
    version = step.version;
    const wantsMore = take(step.text);
    if (step.next === null) return true;
    if (!wantsMore) return false;
    from = step.next;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
