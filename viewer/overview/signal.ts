import type { Signal } from '../data/statistics';
import { counted, plural } from '../format/numbers';
import type { Summary } from '../state/selectors';

/** Sentences about what there is to learn. A missing value is never taken for one that equals the others. */

/** How many groups have a spread, and how many have none. Empty if all have one. */
export function signalText({ withSpread, withoutSpread, unknown, isComparable }: Signal): string {
  if (!isComparable) return alone;
  const known =
    withoutSpread === 0
      ? []
      : withSpread > 0
        ? [
            `${plural(withSpread, 'group')} with spread, ${counted(withoutSpread)} without: nothing to learn from the latter.`,
          ]
        : unknown === 0
          ? ['No group has any spread, so there is nothing to learn.']
          : [
              `${plural(withoutSpread, 'group')} without spread: nothing to learn from ${them(withoutSpread)}.`,
            ];
  const open =
    unknown === 0
      ? []
      : [
          `Values are missing in ${plural(unknown, 'group')}: it is not known whether there is something to learn from ${them(unknown)}.`,
        ];
  return [...known, ...open].join(' ');
}

const alone = 'Each trajectory is alone in its group, or in none, so there is nothing to compare it with.';

function them(count: number): string {
  return count === 1 ? 'it' : 'them';
}

/** The same if all values of the document are equal. */
export function flatText({ spread, signal, says }: Summary, title: string, trajectories: number): string {
  const { count, lowest } = spread;
  const values =
    count === 1 ? `The only value of ${title} is` : `All ${counted(count)} values of ${title} are`;
  const text = `${values} ${says(lowest)}`;
  if (count < trajectories)
    return `${text}: ${valuedText(count, trajectories)} ${count === 1 ? 'has' : 'have'} one. ${signalText(signal)}`;
  return signal.isComparable
    ? `${text}: no group has any spread, so there is nothing to learn.`
    : `${text}. ${alone}`;
}

/** `1 of 5`. */
export function valuedText(count: number, trajectories: number): string {
  return `${counted(count)} of ${counted(trajectories)}`;
}
