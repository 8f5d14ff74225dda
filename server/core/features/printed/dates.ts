const numbers = String.raw`(\d{1,4}),\s*(\d{1,2}),\s*(\d{1,2})(?:,\s*(\d{1,2}),\s*(\d{1,2})(?:,\s*(\d{1,2})(?:,\s*(\d{1,6}))?)?)?`;
const utc = String.raw`tzinfo=(?:datetime\.)?(?:timezone\.utc|TzInfo\((?:UTC|0)\)|UTC|tzutc\(\)|<UTC>|zoneinfo\.ZoneInfo\(key='UTC'\))`;
const form = new RegExp(String.raw`^(?:datetime\.)?(date|datetime)\(\s*${numbers}\s*(,\s*${utc}\s*)?\)$`);

/** The ISO 8601 form of a date or time as Python prints it; null for other text and for zones other than UTC. */
export function isoOfPrinted(printed: string): string | null {
  const match = form.exec(printed);
  if (match === null) return null;
  const [, type, year, month, day, hour = '0', minute = '0', second = '0', micro, zone] = match;
  const padded = (part: string | undefined, length: number): string => part!.padStart(length, '0');
  const date = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  if (type === 'date') return date;
  const fraction = micro === undefined ? '' : `.${padded(micro, 6)}`;
  return `${date}T${[hour, minute, second].map((part) => padded(part, 2)).join(':')}${fraction}${zone === undefined ? '' : 'Z'}`;
}
