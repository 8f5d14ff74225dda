import type { Schema, Schemas } from './schema';

/** Whether a schema describes a trajectory: each request has its own copy. */
export function isTrajectory(schema: Schema | null, { names }: Schemas): boolean {
  return schema?.properties?.has(names.messages) === true;
}

/** The property that contains a trajectory's reward: its only documented number. */
export function rewardName({ trajectory }: Pick<Schemas, 'trajectory'>): string {
  return [...trajectory.properties!].find(([, { type }]) => type === 'number')![0];
}

/** The property whose short values tell trajectories apart. */
export function labelsName({ trajectory }: Schemas): string {
  return [...trajectory.properties!].find(([, { hasLabels }]) => hasLabels)![0];
}
