import type { Layout } from '../data/columns/columns';
import { counted } from './numbers';

/** The trajectory's number in its group; with the group's if the row is not below it. */
export function numberOf({ groupOf, starts }: Layout, trajectory: number, isAlone: boolean): string {
  const group = groupOf[trajectory]!;
  const size = starts[group + 1]! - starts[group]!;
  const member = `Trajectory ${counted(trajectory - starts[group]! + 1)}`;
  if (!isAlone) return member;
  return size === 1 ? `Trajectory ${counted(trajectory + 1)}` : `Group ${counted(group + 1)}, ${member}`;
}
