import { withoutRounding } from '../data/rounding';

// No sign for zero: Python writes -0.0 for what is 0.
const whole = new Intl.NumberFormat('en', { signDisplay: 'negative' });
/** With 0 to 5 digits behind the point. Made once: making one takes as long as dozens of uses. */
const fractions = Array.from(
  { length: 6 },
  (_, digits) =>
    new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** `12,300`. */
export function counted(value: number): string {
  return whole.format(value);
}

/** `1 message`, `12,300 messages`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : many}`;
}

/**
 * A number for lists: three significant digits or a decimal, two with an exponent; `–` for NaN. A fraction never
 * looks whole: `0.99984` is `1.00`.
 */
export function short(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return minus(counted(value));
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return minus(value.toExponential(1));
  const rounded = size < 1 ? value.toPrecision(3) : value.toFixed(size < 10 ? 2 : 1);
  const text = Number.isInteger(Number(rounded)) ? rounded : `${Number(rounded)}`;
  const digits = text.length - text.indexOf('.') - 1;
  return minus(fractions[digits]!.format(Number(rounded)));
}

/** A value of a boolean column. Anything but 1 and 0, such as a mean, is a number. */
export function truth(value: number): string {
  if (value === 1) return 'true';
  return value === 0 ? 'false' : short(value);
}

/** With its sign: `+0.75`, `−0.25`, `0`. */
export function signed(value: number): string {
  const rounded = withoutRounding(value);
  return rounded > 0 ? `+${short(rounded)}` : short(rounded);
}

/** The spread of a group. */
export function spreadWords(deviation: number): string {
  if (Number.isNaN(deviation)) return 'spread not known';
  return deviation > 0 ? `spread ${short(deviation)}` : 'no spread';
}

/** `2024-05-15 15:00:00` in UTC, or `–`. */
export function moment(milliseconds: number): string {
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15) return '–';
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

function minus(text: string): string {
  return text.replace(/^-/, '−');
}
