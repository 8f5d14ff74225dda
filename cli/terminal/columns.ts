/** Columns of output that goes elsewhere than to a terminal. */
const usual = 100;

/** Columns of a line of output. A terminal may not know its own; it then says 0. */
export function columnsOf(stream: { readonly columns?: number } | null): number {
  return stream?.columns || usual;
}
