import { hostileTexts } from '../hostileTexts';
import { open } from '../responsiveness';
import type { Wire } from '../wire';

/** What a client does with a server, one thing after the other. */
export interface Scenario {
  readonly name: string;
  /** Resolves when the server has responded to everything. `size` is about the number of code units to send. */
  run(wire: Wire, size: number): Promise<unknown>;
}

export const uri = 'file:///folder/scenario.trajectory.json';
export const textDocument = { uri };
export const start = { line: 0, character: 0 };
export const options = { tabSize: 2, insertSpaces: true };

/** A hostile text by its name. */
export function made(name: string, size: number): string {
  const text = hostileTexts.find((one) => one.name === name);
  if (text === undefined) throw new Error(`There is no hostile text '${name}'.`);
  return text.make(size);
}

/** Opens a text, and waits for its problems. */
export async function opened(wire: Wire, text: string, languageId = 'trajectory'): Promise<void> {
  open(wire, uri, text, languageId);
  await wire.diagnosed(uri, 1);
}

export function change(wire: Wire, version: number, contentChanges: readonly object[]): void {
  wire.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
}

export const insertion = (character: number, text: string): object => ({
  range: { start: { line: 0, character }, end: { line: 0, character } },
  text,
});

export function times<Result>(count: number, make: (i: number) => Result): Result[] {
  return Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => make(i));
}
