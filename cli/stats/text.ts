import { countOf } from '../../send/format/counts';
import { roundedNumber } from '../../server/core/features/rewards';
import { label } from '../../server/core/features/visible';
import type { Paint } from '../terminal/colours';
import { textWidth } from '../terminal/width';
import type { Figures } from './figures';
import { type Bin, histogramOf, type Statistics, statisticsOf } from './statistics';

/** Columns of the longest bar. */
const maxBar = 40;
/** Tools and numbers listed. */
const maxListed = 20;

/** The statistics for people. */
export function statsLines(figures: Figures, paint: Paint): readonly string[] {
  const { files, groups, trajectories } = figures;
  const sizes = statisticsOf(figures.groupSizes);
  const each = sizes === null ? '' : `, ${rangeText(sizes)} in a group`;
  const all = countOf(trajectories, 'trajectory');
  const counts =
    groups === 0 && trajectories > 0
      ? `${all} without a group`
      : `${countOf(groups, 'group')}, ${all}${each}`;
  const head = `${counts}${files === 1 ? '' : `, in ${countOf(files, 'file')}`}`;
  if (trajectories === 0) return [paint('bold', head)];
  return [
    paint('bold', head),
    '',
    ...rewardLines(figures, paint),
    '',
    paint('bold', 'Lengths'),
    ...table([
      ['', 'mean', 'median', 'lowest', 'highest'],
      lengthRow('messages', figures.messages),
      lengthRow('characters', figures.characters),
      lengthRow('tool calls', figures.calls),
    ]),
    ...(figures.unansweredCalls === 0
      ? []
      : [`  ${countOf(figures.unansweredCalls, 'tool call')} without a result`]),
    ...toolLines(figures, paint),
    ...numberLines(figures, paint),
  ];
}

function rewardLines(figures: Figures, paint: Paint): string[] {
  const {
    rewards,
    trajectories,
    groups,
    groupsWithoutSpread,
    groupsWithUnknownSpread,
    groupsWithoutRewards,
  } = figures;
  const found = statisticsOf(rewards);
  if (found === null) return [paint('bold', 'No trajectory has a reward.')];
  const missing = trajectories - found.count;
  const lines = [
    `${paint('bold', 'Reward')}  mean ${roundedNumber(found.mean)}, standard deviation ${roundedNumber(found.deviation)}, ${rangeText(found)}`,
    ...histogramLines(histogramOf(rewards)),
  ];
  if (missing > 0) lines.push(`  ${countOf(missing, 'trajectory')} without a reward`);
  if (groupsWithoutSpread > 0)
    lines.push(
      `  ${groupsWithoutSpread.toLocaleString('en')} of ${countOf(groups, 'group')} without spread: no attempt is better than another`,
    );
  if (groupsWithUnknownSpread > 0)
    lines.push(
      `  ${countOf(groupsWithUnknownSpread, 'group')} with equal rewards and missing ones: it is not known whether there is a spread`,
    );
  if (groupsWithoutRewards > 0) lines.push(`  ${countOf(groupsWithoutRewards, 'group')} without rewards`);
  return lines;
}

function histogramLines(bins: readonly Bin[]): string[] {
  const most = Math.max(...bins.map(({ count }) => count));
  const names = bins.map(({ from, to }) =>
    from === to ? roundedNumber(from) : `${roundedNumber(from)} to ${roundedNumber(to)}`,
  );
  const width = Math.max(...names.map((name) => name.length));
  return bins.map(({ count }, i) => {
    const bar = '█'.repeat(count === 0 ? 0 : Math.max(1, Math.round((count / most) * maxBar)));
    return `  ${names[i]!.padStart(width)} ${bar}${bar === '' ? '' : ' '}${count.toLocaleString('en')}`;
  });
}

function rangeText({ lowest, highest }: Statistics): string {
  return lowest === highest ? roundedNumber(lowest) : `${roundedNumber(lowest)} to ${roundedNumber(highest)}`;
}

function lengthRow(name: string, values: readonly number[]): string[] {
  const { mean, median, lowest, highest } = statisticsOf(values)!;
  return [name, ...[mean, median, lowest, highest].map(roundedNumber)];
}

function toolLines({ tools, trajectories }: Figures, paint: Paint): string[] {
  if (tools.size === 0) return [];
  const most = [...tools].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return [
    '',
    `${paint('bold', 'Tools')}, by the number of trajectories (of ${trajectories.toLocaleString('en')}) that call them`,
    ...table(most.slice(0, maxListed).map(([name, count]) => [label(name), count.toLocaleString('en')])),
    ...others(most.length),
  ];
}

function numberLines({ numbers }: Figures, paint: Paint): string[] {
  if (numbers.size === 0) return [];
  const rows = [...numbers].flatMap(([name, values]) => {
    const found = statisticsOf(values);
    if (found === null) return [];
    const { mean, deviation, lowest, highest, count } = found;
    const shown = [mean, deviation, lowest, highest].map(roundedNumber);
    return [[label(name), ...shown, count.toLocaleString('en')]];
  });
  const head = ['', 'mean', 'deviation', 'lowest', 'highest', 'trajectories'];
  return [
    '',
    paint('bold', 'Metrics and other numbers'),
    ...table([head, ...rows.slice(0, maxListed)]),
    ...others(rows.length),
  ];
}

function others(count: number): string[] {
  return count > maxListed ? [`  and ${(count - maxListed).toLocaleString('en')} more (--format json)`] : [];
}

/** Lines with aligned columns, the first to the left and the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => textWidth(row[i]!))));
  return rows.map((row) => {
    const cells = row.map((cell, i) => {
      const padding = ' '.repeat(widths[i]! - textWidth(cell));
      return i === 0 ? cell + padding : padding + cell;
    });
    return `  ${cells.join('  ')}`.trimEnd();
  });
}
