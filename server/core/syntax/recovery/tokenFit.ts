import { State } from '../state';
import type { Token } from '../tokens/token';
import { Token as T } from '../tokens/token';
import type { Grammar } from '../tree/context';
import { Kind } from '../tree/nodeKind';

export interface Lookahead {
  readonly token: Token;
  /** Number of a string in the vocabulary. */
  readonly key: number;
}

/** A container, and those around it. */
export interface Level {
  readonly kind: Kind;
  readonly state: number;
  readonly parent: Level | null;
}

/** Whether a token is a value that is no container. */
export function isScalar(token: number): boolean {
  return token >= T.string && token <= T.null;
}

/** Documented keys in their place count more, undocumented ones less. */
export function pointsOfName({ state }: Level, key: number, grammar: Grammar): number {
  const owned = key === 0 ? null : grammar.owns(state, key);
  return owned === null ? 0 : owned ? 3 : -6;
}

/** Counts the consecutive tokens that fit, with the points of names. */
export function pointsOfTokens(walk: {
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
      points += pointsOfName(level, key, grammar);
      pendingKey = key;
      where = State.colon;
    } else {
      const isItem: boolean = level.kind !== Kind.object;
      // A string before a colon is a key: it does not belong in an array.
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
