import { zoneOf } from '../../../rules/dateTime';
import { toUtc } from './utc';

/** A time in the documented UTC form, and what is assumed to read the original as this time. */
export interface TimeMeant {
  readonly time: string;
  readonly assumed: readonly string[];
}

/** The times that a text or number may mean: two if a day and a month may be in either order; none if it is no time. */
export function timesMeant(written: string): readonly TimeMeant[] {
  // Encoded twice.
  const text = written.trim().replace(/^"(.*)"$/, '$1');
  const time = epoch(text);
  return time === null ? calendarTimes(text) : [time];
}

/**
 * Fraction digits by total digits: seconds, milliseconds, microseconds or nanoseconds since 1970, for 2001 to 2286. With a
 * digit less, they are before that, and probably no such time: `202603140926` is one of the calendar.
 */
const digitsOfFraction: Partial<Record<number, number>> = {
  10: 0,
  13: 3,
  16: 6,
  19: 9,
};

function epoch(text: string): TimeMeant | null {
  const plain = /^\d(?:\.\d+)?[eE]\+?\d{1,2}$/.test(text) ? String(Number(text)) : text;
  const [, whole, rest = ''] = /^(\d{10,19})(?:\.(\d{0,20}))?$/.exec(plain) ?? [];
  const ofFraction = digitsOfFraction[whole?.length ?? 0];
  if (whole === undefined || ofFraction === undefined) return null;
  const seconds = whole.slice(0, whole.length - ofFraction);
  const fraction = (whole.slice(seconds.length) + rest).replace(/0+$/, '');
  const start = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return { time: `${start}${fraction === '' ? '' : `.${fraction}`}Z`, assumed: [] };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clock =
  /(?<hour>\d{1,2})(?<mark>[:-])(?<minute>\d{2})(?:\k<mark>(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?(?:\s*(?<half>[ap]m))?/
    .source;
const zone = /(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]00:?00Z)/.source;
const clockAndZone = `${clock}\\s*${zone}?`;

/** Dates with an optional time and zone. `one` and `other` are a day and a month in either order. */
const forms: readonly RegExp[] = [
  `(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})(?:[T\\s_]+${clockAndZone})?`,
  `(?<one>\\d{1,2})([-/.])(?<other>\\d{1,2})\\2(?<year>\\d{4})(?:,?[T\\s_]+${clockAndZone})?`,
  /(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})[T_-]?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})(?:\.(?<fraction>\d+))?(?<zone>Z)?/
    .source,
  `(?:[a-z]{3,9},?\\s+)?(?<name>[a-z]{3})[a-z]*\\.?\\s+(?<day>\\d{1,2}),?\\s+(?<year>\\d{4})(?:,?\\s+(?:at\\s+)?${clockAndZone})?`,
  `(?:[a-z]{3},?\\s+)?(?<name>[a-z]{3})\\s+(?<day>\\d{1,2})\\s+${clockAndZone}\\s+(?<year>\\d{4})`,
  `(?:[a-z]{3,9},?\\s+)?(?<day>\\d{1,2})\\s+(?<name>[a-z]{3})[a-z]*\\s+(?<year>\\d{4})\\s+${clockAndZone}`,
].map((form) => new RegExp(`^${form}$`, 'i'));

type Found = Readonly<Partial<Record<string, string>>>;

function calendarTimes(text: string): readonly TimeMeant[] {
  for (const form of forms) {
    const found = form.exec(text)?.groups;
    if (found !== undefined) return datesOf(found).flatMap((date) => written(found, date) ?? []);
  }
  return [];
}

interface FoundDate {
  readonly month: number;
  readonly day: number;
  /** The assumed order of the two, if either is possible. */
  readonly order?: string;
}

/** Writes a date with its time, if there is such a date. */
function written(found: Found, { month, day, order }: FoundDate): TimeMeant | null {
  const { year, minute = '00', second = '00', fraction } = found;
  const hour = hourOf(found);
  if (hour === null) return null;
  const two = (part: number | string | undefined): string => String(part).padStart(2, '0');
  const start = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
  const isUtc = found['zone'] === undefined || /^[a-z]|z$/i.test(found['zone']);
  const zoneWritten = isUtc ? 'Z' : found['zone']!;
  const time = `${start}${fraction === undefined ? '' : `.${fraction}`}${zoneWritten}`;
  // Dates that do not exist are not converted.
  if (zoneOf(time) === null) return null;
  const inUtc = zoneWritten === 'Z' ? time : toUtc(time);
  const assumed = [...(order === undefined ? [] : [order]), ...(found['zone'] === undefined ? ['UTC'] : [])];
  return inUtc === null ? null : { time: inUtc, assumed };
}

/** None if the month has no such name. Only a day can be above 12. */
function datesOf({ day, month, name, one, other }: Found): readonly FoundDate[] {
  if (name !== undefined) {
    const index = months.indexOf(name.toLowerCase());
    return index < 0 ? [] : [{ month: index + 1, day: Number(day) }];
  }
  if (one === undefined) return [{ month: Number(month), day: Number(day) }];
  const [first, second] = [Number(one), Number(other)];
  if (first === second || second > 12) return [{ month: first, day: second }];
  if (first > 12) return [{ month: second, day: first }];
  return [
    { month: first, day: second, order: 'month before day' },
    { month: second, day: first, order: 'day before month' },
  ];
}

/** The hour of a day of 24; null if there is none in a half of a day. */
function hourOf({ hour = '00', half }: Found): number | null {
  const number = Number(hour);
  if (half === undefined) return number;
  if (number < 1 || number > 12) return null;
  return (number % 12) + (/p/i.test(half) ? 12 : 0);
}
