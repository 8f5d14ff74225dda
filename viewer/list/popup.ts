import { html, type TemplateResult } from 'lit/html.js';

/** A button with a popup below it, which closes on a click or focus elsewhere. */
export function popup(name: string, content: TemplateResult): TemplateResult {
  return html`<details class="popup" @toggle=${opened} @keydown=${closeOnEscape}>
    <summary>${name}</summary>
    <div class="popup-content" role="group" aria-label=${name}>${content}</div>
  </details>`;
}

/** Closes the popup around an element and focuses its button. */
export function closePopup(element: Element): void {
  const details = element.closest<HTMLDetailsElement>('details.popup');
  if (details === null) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}

function opened({ target }: Event): void {
  const details = target as HTMLDetailsElement;
  if (!details.open) return;
  const toggled = new AbortController();
  details.addEventListener('toggle', () => toggled.abort(), { once: true });
  const { signal } = toggled;
  const closeOutside = (event: Event) => {
    if (!(event.target instanceof Node && details.contains(event.target))) details.open = false;
  };
  document.addEventListener('pointerdown', closeOutside, { signal });
  document.addEventListener('focusin', closeOutside, { signal });
  window.addEventListener('resize', () => keepInSight(details), { signal });
  keepInSight(details);
}

/** Moves the content of a popup to the left, as far as the view would cut it off. */
function keepInSight(details: HTMLDetailsElement): void {
  const content = details.querySelector<HTMLElement>('.popup-content')!;
  content.style.left = '0';
  const { left, right } = content.getBoundingClientRect();
  const beyond = right - document.documentElement.clientWidth;
  content.style.left = `${-Math.max(0, Math.min(beyond, left))}px`;
}

function closeOnEscape(event: KeyboardEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !details.open) return;
  event.stopPropagation();
  closePopup(details);
}
