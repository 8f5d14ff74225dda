import { describe, expect, it, vi } from 'vitest';
import { KnownMarks } from '../../../viewer/comparison/knownMarks';

const [one, other] = ['Change the flight to Monday please', 'Change the flight to Friday please'];
const marked = (text: string) => [
  { text: 'Change the flight to ', isMarked: false },
  { text, isMarked: true },
  { text: ' please', isMarked: false },
];

describe('Marks of texts beside each other', () => {
  it('are found for both at once, and kept', () => {
    const redraw = vi.fn();
    const marks = new KnownMarks(redraw);
    marks.begin();
    expect(marks.of(one, other)).toEqual(marked('Monday'));
    // Without `begin`, the time of the drawing is over: nothing new is compared.
    const before = new KnownMarks(redraw);
    expect(before.of(one, other)).toBeUndefined();
    expect(marks.of(other, one)).toEqual(marked('Friday'));
    expect(marks.of(other, one)).toBe(marks.of(other, one));
  });

  it('wait for the next drawing when this one has no time left', () => {
    const redraw = vi.fn();
    const marks = new KnownMarks(redraw);
    expect([marks.of(one, other), marks.of(other, one)]).toEqual([undefined, undefined]);
    expect(redraw).toHaveBeenCalledTimes(1);
    marks.begin();
    expect(marks.of(one, other)).toEqual(marked('Monday'));
  });
});
