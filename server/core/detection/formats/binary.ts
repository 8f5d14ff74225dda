import type { Head } from './head';

/** How binary files begin, as far as that survives being read as UTF-8. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^PAR1/, 'a Parquet file'],
  [/^PK\u0003\u0004/, 'a ZIP archive'],
  [/^\u001f(\ufffd|\u008b)\u0008/, 'a gzip archive'],
  [/^\(\ufffd\/\ufffd/, 'a Zstandard archive'],
  [/^\ufffd?7zXZ|^7z\ufffd/, 'a compressed archive'],
  [/^BZh\d1AY/, 'a bzip2 archive'],
  [/^SQLite format 3/, 'an SQLite database'],
  [/^\ufffdPNG/, 'a PNG image'],
  [/^\ufffd{3}.?[\s\S]{0,4}(JFIF|Exif)/, 'a JPEG image'],
  [/^GIF8/, 'a GIF image'],
  [/^%PDF-/, 'a PDF file'],
  [/^ARROW1/, 'an Arrow file'],
  [/^\ufffdNUMPY/, 'a NumPy array'],
  [/^\ufffdHDF/, 'an HDF5 file'],
  [/^Obj\u0001/, 'an Avro file'],
  [/^\ufffd[\u0002-\u0005][\s\S]/, "Python's pickle format"],
];

/** Code units examined. */
const maxSearchedLength = 2000;

/** The format of a binary file that was opened as text; null for text. */
export function binaryFormat({ text }: Pick<Head, 'text'>): string | null {
  const searched = text.slice(0, maxSearchedLength);
  // An interrupted write leaves zeros behind JSON, and the next one goes on after them.
  const start = /^\s*[[{]/.test(searched) ? searched.replace(/\u0000{8,}/g, '') : searched;
  const odd = start.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  if (odd < 2 || odd * 20 < start.length) return null;
  const zeros = start.match(/[^\u0000]\u0000/g)?.length ?? 0;
  if (zeros * 4 > start.length) return 'UTF-16 text that was read as another encoding';
  return signatures.find(([pattern]) => pattern.test(start))?.[1] ?? 'binary data';
}
