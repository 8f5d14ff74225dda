import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { noChange } from 'lit/html.js';

/**
 * Sets style properties of an element. Lit's `styleMap` first writes a `style` attribute, which the view's content
 * security policy blocks.
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
