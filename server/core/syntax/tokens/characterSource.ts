/** Access to the text. */
export interface CharacterSource {
  peek(at: number): number;
  read(from: number, to: number): string;
  /** Records that the code units before an offset influenced the result. */
  see(offset: number): void;
}
