import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FileChange, FileState } from '../../server/viewProtocol/files';
import { counted, plural } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { icon, stopping } from '../icons';
import { inFile } from '../state/actions';
import { toggleProblems } from '../state/file';
import type { View } from '../state/view';
import { problemList } from './problemList';

/** How far a file is read from the disk, what happened to it, and its problems. */
export function fileBar(view: View): TemplateResult | typeof nothing {
  const { file } = view;
  if (file === null) return nothing;
  return html`<section class="file-bar" aria-label="File">
      <span class="file-status" role="status">${statusOf(file)}</span>
      ${progressOf(file)} ${changeOf(file)} ${problemsButton(view, file)} ${button(view, file, false)}
    </section>
    ${view.fileProblems === null ? nothing : problemList(view, file, view.fileProblems)}`;
}

/** The same for the file that the document is compared with, without its problems. If it is gone, nothing is listed. */
export function otherFileBar(view: View): TemplateResult | typeof nothing {
  const { other } = view;
  if (other === null || other.file === null) return nothing;
  const { file } = other;
  const change = file.change === 'gone' ? nothing : changeOf(file);
  return html`<section class="file-bar" aria-label="Other file">
      <span class="file-status" role="status">${visibleName(other.name)}: ${statusOf(file)}</span>
      ${progressOf(file)} ${change} ${button(view, file, true)}
    </section>`;
}

function statusOf({ status, size, reason }: FileState): string {
  switch (status) {
    case 'reading':
      return `Reading ${sizeText(size)} from the disk…`;
    case 'complete':
      return `${sizeText(size)}, read from the disk`;
    case 'cancelled':
      return `Only the first part of ${sizeText(size)} is read.`;
    case 'failed':
      return `The file cannot be read. ${reason ?? ''}`;
  }
}

function progressOf({ status, size, read }: FileState): TemplateResult | typeof nothing {
  if (status !== 'reading') return nothing;
  return html`<progress aria-label="Read" max=${Math.max(1, size)} .value=${read}></progress>`;
}

const changes: Readonly<Record<FileChange, string>> = {
  appended: 'The file has become longer: what was added is read, too.',
  truncated: 'The file has become shorter, and was read again.',
  replaced: 'The file was replaced, and was read again.',
  gone: 'The file was moved or deleted. The list shows what was in it.',
};

/** The same of a file that cannot be read any more. */
const changesOfUnread: Readonly<Record<FileChange, string>> = {
  appended: 'The file has become longer.',
  truncated: 'The file has become shorter.',
  replaced: 'The file was replaced.',
  gone: changes.gone,
};

function changeOf({ change, status }: FileState): TemplateResult | typeof nothing {
  if (change === null) return nothing;
  const isGone = change === 'gone';
  const texts = status === 'failed' ? changesOfUnread : changes;
  return html`<span class="file-change" role=${isGone ? 'alert' : 'status'}>${icon(isGone ? 'warning' : 'info')} ${texts[change]}</span>`;
}

function problemsButton(view: View, { counts }: FileState): TemplateResult | typeof nothing {
  if (counts === null) return nothing;
  const [errors, warnings, information, hints] = counts;
  const parts = [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
    ...(information > 0 ? [`${counted(information)} information`] : []),
    ...(hints > 0 ? [plural(hints, 'hint')] : []),
  ];
  if (parts.length === 0) return html`<span class="quiet">No problems</span>`;
  return html`<button class="plain" aria-expanded=${view.fileProblems !== null} @click=${stopping(() => toggleProblems(view))}>${parts.join(', ')}</button>`;
}

function button(
  { host }: View,
  { status, change }: FileState,
  isOther: boolean,
): TemplateResult | typeof nothing {
  const read = (how: 'cancel' | 'again') =>
    stopping(() => host.post({ type: 'readFile', how, ...inFile(isOther) }));
  if (status === 'reading') return html`<button class="plain" @click=${read('cancel')}>Cancel</button>`;
  return status === 'complete' && change !== 'gone'
    ? nothing
    : html`<button class="plain" @click=${read('again')}>Read Again</button>`;
}

/** `3.2 GB`. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`;
}
