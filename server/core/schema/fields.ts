import type { Schema, Schemas } from './schema';

/** Whether a schema is that of a trajectory: each request has its own copy. */
export function isTrajectory(schema: Schema | null, { names }: Schemas): boolean {
  return schema?.properties?.has(names.messages) === true;
}

/** The property of a trajectory that is its reward: the only number that is documented of one. */
export function rewardName({ trajectory }: Schemas): string {
  return [...trajectory.properties!].find(([, { type }]) => type === 'number')![0];
}

/** The property of a trajectory whose short values tell it from others. */
export function labelsName({ trajectory }: Schemas): string {
  return [...trajectory.properties!].find(([, { hasLabels }]) => hasLabels)![0];
}
