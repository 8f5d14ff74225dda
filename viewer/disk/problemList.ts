import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FileProblem, FileState } from '../../server/fileProtocol';
import { counted } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { icon, stopping } from '../icons';
import type { View } from '../state/view';

/** The first problems of a file, each with its place in the text. A press shows its trajectory. */
export function problemList(
  view: View,
  { counts }: FileState,
  problems: readonly FileProblem[],
): TemplateResult {
  const total = counts?.reduce((sum, count) => sum + count, 0) ?? problems.length;
  return html`<div class="file-problems">
    <ul aria-label="Problems of the file" tabindex="0">
      ${problems.map((problem) => item(view, problem))}
    </ul>
    ${total > problems.length ? html`<p class="note">Only the first ${counted(problems.length)} of ${counted(total)} problems are listed, errors first.</p>` : nothing}
  </div>`;
}

const icons = { error: 'error', warning: 'warning', information: 'info', hint: 'lightbulb' } as const;

function item(view: View, { severity, message, line, character, trajectory }: FileProblem): TemplateResult {
  const place = `${line + 1}:${character + 1}`;
  const content = html`${icon(icons[severity])}<span class="visually-hidden">${severity}: </span><span class="quiet">${place}</span> ${visibleName(message)}`;
  return html`<li>${
    trajectory === null
      ? content
      : html`<button class="link" @click=${stopping(() => view.goTo(trajectory))}>${content}</button>`
  }</li>`;
}
