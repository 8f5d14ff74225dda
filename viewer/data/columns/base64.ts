import type { Floats, Integers } from '../../../server/viewProtocol/collection';

/** Decodes and encodes number arrays: little-endian, in base64. Every machine that runs VS Code is little-endian. */

export function floatsOf(text: Floats): Float64Array<ArrayBuffer> {
  return new Float64Array(bytesOf(text).buffer);
}

export function integersOf(text: Integers): Int32Array<ArrayBuffer> {
  return new Int32Array(bytesOf(text).buffer);
}

export function integersToText(values: Int32Array): Integers {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const stretch = 0x2000;
  let binary = '';
  for (let i = 0; i < bytes.length; i += stretch) {
    binary += String.fromCharCode(...bytes.subarray(i, i + stretch));
  }
  return btoa(binary);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
