/** The separator that another mark stands for. */
export function separatorMeant(mark: string): ',' | ':' {
  return /^[:;，、；.|<>]$/.test(mark) ? ',' : ':';
}
