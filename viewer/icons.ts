import { html, nothing, type TemplateResult } from 'lit/html.js';

/** Codicons used by the view. Their code points are in `icons.css`. */
export type Icon =
  | 'arrow-down'
  | 'arrow-left'
  | 'arrow-up'
  | 'case-sensitive'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'clippy'
  | 'close'
  | 'compare'
  | 'copy'
  | 'diff-multiple'
  | 'error'
  | 'export'
  | 'filter'
  | 'go-to-file'
  | 'info'
  | 'json'
  | 'lightbulb'
  | 'link'
  | 'list-unordered'
  | 'markdown'
  | 'percentage'
  | 'quote'
  | 'regex'
  | 'save'
  | 'search'
  | 'table'
  | 'tools'
  | 'warning';

/** By the severity of a problem. */
export const severityIcons = {
  error: 'error',
  warning: 'warning',
  information: 'info',
  hint: 'lightbulb',
} as const;

export function icon(name: Icon): TemplateResult {
  return html`<span class="icon icon-${name}" aria-hidden="true"></span>`;
}

/** An icon button with its name as title and accessible label. */
export function iconButton(
  name: Icon,
  title: string,
  press: () => void,
  options: { readonly pressed?: boolean; readonly expanded?: boolean } = {},
): TemplateResult {
  const { pressed, expanded } = options;
  return html`<button
    class="icon-button"
    title=${title}
    aria-label=${title}
    aria-pressed=${pressed === undefined ? nothing : `${pressed}`}
    aria-expanded=${expanded === undefined ? nothing : `${expanded}`}
    @click=${stopping(press)}
  >${icon(name)}</button>`;
}

/** A click handler that stops propagation, so that the button's container does not react. */
export function stopping(press: () => void): (event: Event) => void {
  return (event) => {
    event.stopPropagation();
    press();
  };
}
