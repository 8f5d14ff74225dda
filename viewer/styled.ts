import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { noChange } from 'lit/html.js';

/**
 * Sets properties of an element's style. Lit's own `styleMap` writes a `style` attribute at first, which the content
 * security policy of the view refuses.
 */
class Styled extends Directive {
  private before: Readonly<Record<string, string>> = {};

  render(_style: Readonly<Record<string, string>>): unknown {
    return noChange;
  }

  override update(part: ElementPart, [style]: [Readonly<Record<string, string>>]): unknown {
    const { style: target } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(style)) {
      if (this.before[name] !== value) target.setProperty(name, value);
    }
    this.before = style;
    return noChange;
  }
}

export const styled = directive(Styled);
