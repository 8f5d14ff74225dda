import { describe, expect, it } from 'vitest';
import { locInDocument } from '../../../client/locations/locInDocument';

const loc = ['body', 'trajectory_groups', 0, 'trajectories', 3, 'reward'];

describe('A path of a request body', () => {
  it('is unchanged for a document that is a body', () => {
    for (const kind of ['log-request', 'training-job'] as const) {
      expect(locInDocument(kind, loc)).toEqual(loc);
      expect(locInDocument(kind, ['body', 17])).toEqual(['body', 17]);
    }
  });

  it('names the line of a trajectory, whether there is one group for all or one for each', () => {
    const asOneGroup = locInDocument('trajectory-lines', loc);
    expect(asOneGroup).toEqual([3, 'reward']);
    const asGroupEach = ['body', 'trajectory_groups', '3', 'trajectories', '0', 'reward'];
    expect(locInDocument('trajectory-lines', asGroupEach)).toEqual([3, 'reward']);
  });

  it('that begins with a line is unchanged', () => {
    const path = [2, 'messages_and_choices', 4, 'role'];
    expect(locInDocument('trajectory-lines', path)).toEqual(path);
  });

  it('that ends above the trajectories is left to the server', () => {
    expect(locInDocument('trajectory-lines', ['body', 'trajectory_groups'])).toEqual(['trajectory_groups']);
  });

  it('loses its offset if the body was more than the document', () => {
    expect(locInDocument('group-lines', ['body', 17])).toEqual(['body']);
    expect(locInDocument('group', ['body', 17])).toEqual(['body']);
    expect(locInDocument('trajectory-lines', ['body', '17'])).toEqual(['body']);
  });

  it('keeps its names for the server to skip', () => {
    expect(locInDocument('group-lines', loc)).toEqual(loc.slice(1));
    const config = ['body', 'experimental_config', 'epsilon'];
    expect(locInDocument('training-config', config)).toEqual(config.slice(1));
  });
});
