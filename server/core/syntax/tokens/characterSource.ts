/** Access to the text. */
export interface CharacterSource {
  peek(at: number): number;
  read(from: number, to: number): string;
  /** Records that the code units before an offset influenced the result. */
  see(offset: number): void;
}

/** Whether a text stands at an offset. */
export function standsAt(source: CharacterSource, at: number, text: string): boolean {
  source.see(at + text.length);
  for (let i = 0; i < text.length; i++) if (source.peek(at + i) !== text.charCodeAt(i)) return false;
  return true;
}
