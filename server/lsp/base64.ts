import { equals } from '../core/text/characters';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const units = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
/** Value of each code unit; any other character counts as `A`. */
const values = new Uint8Array(0x10000);
for (const [value, unit] of units.entries()) values[unit] = value;

/** Encodes numbers, little-endian. No API for bytes exists in both Node and browsers, and `btoa` takes strings. */
export function toBase64(numbers: Float64Array | Int32Array): string {
  const bytes = littleEndian(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), numbers);
  const out = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  let o = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out[o++] = units[three >> 18]!;
    out[o++] = units[(three >> 12) & 63]!;
    out[o++] = i + 1 < bytes.length ? units[(three >> 6) & 63]! : equals;
    out[o++] = i + 2 < bytes.length ? units[three & 63]! : equals;
  }
  return textOf(out);
}

/** Decodes int32 numbers, little-endian. Surplus bytes at the end are ignored. */
export function integersOf(text: string): Int32Array {
  const bytes = new Uint8Array(Math.floor((text.replace(/=+$/, '').length * 3) / 4));
  for (let i = 0, o = 0; o < bytes.length; i += 4) {
    // No array for each four letters: there may be a million of them.
    const b = valueAt(text, i + 1);
    const c = valueAt(text, i + 2);
    bytes[o++] = (valueAt(text, i) << 2) | (b >> 4);
    bytes[o++] = (b << 4) | (c >> 2);
    bytes[o++] = (c << 6) | valueAt(text, i + 3);
  }
  const numbers = new Int32Array(Math.floor(bytes.length / 4));
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getInt32(4 * i, true);
  return numbers;
}

function valueAt(text: string, at: number): number {
  return values[text.charCodeAt(at)] ?? 0;
}

const isLittleEndian = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

function littleEndian(bytes: Uint8Array, { BYTES_PER_ELEMENT }: Float64Array | Int32Array): Uint8Array {
  if (isLittleEndian) return bytes;
  const swapped = Uint8Array.from(bytes);
  for (let i = 0; i < swapped.length; i += BYTES_PER_ELEMENT)
    swapped.subarray(i, i + BYTES_PER_ELEMENT).reverse();
  return swapped;
}

function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192)
    text += String.fromCharCode.apply(null, bytes.subarray(i, i + 8192) as unknown as number[]);
  return text;
}
