import { State } from '../state';
import type { Token } from '../tokens/token';
import { Token as T } from '../tokens/token';
import type { Context, Grammar } from '../tree/context';
import { Kind } from '../tree/nodeKind';

/**
 * What to do where brackets do not match. Each possible repair is tried on the tokens that follow, and the
 * one wins under which they make the most sense; so that one slip stays one syntax error, near where it was made.
 */
export type Repair =
  /** Close that many containers, innermost first, as if their brackets were there. */
  | { readonly type: 'close'; readonly count: number }
  /** Take the closing bracket for the one that fits. */
  | { readonly type: 'swap' }
  /** Leave the token out. */
  | { readonly type: 'skip' }
  /** Go on as if an object had been opened before the token. */
  | { readonly type: 'open' };

export interface Lookahead {
  readonly token: Token;
  /** Number of a string in the vocabulary. */
  readonly key: number;
}

/** Containers that may be closed for a repair. It is the number of levels that a context remembers. */
export const maxFramesOut = 4;
/** Tokens that are tried. */
export const maxTokensAhead = 24;

/**
 * The repair under which the following tokens make the most sense; of equals, the first. `tokens[0]` is the
 * token that does not fit; a skipped one is left out, any other repair reads it again.
 */
export function chooseRepair(
  repairs: readonly Repair[],
  situation: {
    readonly context: Context;
    readonly state: State;
    readonly tokens: readonly Lookahead[];
    readonly grammar: Grammar;
  },
): Repair {
  let best = repairs[0]!;
  let bestScore = Number.NEGATIVE_INFINITY;
  if (repairs.length === 1) return best;
  for (const repair of repairs) {
    const value = score(repair, situation);
    if (value > bestScore) {
      best = repair;
      bestScore = value;
    }
  }
  return best;
}

/**
 * Whether a closing bracket that fits is one too many: what follows makes more sense without it than with it, also
 * if another bracket is missing right behind it. `tokens[0]` is the bracket.
 */
export function isStray({
  context,
  state,
  tokens,
  grammar,
}: {
  readonly context: Context;
  readonly state: State;
  readonly tokens: readonly Lookahead[];
  readonly grammar: Grammar;
}): boolean {
  const without = run({ level: context, where: state, tokens, at: 1, grammar });
  const withIt = (level: Level): number => 1 + run({ level, where: State.after, tokens, at: 1, grammar });
  let around: Level | null = context.parent;
  if (around === null || withIt(around) >= without) return false;
  // The one behind it may be of the other kind.
  if (around.parent !== null && isOfOtherKind(tokens[1], around)) {
    const swapped = 2 + run({ level: around.parent, where: State.after, tokens, at: 2, grammar });
    if (swapped > without) return false;
  }
  for (let missing = 1; missing <= maxFramesOut && around.parent !== null; missing++) {
    around = around.parent;
    // A bracket is one slip, too many or missing: of equals, it is too many.
    if (withIt(around) > without + 1) return false;
  }
  return true;
}

/** Whether a token closes, but not a container of such a kind. */
function isOfOtherKind(lookahead: Lookahead | undefined, { kind }: Level): boolean {
  if (lookahead?.token === T.closeObject) return kind !== Kind.object;
  return lookahead?.token === T.closeArray && kind !== Kind.array;
}

/** A way to go on: from a token of the lookahead, in a state of the innermost container. */
export interface Continuation {
  readonly at: number;
  readonly where: State;
}

/** Index of the way to go on under which the tokens make the most sense; of equals, the first. */
export function chooseContinuation(
  ways: readonly Continuation[],
  {
    context,
    tokens,
    grammar,
  }: { readonly context: Context; readonly tokens: readonly Lookahead[]; readonly grammar: Grammar },
): number {
  const scores = ways.map(({ at, where }) => run({ level: context, where, tokens, at, grammar }));
  return scores.indexOf(Math.max(...scores));
}

interface Level {
  readonly kind: Kind;
  readonly state: number;
  readonly parent: Level | null;
}

function score(
  repair: Repair,
  { context, state, tokens, grammar }: Parameters<typeof chooseRepair>[1],
): number {
  let level: Level | null = context;
  let at = 0;
  let where = state;
  if (repair.type === 'skip') at = 1;
  else if (repair.type === 'swap') {
    level = context.parent;
    at = 1;
    where = State.after;
  } else if (repair.type === 'open') {
    level = { kind: Kind.object, state: grammar.child(context.state, null), parent: context };
    where = State.first;
  } else {
    for (let i = 0; i < repair.count && level !== null; i++) level = level.parent;
    // The container that is left has just got a member; a comma may be missing before the next.
    where =
      tokens[0]!.token === T.closeArray || tokens[0]!.token === T.closeObject ? State.after : State.member;
  }
  return run({ level, where, tokens, at, grammar });
}

/** How many tokens fit, one after the other; documented keys in their place count more. */
function run(walk: {
  level: Level | null;
  where: State;
  readonly tokens: readonly Lookahead[];
  at: number;
  readonly grammar: Grammar;
}): number {
  let { level, where, at } = walk;
  const { tokens, grammar } = walk;
  let points = 0;
  let pendingKey: number | null = null;
  for (; at < tokens.length && level !== null; at++) {
    const { token, key } = tokens[at]!;
    if (where === State.colon) {
      if (token !== T.colon) return points;
      where = State.value;
    } else if (token === T.comma) {
      if (where !== State.after) return points;
      where = State.member;
    } else if (token === T.closeObject || token === T.closeArray) {
      const kind = token === T.closeObject ? Kind.object : Kind.array;
      if (level.kind !== kind || where === State.value || where === State.member) return points;
      level = level.parent;
      where = State.after;
    } else if (where === State.after || token === T.colon || token === T.end || token === T.newline) {
      const isEnd = (token === T.end || token === T.newline) && level.kind <= Kind.lines;
      return isEnd && where === State.after ? points + 10 : points;
    } else if (level.kind === Kind.object && where !== State.value) {
      if (token !== T.string) return points;
      const owned = key === 0 ? null : grammar.owns(level.state, key);
      if (owned === false) points -= 6;
      if (owned === true) points += 3;
      pendingKey = key;
      where = State.colon;
    } else {
      const isItem: boolean = level.kind !== Kind.object;
      // A string with a colon behind it is a key: it does not belong in an array.
      if (isItem && token === T.string && tokens[at + 1]?.token === T.colon) return points;
      if (token === T.openObject || token === T.openArray) {
        const kind = token === T.openObject ? Kind.object : Kind.array;
        level = { kind, state: grammar.child(level.state, isItem ? null : pendingKey), parent: level };
        where = State.first;
      } else where = State.after;
    }
    points++;
  }
  return points;
}
