import type { JsonToken } from './tokens';

/** A kind of mistake: the tokens it applies to, and its replacement there. */
export interface SlipKind {
  readonly name: string;
  /** Whether the text still shows the original value, so that a fix must restore it. */
  readonly isLossless?: boolean;
  fits(token: JsonToken, place: Place): boolean;
  /** The replacement of a range of the text; null if the mistake does not apply after all. */
  mistake(token: JsonToken, place: Place): Replacement | null;
}

export interface Place {
  readonly text: string;
  readonly tokens: readonly JsonToken[];
  readonly index: number;
  readonly isLines: boolean;
}

export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Replaces the token with another text. */
export function instead(
  name: string,
  fits: SlipKind['fits'],
  other: (text: string, place: Place) => string | null,
): SlipKind {
  return {
    name,
    fits,
    mistake({ from, to, text }, place) {
      const insert = other(text, place);
      return insert === null || insert === text ? null : { from, to, insert };
    },
  };
}

/** The same mistake, which leaves the value as it is. */
export function lossless(kind: SlipKind): SlipKind {
  return { ...kind, isLossless: true };
}

/** Replaces the value that begins with the token. */
export function anotherValue(
  name: string,
  fits: SlipKind['fits'],
  other: (value: unknown, text: string) => string | null,
): SlipKind {
  return {
    name,
    fits,
    mistake(token, { text }) {
      const to = token.closedAt < 0 ? token.to : token.closedAt;
      const written = text.slice(token.from, to);
      const insert = other(JSON.parse(written), written);
      return insert === null ? null : { from: token.from, to, insert };
    },
  };
}

/** Writes the value that begins with the token in another way. */
export function written(name: string, fits: SlipKind['fits'], other: (value: unknown) => string): SlipKind {
  return lossless(anotherValue(name, fits, other));
}

/** Truncates the text inside the token; in JSON Lines only the rest of its line. */
export function cutOff(name: string, fits: SlipKind['fits'], keep: (text: string) => number): SlipKind {
  return {
    name,
    fits,
    mistake({ from, text }, place) {
      const at = from + keep(text);
      const end = place.isLines ? place.text.indexOf('\n', at) : -1;
      return { from: at, to: end < 0 ? place.text.length : end, insert: '' };
    },
  };
}

export const isMark =
  (mark: string): SlipKind['fits'] =>
  ({ text, is, name }) =>
    text === mark && (is === 'mark' || name !== '' || mark === '{' || mark === '[');

export const isName = ({ is }: JsonToken): boolean => is === 'name';
export const isText = ({ is, text }: JsonToken): boolean => is === 'value' && text.startsWith('"');
export const isNumber = ({ is, text }: JsonToken): boolean => is === 'value' && /^-?\d/.test(text);
export const isReward = (token: JsonToken): boolean => token.name === 'reward' && isNumber(token);
/** A text of several words, without escapes. */
export const isSentence = (token: JsonToken): boolean =>
  isText(token) && /^"[A-Za-z][^"\\]* [^"\\]*"$/.test(token.text);
export const isNamed =
  (...names: readonly string[]): SlipKind['fits'] =>
  ({ is, text }) =>
    is === 'name' && names.includes(JSON.parse(text) as string);
export const isValueOf =
  (...names: readonly string[]): SlipKind['fits'] =>
  ({ is, name }) =>
    is === 'value' && names.includes(name);
