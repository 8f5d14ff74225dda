/** Images that are in the document itself, and are nothing but pixels. */
const bitmap = /^data:image\/(png|jpeg|gif|webp);base64,/i;

export function isBitmap(url: string): boolean {
  return bitmap.test(url);
}
