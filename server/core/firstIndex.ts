/** Index below `count` of the first item that fits, if all items behind it do, too; `count` if none does. */
export function firstIndex(count: number, fits: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
