import { mistakeStride, type Part, type Tree } from '../syntax/tree';

/** Number of syntax mistakes in a document. */
export function mistakesIn({ root }: Tree): number {
  const stack: Part[] = [root];
  let count = 0;
  while (stack.length > 0) {
    const part = stack.pop()!;
    count += part.mistakes.length / mistakeStride;
    if (part.type === 'branch') for (const inner of part.parts) stack.push(inner);
  }
  return count;
}
