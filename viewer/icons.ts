import { html, nothing, type TemplateResult } from 'lit/html.js';

/** Icons of the codicons font that the view uses; their code points stand in `icons.css`. */
export type Icon =
  | 'arrow-left'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'copy'
  | 'close'
  | 'error'
  | 'go-to-file'
  | 'info'
  | 'json'
  | 'lightbulb'
  | 'link'
  | 'markdown'
  | 'percentage'
  | 'quote'
  | 'save'
  | 'table'
  | 'tools'
  | 'warning';

export function icon(name: Icon): TemplateResult {
  return html`<span class="icon icon-${name}" aria-hidden="true"></span>`;
}

/** A button that shows an icon and says its name. */
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

/** A click on a button is not one on what it stands in. */
export function stopping(press: () => void): (event: Event) => void {
  return (event) => {
    event.stopPropagation();
    press();
  };
}
