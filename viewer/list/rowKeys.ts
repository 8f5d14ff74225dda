/** Rows that a page has where nobody knows its height. */
const usualPage = 10;

/** The row that a key leads to from another, as in the lists of VS Code; null for other keys, and in an empty list. */
export function rowForKey(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  row: number,
  { count, page = usualPage }: { readonly count: number; readonly page?: number },
): number | null {
  if (altKey || ctrlKey || metaKey || count === 0) return null;
  const target = rowAfter(key, row, { last: count - 1, page });
  return target === null ? null : Math.max(0, Math.min(target, count - 1));
}

function rowAfter(
  key: string,
  row: number,
  { last, page }: { readonly last: number; readonly page: number },
): number | null {
  switch (key) {
    case 'ArrowDown':
      return row + 1;
    case 'ArrowUp':
      return row - 1;
    case 'PageDown':
      return row + page;
    case 'PageUp':
      return row - page;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
