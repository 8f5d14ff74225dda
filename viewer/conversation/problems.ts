import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MessageProblem } from '../../server/viewProtocol/conversation';
import { icon, iconButton, severityIcons } from '../icons';
import { plain } from './text';

/** A list of problems, each with its severity as icon and word. `show` leads to its place in the text. */
export function problemList(
  problems: readonly MessageProblem[],
  show: (problem: MessageProblem) => void,
): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  return html`<ul class="problems" aria-label="Problems">
    ${problems.map(
      (problem) => html`<li class="problem ${problem.severity}">
        ${icon(severityIcons[problem.severity])} <strong>${problem.severity}</strong> <span>${plain(problem.message)}</span>
        ${iconButton('go-to-file', 'Show Problem in Text', () => show(problem))}
      </li>`,
    )}
  </ul>`;
}
