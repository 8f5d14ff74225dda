import type { Work } from '../../work';
import type { Turn } from './turns';

/** Turns of both that are not aligned yet. Ends are exclusive. */
export interface Gap {
  readonly a: number;
  readonly aEnd: number;
  readonly b: number;
  readonly bEnd: number;
}

/** Maximum pairs of turns to weigh. In a larger gap, turns are paired by their place. */
const maxWeighed = 1_000_000;

/** Pairs turns of the same role between aligned ones, as many as possible and in order. Prefers those that say the same. */
export function* pairInOrder(
  a: readonly Turn[],
  b: readonly Turn[],
  gap: Gap,
  partners: Int32Array,
): Work<void> {
  const rows = gap.aEnd - gap.a;
  const columns = gap.bEnd - gap.b;
  if (rows * columns > maxWeighed) return pairByPlace(a, b, gap, partners);
  const width = columns + 1;
  // The best weight of what follows `i` and `j`.
  const best = new Int32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const weight = weightOf(a[gap.a + i]!, b[gap.b + j]!);
      const paired = weight === 0 ? -1 : weight + best[(i + 1) * width + j + 1]!;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
    yield;
  }
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const weight = weightOf(a[gap.a + i]!, b[gap.b + j]!);
    const here = best[i * width + j]!;
    if (weight > 0 && here === weight + best[(i + 1) * width + j + 1]!) {
      partners[gap.a + i++] = gap.b + j++;
    } else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
}

/** How well two turns fit beside each other; 0 if not at all. */
function weightOf(a: Turn, b: Turn): number {
  if (a.said === b.said) return 8;
  if (a.role !== b.role || a.isAssistant !== b.isAssistant) return 0;
  if (a.calls.length === 0 && b.calls.length === 0) return 2;
  const areSameCalls = a.calls.length === b.calls.length && a.calls.every((name, i) => name === b.calls[i]);
  return areSameCalls ? 4 : 1;
}

function pairByPlace(a: readonly Turn[], b: readonly Turn[], gap: Gap, partners: Int32Array): void {
  for (let i = gap.a, j = gap.b; i < gap.aEnd && j < gap.bEnd; i++, j++)
    if (a[i]!.role === b[j]!.role) partners[i] = j;
}
