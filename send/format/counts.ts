/** A number with its noun. */
export function countOf(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`;
  return `${number.toLocaleString('en')} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** A byte count in readable units: `3.2 GB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, 'byte');
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
