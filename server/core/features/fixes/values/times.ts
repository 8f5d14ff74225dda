import { zoneOf } from '../../../rules/dateTime';
import { toUtc } from './utc';

/** A time in the documented UTC form, and whether the original is unambiguous. */
export interface TimeMeant {
  readonly time: string;
  readonly isSure: boolean;
}

/** The time that a text or number means; null if it is ambiguous or not a time. */
export function timeMeant(written: string): TimeMeant | null {
  const text = written.trim();
  return epoch(text) ?? calendarTime(text);
}

/** Fraction digits by total digits: seconds, milliseconds, microseconds or nanoseconds since 1970, for 1973 to 2286. */
const digitsOfFraction: Partial<Record<number, number>> = {
  9: 0,
  10: 0,
  12: 3,
  13: 3,
  15: 6,
  16: 6,
  18: 9,
  19: 9,
};

function epoch(text: string): TimeMeant | null {
  const plain = /^\d(?:\.\d+)?[eE]\+?\d{1,2}$/.test(text) ? String(Number(text)) : text;
  const [, whole, rest = ''] = /^(\d{9,19})(?:\.(\d{0,20}))?$/.exec(plain) ?? [];
  const ofFraction = digitsOfFraction[whole?.length ?? 0];
  if (whole === undefined || ofFraction === undefined) return null;
  const seconds = whole.slice(0, whole.length - ofFraction);
  const fraction = (whole.slice(seconds.length) + rest).replace(/0+$/, '');
  const start = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return { time: `${start}${fraction === '' ? '' : `.${fraction}`}Z`, isSure: true };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clock = /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?/.source;
const zone = /(Z|UTC|GMT|[+-]\d{2}:?\d{2})/.source;
const numeric = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:[T\\s_]+${clock}\\s*${zone}?)?$`, 'i');
const compact = /^(\d{4})(\d{2})(\d{2})[T_-]?(\d{2})(\d{2})(\d{2})(?:\.(\d+))?(Z)?$/i;
const named = new RegExp(
  `^(?:[a-z]{3,9},?\\s+)?(\\d{1,2})\\s+([a-z]{3})[a-z]*\\s+(\\d{4})\\s+${clock}\\s*${zone}?$`,
  'i',
);

/** Parses a date with optional time and zone. */
function calendarTime(text: string): TimeMeant | null {
  const inNumbers = numeric.exec(text);
  if (inNumbers !== null) {
    const [, year, , month, day, ...time] = inNumbers;
    return written([year, month, day], time);
  }
  const inOne = compact.exec(text);
  if (inOne !== null) return written(inOne.slice(1, 4), inOne.slice(4));
  const [, day, month = '', year, ...time] = named.exec(text) ?? [];
  const number = months.indexOf(month.toLowerCase()) + 1;
  return number === 0 ? null : written([year, String(number), day], time);
}

type Groups = readonly (string | undefined)[];

function written(
  date: Groups,
  [hour = '00', minute = '00', second = '00', fraction, found]: Groups,
): TimeMeant | null {
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0');
  const [year, month, day] = date;
  const start = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
  const zoneWritten = found === undefined || /^[a-z]/i.test(found) ? 'Z' : found;
  const time = `${start}${fraction === undefined ? '' : `.${fraction}`}${zoneWritten}`;
  // Dates that do not exist are not converted.
  if (zoneOf(time) === null) return null;
  const inUtc = zoneWritten === 'Z' ? time : toUtc(time);
  return inUtc === null ? null : { time: inUtc, isSure: found !== undefined };
}
