/** A response as received; nothing in it is trusted yet. */
export interface RawResponse {
  readonly status: number;
  /** Keys are lower-case names. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** At most 1 MiB, decoded as UTF-8 with replacement characters for invalid bytes. */
  readonly text: string;
  /** `cut`: longer than the read limit; `broken`: the connection ended early; `unreadable`: invalid compression. */
  readonly body: 'complete' | 'cut' | 'broken' | 'unreadable';
}
