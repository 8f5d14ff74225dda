import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { ValueRule } from './rule';

/** The parts of an ISO 8601 date-time in extended format; the zone is `Z`, an offset, or absent. */
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

/** No time has so many digits: a longer value is not one. In code units. */
const maxLength = 1000;
const maxShownLength = 60;

/** A `date-time` must be a valid calendar date and time, and in UTC form where the schema has `x-utc`. */
export const dateTime: ValueRule = {
  of: 'value',
  kinds: [Kind.string],
  appliesTo: (schema) => schema.format === 'date-time',
  check(subject, report) {
    const { schema, flags, from, to } = subject;
    if ((flags & (Flag.broken | Flag.unquoted)) !== 0) return;
    const isLong = to - from > maxLength;
    const value = isLong ? subject.text(from + 1, from + 1 + maxShownLength) : subject.value();
    const zone = isLong ? null : zoneOf(value);
    const name = subject.name();
    if (zone === null && isInOtherFormat(value)) {
      const message = `${name} is ISO 8601, but not in its usual format, such as 2026-03-14T09:26:53Z, and may be rejected.`;
      report({ code: 'invalid-date-time', severity: 'warning', from, to, message });
    } else if (zone === null) {
      const message = `${name} must be an ISO 8601 date and time in UTC, such as 2026-03-14T09:26:53Z; found ${JSON.stringify(value.slice(0, maxShownLength))}.`;
      report({ code: 'invalid-date-time', severity: 'error', from, to, message });
    } else if (schema.isUtc && zone !== 'Z') {
      const found = zone === '' ? 'it has no zone' : `its zone is ${zone}`;
      const message = `${name} must be in UTC with a trailing Z; ${found}.`;
      report({ code: 'not-utc', severity: 'error', from, to, message });
    }
  },
};

/** The zone of a valid date-time (`''` if it has none); null if it is not valid. */
export function zoneOf(value: string): string | null {
  const match = pattern.exec(value);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const fraction = Number(match[7] ?? 0);
  const zone = match[8] ?? '';
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  // A leap second is written as second 60 (RFC 3339 §5.7); midnight at the end of a day as 24:00:00.
  const isTime =
    hour === 24 ? minute === 0 && second === 0 && fraction === 0 : hour <= 23 && minute <= 59 && second <= 60;
  const [, offsetHour = 0, offsetMinute = 0] = (/^[+-](\d{2}):?(\d{2})?$/.exec(zone) ?? []).map(Number);
  const isOffset = offsetHour <= 23 && !(offsetMinute > 59);
  return isDate && isTime && isOffset ? zone : null;
}

/** ISO 8601 in UTC with the day of a week or of the year, without minutes, or with a fraction of an hour or minute. */
const extended =
  /^(\d{4})-(?:W(\d{2})-[1-7]|(\d{3})|(\d{2})-(\d{2}))T(\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d+))?Z$/;

/** The same without separators. The standard mixes the two in no date-time. */
const basic = /^(\d{4})(?:W(\d{2})[1-7]|(\d{3})|(\d{2})(\d{2}))T(\d{2})(?:(\d{2})(\d{2})?)?(?:[.,](\d+))?Z$/;

/** Whether a date-time that is not in extended format is one of ISO 8601, as far as its ranges tell. */
function isInOtherFormat(value: string): boolean {
  const match = extended.exec(value) ?? basic.exec(value);
  if (match === null || pattern.test(value)) return false;
  const [year = 0, ...parts] = match.slice(1).map((part) => (part === undefined ? null : Number(part)));
  const [, , month, , hour] = parts;
  const isMidnight = hour === 24;
  const days = month == null ? 31 : daysIn(year!, month);
  const highest = [53, daysIn(year!, 2) + 337, 12, days, 24, ...(isMidnight ? [0, 0, 0] : [59, 60])];
  const lowest = [1, 1, 1, 1, 0, 0, 0, 0];
  return parts.every((part, i) => part === null || (part >= lowest[i]! && part <= (highest[i] ?? Infinity)));
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
