import type { Figures } from './figures';
import { histogramOf, type Spread, spreadOf } from './spread';

/** Changes when a program that reads the statistics would have to change. */
const formatVersion = 1;

/** The statistics for programs, as JSON. */
export function statsJson(figures: Figures, version: string): string {
  const { files, groups, trajectories, rewards, messages, characters, calls, unansweredCalls } = figures;
  const spreads = ([name, values]: readonly [string, readonly number[]]): [string, Spread | null] => [
    name,
    spreadOf(values),
  ];
  const value = {
    format: formatVersion,
    version,
    files,
    groups,
    trajectories,
    groupSize: spreadOf(figures.groupSizes),
    reward: { ...spreadOf(rewards), histogram: histogramOf(rewards) },
    groupsWithSpread: figures.groupsWithSpread,
    groupsWithoutSpread: figures.groupsWithoutSpread,
    groupsWithoutRewards: figures.groupsWithoutRewards,
    messages: spreadOf(messages),
    characters: spreadOf(characters),
    toolCalls: { ...spreadOf(calls), unanswered: unansweredCalls },
    // Lists, because a name of a document could be any key, even `__proto__`.
    tools: [...figures.tools].map(([name, count]) => ({ name, trajectories: count })),
    numbers: [...figures.numbers].map(spreads).map(([name, spread]) => ({ name, ...spread })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
