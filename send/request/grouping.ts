import type { DocumentSummary, PathSegment } from '../../server/protocol';

/** How trajectories without a group are sent: as one group, or as a group each. */
export type Grouping = 'one' | 'each';

/** Whether the user must choose how to group the trajectories. */
export function needsGrouping({
  groups,
  trajectoryCount,
}: Pick<DocumentSummary, 'trajectoryCount'> & {
  readonly groups: { readonly kind: string } | null;
}): boolean {
  // An array of trajectories has no groups to send, but can be converted.
  return groups === null ? trajectoryCount > 0 : groups.kind === 'trajectories';
}

/** How items become the array of groups. */
interface Layout {
  readonly open: string;
  readonly separator: string;
  readonly close: string;
  /** Path of an item in the array. */
  readonly pathOf: (index: number) => readonly PathSegment[];
}

const inGroup = { open: '[{"trajectories":[', close: ']}]' };

export const layouts: Record<'items' | Grouping, Layout> = {
  items: { open: '[', separator: ',', close: ']', pathOf: (index) => [index] },
  one: { ...inGroup, separator: ',', pathOf: (index) => [0, 'trajectories', index] },
  each: { ...inGroup, separator: ']},{"trajectories":[', pathOf: (index) => [index, 'trajectories', 0] },
};
