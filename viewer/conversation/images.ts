/** Images embedded in the document, in bitmap formats only. */
const bitmap = /^data:image\/(png|jpeg|gif|webp);base64,/i;

export function isBitmap(url: string): boolean {
  return bitmap.test(url);
}
