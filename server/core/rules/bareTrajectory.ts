import { rewardName } from '../schema/fields';
import type { Schema } from '../schema/schema';
import type { MemberRule } from './rule';

/** A trajectory in place of the group that it should be in. In JSON Lines, the lines say which of the two they are. */
export const bareTrajectory: MemberRule = {
  of: 'member',
  with: 'unknownKey',
  appliesTo: (schema) => schema.line === null && schema.level === 'group',
  check(member, { schema, from, has }, report) {
    const { name, messages, reward } = trajectoriesIn(schema);
    // Metadata and logs may be those of a group. Once for an object.
    const sign = [messages, reward].find(has);
    if (member.name !== sign || member.last !== null || has(name)) return;
    report({
      code: 'unknown-property',
      severity: 'warning',
      from,
      to: from + 1,
      message: `This is a trajectory, where a ${schema.title.toLowerCase()} is expected. Put it into the "${name}" of one.`,
      fix: { name },
    });
  },
};

/** For the schema of a group, the names of its trajectories, and of what these have. */
function trajectoriesIn(group: Schema): Readonly<Record<'name' | 'messages' | 'reward', string>> {
  const [name, { items }] = arrayOf(group, 'trajectory');
  return { name, messages: arrayOf(items!, 'message')[0], reward: rewardName({ trajectory: items! }) };
}

function arrayOf({ properties }: Schema, level: Schema['level']): readonly [string, Schema] {
  return [...properties!].find(([, { items }]) => items?.level === level)!;
}
