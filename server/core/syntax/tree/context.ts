import { kindMask } from '../layout';
import type { Vocabulary } from '../tokens/vocabulary';
import type { Kind } from './nodeKind';

/**
 * What the parser may ask about the language of a document. The parser itself is plain JSON: it asks only
 * to make the better guess where brackets do not match, and to note in which schema each part stands.
 */
export interface Grammar {
  /** What stands for "nothing is known"; also the state of the root's container. */
  readonly root: number;
  /** The state of a value under a key, or of an item when the key is null. */
  child(state: number, key: number | null): number;
  /** Whether a key is documented in an object of that state; null when nothing is documented there. */
  owns(state: number, key: number): boolean | null;
  /** The numbers of the property names that any schema mentions. */
  readonly vocabulary: Vocabulary;
}

/**
 * The container that a part stands in, with the containers around it as far up as recovery ever looks.
 * Contexts are shared: two are the same exactly when they are the same object.
 */
export interface Context {
  readonly kind: Kind;
  /** The grammar's state of the container. */
  readonly state: number;
  /** Whether it is written as Python writes it, which is one syntax error. */
  readonly isPython: boolean;
  readonly parent: Context | null;
}

/** As many levels as there are from a message out to the document. */
const maxContextDepth = 8;

/** Makes contexts; one for each grammar, because it remembers those that it made. */
export class Contexts {
  private readonly made = new Map<string, Context & { readonly id: number }>();
  /** The same by the whole container around, kind and state, so that a nest of ten thousand levels costs little. */
  private readonly inside = new Map<Context | null, Map<number, Context>>();

  of({ kind, state, isPython }: Omit<Context, 'parent'>, parent: Context | null): Context {
    let known = this.inside.get(parent);
    if (known === undefined) this.inside.set(parent, (known = new Map()));
    const key = 2 * (state * (kindMask + 1) + kind) + (isPython ? 1 : 0);
    let context = known.get(key);
    if (context === undefined) {
      const around = parent === null ? null : this.truncated(parent, maxContextDepth - 1);
      context = this.shared({ kind, state, isPython }, around);
      known.set(key, context);
    }
    return context;
  }

  private truncated(context: Context, levels: number): Context {
    const chain: Context[] = [];
    for (let c: Context | null = context; c !== null && chain.length < levels; c = c.parent) chain.push(c);
    let result: Context | null = null;
    for (const c of chain.reverse()) result = this.shared(c, result);
    return result!;
  }

  private shared({ kind, state, isPython }: Omit<Context, 'parent'>, parent: Context | null): Context {
    const key = `${kind} ${state} ${isPython} ${parent === null ? '' : (parent as { id?: number }).id}`;
    let context = this.made.get(key);
    if (context === undefined) {
      context = { kind, state, isPython, parent, id: this.made.size } as Context & { readonly id: number };
      this.made.set(key, context);
    }
    return context;
  }
}
