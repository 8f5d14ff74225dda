/**
 * The same instant in UTC, with a trailing `Z`. Seconds and their fraction stay as written: zones differ by whole
 * minutes. Null if the value has no zone, or if the year needs more than four digits.
 */
export function toUtc(value: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(.*?)([Zz]|[+-]\d{2}(?::?\d{2})?)$/.exec(value);
  if (match === null) return null;
  const [, year, month, day, hour, minute, seconds = '', zone = ''] = match;
  const instant = new Date(0);
  instant.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  instant.setUTCHours(Number(hour), Number(minute) - minutesOf(zone));
  const utc = instant.toISOString();
  // Other years are written with a sign and six digits.
  return /^\d{4}-/.test(utc) ? `${utc.slice(0, 16)}${seconds}Z` : null;
}

/** Minutes by which a zone is ahead of UTC. */
function minutesOf(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}
