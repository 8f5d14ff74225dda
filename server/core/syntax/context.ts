import type { Kind } from './nodeKind';
import type { Vocabulary } from './vocabulary';

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
  readonly parent: Context | null;
}

const deepest = 5;

/** Makes contexts; one for each grammar, because it remembers those that it made. */
export class Contexts {
  private readonly made = new Map<string, Context & { readonly id: number }>();

  of(kind: Kind, state: number, parent: Context | null): Context {
    return this.shared(kind, state, parent === null ? null : this.truncated(parent, deepest - 1));
  }

  private truncated(context: Context, levels: number): Context {
    const chain: Context[] = [];
    for (let c: Context | null = context; c !== null && chain.length < levels; c = c.parent) chain.push(c);
    let result: Context | null = null;
    for (const c of chain.reverse()) result = this.shared(c.kind, c.state, result);
    return result!;
  }

  private shared(kind: Kind, state: number, parent: Context | null): Context {
    const key = `${kind} ${state} ${parent === null ? '' : (parent as { id?: number }).id}`;
    let context = this.made.get(key);
    if (context === undefined) {
      context = { kind, state, parent, id: this.made.size };
      this.made.set(key, context);
    }
    return context;
  }
}
