/** An answer as it arrived: nothing in it is believed yet. */
export interface RawResponse {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** At most 1 MiB, decoded as UTF-8, replacement characters where that failed. */
  readonly text: string;
  /** `cut`: longer than what is read; `broken`: the connection ended within it; `unreadable`: bad compression. */
  readonly body: 'complete' | 'cut' | 'broken' | 'unreadable';
}
