import { kindMask } from '../layout';
import type { Vocabulary } from '../tokens/vocabulary';
import type { Kind } from './nodeKind';

/**
 * The parser's view of the schemas. The parser itself reads plain JSON: it uses the grammar only to choose repairs of
 * mismatched brackets, and to record the schema state of each part.
 */
export interface Grammar {
  /** State of the root's container, where nothing is documented. */
  readonly root: number;
  /** The state of the value under a key, or of an item if the key is null. */
  child(state: number, key: number | null): number;
  /** Whether a key is documented in an object of that state; null if that says nothing, as where nothing is documented. */
  owns(state: number, key: number): boolean | null;
  /** The states of the arrays that are documented in an object of that state. */
  arrays(state: number): readonly number[];
  /** Numbers of all property names in the schemas. */
  readonly vocabulary: Vocabulary;
}

/**
 * The container of a part, with its ancestors as far up as recovery looks. Contexts are interned: equal contexts are
 * the same object.
 */
export interface Context {
  readonly kind: Kind;
  /** The grammar's state of the container. */
  readonly state: number;
  /** Whether it is in another notation than JSON's, which is one syntax error. */
  readonly isForeign: boolean;
  /** In JSON Lines, whether it follows a line break in its value. */
  readonly isBroken: boolean;
  /** Of a document: whether its value has text before it, to which the text after it belongs, too. */
  readonly isAfterText: boolean;
  readonly parent: Context | null;
}

/** Levels from a message up to the document. */
const maxContextDepth = 8;

/** Interns contexts; one instance per grammar. */
export class Contexts {
  private readonly made = new Map<string, Context & { readonly id: number }>();
  /** Cache by full parent context, kind and state, so that a nest of 10,000 levels costs little. */
  private readonly inside = new Map<Context | null, Map<number, Context>>();

  of(own: Omit<Context, 'parent'>, parent: Context | null): Context {
    const { kind, state, isForeign, isBroken, isAfterText } = own;
    let known = this.inside.get(parent);
    if (known === undefined) this.inside.set(parent, (known = new Map()));
    const flags = (isAfterText ? 4 : 0) + (isForeign ? 2 : 0) + (isBroken ? 1 : 0);
    const key = 8 * (state * (kindMask + 1) + kind) + flags;
    let context = known.get(key);
    if (context === undefined) {
      const around = parent === null ? null : this.truncated(parent, maxContextDepth - 1);
      context = this.shared(own, around);
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

  private shared(own: Omit<Context, 'parent'>, parent: Context | null): Context {
    const { kind, state, isForeign, isBroken, isAfterText } = own;
    const key = `${kind} ${state} ${isForeign} ${isBroken} ${isAfterText} ${parent === null ? '' : (parent as { id?: number }).id}`;
    let context = this.made.get(key);
    if (context === undefined) {
      context = { kind, state, isForeign, isBroken, isAfterText, parent, id: this.made.size } as Context & {
        readonly id: number;
      };
      this.made.set(key, context);
    }
    return context;
  }
}
