import * as vscode from 'vscode';
import type { ComparisonOf, ExportedStep, ExportOf } from '../../../server/viewProtocol/export';
import { displayName } from '../../documents/displayName';
import { folderOf } from '../../documents/newDocument';
import type { ViewRequests } from '../../lsp/viewRequests';
import { showInfo, showReason } from '../../notifications';
import { viewed } from '../viewedDocument';
import type { ShownTrajectory } from '../viewMessages';

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
    await viewedAll(requests, uri, of);
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
    showReason(error);
  }
}

/** Waits for the latest version of the documents of an export. */
async function viewedAll(requests: ViewRequests, uri: vscode.Uri, of: ExportOf): Promise<void> {
  const others = of.what === 'comparison' ? (of.documents ?? []) : [];
  for (const one of [uri, ...others.map((other) => vscode.Uri.parse(other.uri, true))])
    await viewed(requests, one);
}

/**
 * *Export as HTML*: a comparison, or conversations in one file: of the shown trajectory, its group, or the document. Of a
 * file on disk, not all.
 */
export async function exportHtml(
  requests: ViewRequests,
  uri: vscode.Uri,
  {
    shown = null,
    comparison,
  }: { readonly shown?: ShownTrajectory | null; readonly comparison?: ComparisonOf },
): Promise<void> {
  const name = displayName(uri);
  const page = comparison === undefined ? await choosePage(requests, uri, shown) : pageOf(comparison);
  if (page === null) return;
  const folder = folderOf(uri);
  const base = uri.path
    .split('/')
    .at(-1)!
    .replace(/\.jsonl?$/i, '');
  const chosen = await vscode.window.showSaveDialog({
    title: 'Export as HTML',
    saveLabel: 'Export',
    filters: { HTML: ['html'] },
    ...(folder === undefined
      ? {}
      : { defaultUri: vscode.Uri.joinPath(folder, `${base}${page.suffix}.html`) }),
  });
  if (chosen === undefined) return;
  try {
    await viewedAll(requests, uri, page.of);
    const parts = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Exporting ${name}`, cancellable: true },
      (_, token) => partsOf(requests, uri, { page, token }),
    );
    if (parts === 'cancelled') return;
    if (parts === null) return showInfo(`${name} was edited in the meantime, so nothing was exported.`);
    await vscode.workspace.fs.writeFile(chosen, joined(parts));
    showInfo(`Exported ${name} to ${displayName(chosen)}.`);
  } catch (error) {
    showReason(error);
  }
}

/** A page to export. */
interface Page {
  readonly of: ExportOf;
  /** Added to the name of the document for that of the page. */
  readonly suffix: string;
  /** The version of the document that was chosen from, if only a part of it is exported. */
  readonly version?: number;
}

function pageOf(comparison: ComparisonOf): Page {
  return { of: comparison, suffix: '.comparison' };
}

/** Asks what to export. A page with all of a file on disk could not be opened. Null if there is nothing to export. */
async function choosePage(
  { files }: ViewRequests,
  uri: vscode.Uri,
  shown: ShownTrajectory | null,
): Promise<Page | null> {
  const name = displayName(uri);
  const isTooLarge = files.isOpen(uri);
  const whole = { label: `All of ${name}`, of: { what: 'page', title: name } as const, suffix: '' };
  if (shown === null) {
    if (!isTooLarge) return whole;
    showInfo(`${name} is too large for one page. Select a trajectory: it or its group is exported.`);
    return null;
  }
  const { trajectory, group, from, to } = shown;
  // A file may grow meanwhile.
  const at = isTooLarge ? {} : { version: shown.version };
  const number = `group ${(group + 1).toLocaleString('en')}`;
  const member = trajectory - from + 1;
  const page = (title: string, some: { readonly from: number; readonly to: number }): ExportOf => ({
    what: 'page',
    title: `${name}, ${title}`,
    some,
  });
  const one = {
    label: `Trajectory ${member} of ${number}`,
    of: page(`${number}, trajectory ${member}`, { from: trajectory, to: trajectory + 1 }),
    suffix: `.group-${group + 1}-trajectory-${member}`,
    ...at,
  };
  const all = {
    label: `All of ${number}`,
    description: `${(to - from).toLocaleString('en')} trajectories`,
    of: page(number, { from, to }),
    suffix: `.group-${group + 1}`,
    ...at,
  };
  const some = to - from === 1 ? [one] : [all, one];
  const choices = isTooLarge ? some : [whole, ...some];
  const choice = await vscode.window.showQuickPick<vscode.QuickPickItem & Page>(choices, {
    title: 'Export as HTML',
    placeHolder: isTooLarge ? 'The whole file is too large for one page' : 'What to export',
    ignoreFocusOut: true,
  });
  return choice ?? null;
}

async function partsOf(
  requests: ViewRequests,
  uri: vscode.Uri,
  { page: { of, version }, token }: { readonly page: Page; readonly token: vscode.CancellationToken },
): Promise<Uint8Array[] | 'cancelled' | null> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const isComplete = await eachPart(requests, uri, {
    of,
    version,
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
  /** The version that is expected; otherwise that of the first part. */
  readonly version?: number | undefined;
  /** Returns whether it wants more. */
  readonly take: (part: string) => boolean;
}

/** Takes the parts of an export: true at its end, false if no more are wanted, null if the document has changed. */
async function eachPart(
  requests: ViewRequests,
  uri: vscode.Uri,
  { of, take, version: expected }: Taking,
): Promise<boolean | null> {
  let version = expected;
  for (let from: ExportedStep['next'] = null; ; ) {
    const step: ExportedStep | null = await requests.export(uri, { of, from });
    if (step === null || (version !== undefined && step.version !== version)) return null;
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
