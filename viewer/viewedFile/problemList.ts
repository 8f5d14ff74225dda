import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FileProblem, FileState } from '../../server/viewProtocol/files';
import { counted } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { icon, iconButton, severityIcons, stopping } from '../icons';
import { goToProblem } from '../state/file';
import type { View } from '../state/view';

/** The first problems of a file, each with its place in the text. A press shows its trajectory and message. */
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

function item(view: View, problem: FileProblem): TemplateResult {
  const { severity, message, line, character, trajectory } = problem;
  const place = `${line + 1}:${character + 1}`;
  const content = html`${icon(severityIcons[severity])}<span class="visually-hidden">${severity}: </span><span class="quiet">${place}</span> ${visibleName(message)}`;
  const lead = (how: 'show' | 'copy') => view.host.post({ type: 'place', how, line, character });
  return html`<li>${
    trajectory === null
      ? html`<span>${content}</span>`
      : html`<button class="link" @click=${stopping(() => goToProblem(view, problem))}>${content}</button>`
  }${iconButton('go-to-file', `Show ${place} in Text`, () => lead('show'))}${iconButton('copy', `Copy Location ${place}`, () => lead('copy'))}</li>`;
}
