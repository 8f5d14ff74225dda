import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MessageProblem } from '../../server/viewProtocol/conversation';
import { icon } from '../icons';
import { plain } from './text';

const icons = { error: 'error', warning: 'warning', information: 'info', hint: 'lightbulb' } as const;

/** A list of problems, each with its severity as icon and word. */
export function problemList(problems: readonly MessageProblem[]): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  return html`<ul class="problems" aria-label="Problems">
    ${problems.map(
      ({ severity, message }) =>
        html`<li class="problem ${severity}">${icon(icons[severity])} <strong>${severity}</strong> <span>${plain(message)}</span></li>`,
    )}
  </ul>`;
}
