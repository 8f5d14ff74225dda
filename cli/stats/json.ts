import type { Figures } from './figures';
import { histogramOf, type Statistics, statisticsOf } from './statistics';

/** Increased on breaking changes. */
const formatVersion = 1;

/** The statistics for programs, as JSON. */
export function statsJson(figures: Figures, version: string): string {
  const { files, groups, trajectories, rewards, messages, characters, calls, unansweredCalls } = figures;
  const named = ([name, values]: readonly [string, readonly number[]]): [string, Statistics | null] => [
    name,
    statisticsOf(values),
  ];
  const reward = statisticsOf(rewards);
  const value = {
    format: formatVersion,
    version,
    files,
    groups,
    trajectories,
    groupSize: statisticsOf(figures.groupSizes),
    reward: reward && { ...reward, histogram: histogramOf(rewards) },
    groupsWithSpread: figures.groupsWithSpread,
    groupsWithoutSpread: figures.groupsWithoutSpread,
    groupsWithUnknownSpread: figures.groupsWithUnknownSpread,
    groupsWithoutRewards: figures.groupsWithoutRewards,
    messages: statisticsOf(messages),
    characters: statisticsOf(characters),
    toolCalls: { ...statisticsOf(calls), unanswered: unansweredCalls },
    // Lists, because a name of a document could be any key, even `__proto__`.
    tools: [...figures.tools].map(([name, count]) => ({ name, trajectories: count })),
    numbers: [...figures.numbers].map(named).map(([name, found]) => ({ name, ...found })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
