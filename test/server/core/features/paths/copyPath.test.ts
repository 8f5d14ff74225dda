import { describe, expect, it } from 'vitest';
import { copyPath } from '../../../../../server/core/features/paths/copyPath';
import { locatePath } from '../../support';
import { openAt, options } from '../cursor';

function paths(marked: string, how = options.trajectory): (string | null)[] {
  const { document, offset } = openAt(marked, how);
  return [copyPath(document, offset, 'pointer'), copyPath(document, offset, 'loc')];
}

describe('The path of a value', () => {
  it('is the same at its name and at its value', () => {
    const expected = [
      '/trajectory_groups/0/trajectories/1/reward',
      'body.trajectory_groups.0.trajectories.1.reward',
    ];
    expect(paths('{"trajectory_groups": [{"trajectories": [{}, {"reward": 0|.5}]}]}')).toEqual(expected);
    expect(paths('{"trajectory_groups": [{"trajectories": [{}, {"rew|ard": 0.5}]}]}')).toEqual(expected);
  });
  it('is that of the container between two members', () => {
    expect(paths('{"trajectory_groups": [{}, | {}]}')).toEqual([
      '/trajectory_groups',
      'body.trajectory_groups',
    ]);
  });
  it('is empty for the root', () => {
    expect(paths('|{"split": "a"}')).toEqual(['', 'body']);
    expect(paths('|')).toEqual(['', 'body']);
  });
  it('escapes characters that a pointer or a loc cannot contain', () => {
    expect(paths('{"split": {"a/b~c": |1}}')).toEqual(['/split/a~1b~0c', 'body.split.a/b~c']);
    expect(paths('{"split": {"a.b": [|1]}}')).toEqual(['/split/a.b/0', '["body","split","a.b",0]']);
    expect(paths('{"split": {"": |1}}')).toEqual(['/split/', '["body","split",""]']);
  });
  it('is not copied if it is too long', () => {
    const name = 'a'.repeat(499_998);
    expect(paths(`{"${name}": {"${name}": |1}}`)[0]).toBe(`/${name}/${name}`);
    expect(paths(`{"${name}": {"${name}a": |1}}`)).toEqual([null, null]);
  });
  it('in a line is the one that the service will use', () => {
    expect(paths('{"trajectories": []}\n{"trajectories": [{"reward": |1}]}', options.lines)).toEqual([
      '/1/trajectories/0/reward',
      'body.trajectory_groups.1.trajectories.0.reward',
    ]);
  });
  it('in a group or a config is the one that the service will use', () => {
    expect(paths('{"trajectories": [|1]}')[1]).toBe('body.trajectory_groups.0.trajectories.0');
    expect(paths('{"epsilon": |1}', options.config)[1]).toBe('body.experimental_config.epsilon');
  });
  it('starts at the root if the document is not a request body', () => {
    expect(paths('[{"trajectories": [|1]}]')[1]).toBe('0.trajectories.0');
  });
  it('leads back to the value, whatever the document', () => {
    const texts = [
      '{"trajectory_groups": [{}, {"trajectories": [{"reward": |0.25}]}]}',
      '{"trajectories": [{"reward": |0.25}]}',
      '{"model_id": "x", "experimental_config": {"epsilon": |0.25}}',
      '[{"trajectories": [{}, {"reward": |0.25}]}]',
    ];
    for (const text of texts) {
      const { document, offset } = openAt(text);
      const { from } = locatePath(document, copyPath(document, offset, 'loc')!.split('.'));
      expect(from).toBe(offset);
    }
  });
});
