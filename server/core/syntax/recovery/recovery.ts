import { State } from '../state';
import { Token as T } from '../tokens/token';
import type { Context, Grammar } from '../tree/context';
import { Kind } from '../tree/nodeKind';
import { isScalar, type Level, type Lookahead, pointsOfName, pointsOfTokens } from './tokenFit';

/**
 * How to recover where brackets do not match. Each possible repair is tried on the tokens that follow, and the one that
 * fits them best wins, so that one mistake stays one syntax error, near its cause.
 */
export type Repair =
  /** Close `count` containers, innermost first, as if their brackets were there. */
  | { readonly type: 'close'; readonly count: number }
  /** Treat the closing bracket as the one that matches. */
  | { readonly type: 'swap' }
  /** Skip the token. */
  | { readonly type: 'skip' }
  /** Skip the token and the comma after it. */
  | { readonly type: 'skipWithComma' }
  /** Treat the container, in which nothing was read yet, as one of the other kind. */
  | { readonly type: 'turn' }
  /** Continue as if a name and its colon were before the token. */
  | { readonly type: 'unnamed' }
  /** Continue as if an object, an array, or an array with its name had been opened before the token. */
  | { readonly type: 'open' }
  | { readonly type: 'array' }
  | { readonly type: 'list' };

/** Maximum number of containers that a repair closes; a context remembers at least as many levels. */
export const maxFramesOut = 4;
/** Points by which other kinds of brackets have to fit better: the bracket of the container was typed, after all. */
const costOfTurning = 3;
/** Tokens that a repair is tried on. */
export const maxTokensAhead = 24;

/**
 * The repair that fits the following tokens best; on a tie, the first. `tokens[0]` is the unexpected token: `skip` and
 * `swap` consume it, other repairs read it again.
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
 * Whether a matching closing bracket is stray: the following tokens fit better without it, even if another bracket is
 * missing right after it. `tokens[0]` is the bracket.
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
  const without = pointsOfTokens({ level: context, where: state, tokens, at: 1, grammar });
  const withIt = (level: Level): number =>
    1 + pointsOfTokens({ level, where: State.after, tokens, at: 1, grammar });
  let around: Level | null = context.parent;
  if (around === null || withIt(around) >= without) return false;
  // `{} "reward": …`: only a comma is missing if the name belongs around it.
  const isName = around.kind === Kind.object && tokens[1]?.token === T.string;
  if (isName && pointsOfTokens({ level: around, where: State.member, tokens, at: 1, grammar }) > without)
    return false;
  // `], 0.5, "metadata": …`: a property without its name or its value follows.
  if (around.kind === Kind.object && isWithoutName(tokens)) {
    const unnamed = 1 + pointsOfTokens({ level: around, where: State.after, tokens, at: 3, grammar });
    if (unnamed > without) return false;
  }
  // The next bracket may be of the other kind.
  if (around.parent !== null && isOfOtherKind(tokens[1], around)) {
    const swapped = 2 + pointsOfTokens({ level: around.parent, where: State.after, tokens, at: 2, grammar });
    if (swapped > without) return false;
  }
  for (let missing = 1; missing <= maxFramesOut && around.parent !== null; missing++) {
    around = around.parent;
    // An extra or a missing bracket is one mistake each; on a tie, it is extra.
    if (withIt(around) > without + 1) return false;
  }
  return true;
}

/** Whether a comma, a scalar or a word, and another comma follow a bracket. */
function isWithoutName([, comma, value, next]: readonly Lookahead[]): boolean {
  const isValue = value !== undefined && (isScalar(value.token) || value.token === T.word);
  return comma?.token === T.comma && isValue && next?.token === T.comma;
}

/** Whether a token closes a container of another kind. */
function isOfOtherKind(lookahead: Lookahead | undefined, { kind }: Level): boolean {
  if (lookahead?.token === T.closeObject) return kind !== Kind.object;
  return lookahead?.token === T.closeArray && kind !== Kind.array;
}

/**
 * Whether the following tokens fit better without a matching closing bracket after a comma, and the comma after it, than
 * with it. `tokens[0]` is the bracket.
 */
export function isRepetition({
  context,
  tokens,
  grammar,
}: Pick<Parameters<typeof isStray>[0], 'context' | 'tokens' | 'grammar'>): boolean {
  const without = pointsOfTokens({ level: context, where: State.member, tokens, at: 2, grammar });
  return without > pointsOfTokens({ level: context.parent, where: State.after, tokens, at: 1, grammar });
}

/** A way to continue: from a token of the lookahead, in a state of the innermost container. */
export interface Continuation {
  readonly at: number;
  readonly where: State;
}

/** Index of the continuation that fits the tokens best; on a tie, the first. */
export function chooseContinuation(
  ways: readonly Continuation[],
  {
    context,
    tokens,
    grammar,
  }: { readonly context: Context; readonly tokens: readonly Lookahead[]; readonly grammar: Grammar },
): number {
  const scores = ways.map(({ at, where }) => pointsOfTokens({ level: context, where, tokens, at, grammar }));
  return scores.indexOf(Math.max(...scores));
}

/** Whether the tokens of a line fit its open container better than the lines, as a value of their own. */
export function isContinuation({
  context,
  lines,
  state,
  tokens,
  grammar,
}: Parameters<typeof isStray>[0] & { readonly lines: Context }): boolean {
  const asMember = pointsOfTokens({ level: context, where: state, tokens, at: 0, grammar });
  return asMember > pointsOfTokens({ level: lines, where: State.member, tokens, at: 0, grammar });
}

/** Whether a string between a key and a colon is the first name in an object without its bracket. */
export function isFirstName(
  { key, name }: { readonly key: number; readonly name: number },
  { context, tokens, grammar }: Pick<Parameters<typeof chooseRepair>[1], 'context' | 'tokens' | 'grammar'>,
): boolean {
  const inner = { kind: Kind.object, state: grammar.child(context.state, key), parent: context };
  const points = (level: Level): number =>
    pointsOfName(level, name, grammar) +
    pointsOfTokens({ level, where: State.value, tokens, at: 1, grammar });
  return points(inner) > points(context);
}

/**
 * Whether a string before a closing bracket is rather the last name of an object without its bracket than an item of an
 * array. `tokens[0]` is the string.
 */
export function isLastName({
  context,
  tokens,
  grammar,
}: Pick<Parameters<typeof chooseRepair>[1], 'context' | 'tokens' | 'grammar'>): boolean {
  if (tokens[1]?.token !== T.closeArray || context.parent?.kind !== Kind.array) return false;
  const asItem = pointsOfTokens({ level: context, where: State.after, tokens, at: 2, grammar });
  const asName = pointsOfTokens({ level: context.parent, where: State.after, tokens, at: 1, grammar });
  return asName + pointsOfName(context, tokens[0]!.key, grammar) > asItem + 1;
}

function score(
  repair: Repair,
  { context, state, tokens, grammar }: Parameters<typeof chooseRepair>[1],
): number {
  let level: Level | null = context;
  let at = 0;
  let where = state;
  let points = 0;
  if (repair.type === 'skip') at = 1;
  else if (repair.type === 'skipWithComma') points = at = 2;
  else if (repair.type === 'turn') {
    points = -costOfTurning;
    const kind = context.kind === Kind.object ? Kind.array : Kind.object;
    level = { kind, state: context.state, parent: context.parent };
    where = State.first;
  } else if (repair.type === 'swap') {
    level = context.parent;
    at = 1;
    where = State.after;
    points = 1;
  } else if (repair.type === 'open') {
    level = { kind: Kind.object, state: grammar.child(context.state, null), parent: context };
    where = State.first;
  } else if (repair.type === 'unnamed') where = State.value;
  else if (repair.type === 'array' || repair.type === 'list') {
    const pointsIn = (array: number): number =>
      pointsOfTokens({
        level: { kind: Kind.array, state: array, parent: context },
        where: repair.type === 'list' ? State.first : State.member,
        tokens,
        at,
        grammar,
      });
    // Which property it is may not be known any more.
    return Math.max(...[grammar.child(context.state, null), ...grammar.arrays(context.state)].map(pointsIn));
  } else {
    for (let i = 0; i < repair.count && level !== null; i++) level = level.parent;
    // The remaining container has just got a member; a comma may be missing before the next.
    where =
      tokens[0]!.token === T.closeArray || tokens[0]!.token === T.closeObject ? State.after : State.member;
  }
  return points + pointsOfTokens({ level, where, tokens, at, grammar });
}
