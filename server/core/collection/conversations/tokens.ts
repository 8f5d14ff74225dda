import { Kind } from '../../syntax/tree/nodeKind';
import type { Text } from '../../text/text';
import { memberCalled } from '../reading/members';
import { nameIn, numberIn } from '../reading/strings';
import { countIn, itemsOf, type Value } from '../reading/values';
import { maxShownLength } from './texts';

/** A token of a choice, its log probability (natural logarithm), and likely alternatives. */
export interface TokenProbability {
  readonly token: string;
  readonly logprob: number;
  readonly alternatives: readonly { readonly token: string; readonly logprob: number }[];
}

/** Maximum tokens, besides the limit of the text shown at first, and maximum alternatives of each. */
const maxTokens = 1000;
const maxAlternatives = 5;
/** Longer tokens are cut. */
const maxTokenLength = 100;

/** The first tokens of a choice, and how many follow; empty if it has no probabilities. */
export function tokensOf(
  text: Text,
  logprobs: Value | null,
): { readonly tokens: readonly TokenProbability[]; readonly leftOut: number } {
  const list = logprobs && memberCalled(text, logprobs, 'content');
  if (list?.kind !== Kind.array) return { tokens: [], leftOut: 0 };
  const tokens: TokenProbability[] = [];
  let length = 0;
  for (const item of itemsOf(list, 0, maxTokens)) {
    const token = tokenIn(text, item);
    if (token === null || (length += token.token.length) > maxShownLength) break;
    const others = memberCalled(text, item, 'top_logprobs');
    const alternatives = others?.kind === Kind.array ? itemsOf(others, 0, maxAlternatives) : [];
    tokens.push({ ...token, alternatives: alternatives.flatMap((other) => tokenIn(text, other) ?? []) });
  }
  return { tokens, leftOut: countIn(list) - tokens.length };
}

function tokenIn(text: Text, item: Value): { readonly token: string; readonly logprob: number } | null {
  const token = nameIn(text, memberCalled(text, item, 'token'), maxTokenLength);
  const logprob = numberIn(text, memberCalled(text, item, 'logprob'));
  return token === null || Number.isNaN(logprob) ? null : { token, logprob };
}
