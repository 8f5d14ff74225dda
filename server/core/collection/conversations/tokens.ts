import { Kind } from '../../syntax/tree/nodeKind';
import type { Text } from '../../text/text';
import { nameIn, numberIn } from '../reading/strings';
import { itemsOf, memberCalled, type Value } from '../reading/values';
import { maxShownLength } from './texts';

/** A token of a choice, with how likely it was (natural logarithm) and what else was likely. */
export interface TokenProbability {
  readonly token: string;
  readonly logprob: number;
  readonly alternatives: readonly { readonly token: string; readonly logprob: number }[];
}

/** Tokens are given for as much of a text as is shown at first, but not more than so many; and alternatives of each. */
const maxTokens = 1000;
const maxAlternatives = 5;
/** A token is not longer. */
const maxTokenLength = 100;

/** The first tokens of a choice, where it says how likely they were; empty where it does not. */
export function tokensOf(text: Text, logprobs: Value | null): TokenProbability[] {
  const list = logprobs && memberCalled(text, logprobs, 'content');
  if (list?.kind !== Kind.array) return [];
  const tokens: TokenProbability[] = [];
  let length = 0;
  for (const item of itemsOf(list, 0, maxTokens)) {
    const token = tokenIn(text, item);
    if (token === null || (length += token.token.length) > maxShownLength) break;
    const others = memberCalled(text, item, 'top_logprobs');
    const alternatives = others?.kind === Kind.array ? itemsOf(others, 0, maxAlternatives) : [];
    tokens.push({ ...token, alternatives: alternatives.flatMap((other) => tokenIn(text, other) ?? []) });
  }
  return tokens;
}

function tokenIn(text: Text, item: Value): { readonly token: string; readonly logprob: number } | null {
  const token = nameIn(text, memberCalled(text, item, 'token'), maxTokenLength);
  const logprob = numberIn(text, memberCalled(text, item, 'logprob'));
  return token === null || Number.isNaN(logprob) ? null : { token, logprob };
}
