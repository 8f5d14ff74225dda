import { describe, expect, it } from 'vitest';
import { ownerSchemaOf, rootSchemaOf, schemaAt } from '../../../../server/core/schema/schemaAt';
import { nodeAt } from '../../../../server/core/syntax/nodes/nodeAt';
import { openAt } from '../features/support';
import { open, options } from '../support';

/** Schema titles of the value at the cursor, and of the object or array around it. */
function at(marked: string, how = options.trajectory): (string | undefined)[] {
  const { document, offset } = openAt(marked, how);
  const node = nodeAt(document.tree, offset);
  return [schemaAt(document, node)?.title, ownerSchemaOf(document, node)?.title];
}

describe('the schema of a value', () => {
  it('follows from the names and indexes on its path', () => {
    expect(at('{ "trajectory_groups": [{ "trajectories": [{ "reward": |1 }] }] }')).toEqual([
      'Reward',
      'Trajectory',
    ]);
    expect(at('{ "trajectory_groups": [{ "trajectories": [|{}] }] }')).toEqual([
      'Trajectory',
      'Trajectories',
    ]);
    expect(at('{ "model_id": "", "experimental_config": { "ppo": |1 } }')).toEqual([
      'PPO',
      'Experimental training config',
    ]);
    expect(at('{"trajectories": []}\n{"trajectories": [|{}]}', options.lines)).toEqual([
      'Trajectory',
      'Trajectories',
    ]);
    expect(at('{ "epsilon": |1 }', options.config)).toEqual(['Epsilon', 'Experimental training config']);
  });

  it('does not exist under an undocumented name or below it', () => {
    expect(at('{ "split": "x", "other": { "split": |1 } }')).toEqual([undefined, undefined]);
    expect(at('{ "trajectory_groups": [{ "trajectories": [{ "metrics": { "reward": |1 } }] }] }')).toEqual([
      undefined,
      'Metrics',
    ]);
  });

  it('does not exist inside a value of the wrong type', () => {
    expect(at('{ "trajectory_groups": [{ "trajectories": { "reward": |1 } }] }')).toEqual([
      undefined,
      'Trajectories',
    ]);
  });

  it('is known inside an unrecognized root', () => {
    expect(rootSchemaOf(open('[{ "trajectories": [] }]'))?.items?.title).toBe('Trajectory group');
    expect(rootSchemaOf(open('[{ "messages_and_choices": [] }]'))?.items?.title).toBe('Trajectory');
    expect(rootSchemaOf(open('{ "messages_and_choices": [] }'))?.title).toBe('Trajectory');
    // The schema of the request that this should become.
    expect(rootSchemaOf(open('{ "conversations": [] }'))?.title).toBe('Log request');
    expect(rootSchemaOf(open('[]'))).toBeNull();
  });
});
