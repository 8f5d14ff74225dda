/** Servers reject longer headers. Node's own servers accept 16 KB of headers in total. */
const maxTokenLength = 16_384;

/** Why a text is invalid as an access token, or null. It must fit into a header unencoded. */
export function tokenProblem(token: string): string | null {
  if (token === '') return 'Enter the access token.';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(token))
    return 'The token contains a line break or another control character.';
  if (/^\s|\s$/.test(token)) return 'The token begins or ends with a space.';
  if (/\s/.test(token)) return 'The token contains a space.';
  if (!/^[\x21-\x7e]+$/.test(token)) return 'The token contains a character that cannot be sent in a header.';
  if (token.length > maxTokenLength)
    return 'The token is longer than 16,384 characters: servers reject such headers.';
  return null;
}
