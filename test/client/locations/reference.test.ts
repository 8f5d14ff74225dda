import { describe, expect, it } from 'vitest';
import { readLocation } from '../../../client/locations/locationInput';
import { type Reference, readReference, writeReference } from '../../../client/locations/reference';

const whole: Reference = { group: 36, member: 1, message: 4, file: 'a.trajectories.json' };

describe('A reference', () => {
  const forms: readonly [text: string, reference: Reference][] = [
    ['group 37, trajectory 2, message 5 of a.trajectories.json', whole],
    ['group 37, trajectory 2, message 5', { ...whole, file: null }],
    ['group 37, trajectory 2 of a.trajectories.json', { ...whole, message: null }],
    ['group 37 of a.trajectories.json', { ...whole, member: null, message: null }],
    ['group 1', { group: 0, member: null, message: null, file: null }],
    [
      'group 1, trajectory 1 of runs of today, 2 of 3.json',
      { group: 0, member: 0, message: null, file: 'runs of today, 2 of 3.json' },
    ],
  ];
  for (const [text, reference] of forms) {
    it(`is written and read as ${JSON.stringify(text)}`, () => {
      expect(writeReference(reference)).toBe(text);
      expect(readReference(text)).toEqual(reference);
      expect(readLocation(text)).toEqual({ kind: 'reference', reference });
    });
  }

  it.each<[string, Partial<Reference>]>([
    ['group 10 trajectory 1', { group: 9, member: 0 }],
    ['Group 10 · Trajectory 1', { group: 9, member: 0 }],
    ['group 10/trajectory 1/message 3', { group: 9, member: 0, message: 2 }],
    ['group #10 > trajectory #1', { group: 9, member: 0 }],
    ['group10 trajectory1', { group: 9, member: 0 }],
    ['trajectory 37', { member: 36 }],
    ['trajectory 37, message 2 of a.json', { member: 36, message: 1, file: 'a.json' }],
  ])('is read as people write it: %s', (text, parts) => {
    const reference = { group: null, member: null, message: null, file: null, ...parts };
    expect(readLocation(text)).toEqual({ kind: 'reference', reference });
    expect(readReference(writeReference(reference))).toEqual(reference);
  });

  it('is read with surrounding spaces and a capital letter', () => {
    expect(readReference('  Group 37, trajectory 2, message 5 of a.trajectories.json\n')).toEqual(whole);
  });

  it('is read with a short word', () => {
    const reference = { group: 1, member: 0, message: null, file: null };
    expect(readReference('Group 2, traj 1')).toEqual(reference);
    expect(readReference('traj. 1')).toEqual({ ...reference, group: null });
  });

  for (const text of [
    'group',
    'group 0',
    'group 1.5',
    'group -1',
    'group 01',
    'group 1, message 2',
    'group 1, trajectory 2, message 0',
    'group 1 of ',
    'groups 1',
    'group 1234567890',
  ]) {
    it(`is not guessed from ${JSON.stringify(text)}`, () => expect(readReference(text)).toBeNull());
  }
});
