/** Servers refuse longer headers; Node's own servers take 16 KB of them all together. */
const maxTokenLength = 16_384;

/** Why a text cannot be an access token, or null when it can: it has to fit into a header as it is. */
export function tokenProblem(token: string): string | null {
  if (token === '') return 'Enter the access token.';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(token))
    return 'The token contains a line break or another control character.';
  if (/\s/.test(token)) return 'The token contains a space.';
  if (!/^[\x21-\x7e]+$/.test(token)) return 'The token contains a character that cannot be sent in a header.';
  if (token.length > maxTokenLength)
    return 'The token is longer than 16,384 characters: servers refuse such headers.';
  return null;
}
