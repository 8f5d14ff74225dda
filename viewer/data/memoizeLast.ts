/** Memoizes the last result of a function, for equal arguments. */
export function memoizeLast<Arguments extends readonly unknown[], Result>(
  compute: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { readonly args: Arguments; readonly result: Result } | null = null;
  return (...args) => {
    const known = last;
    if (known !== null && args.every((value, i) => Object.is(value, known.args[i]))) return known.result;
    const result = compute(...args);
    last = { args, result };
    return result;
  };
}
