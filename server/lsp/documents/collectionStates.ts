import type { State } from '../../core/collection/summaries/difference';

/** States of one document that are remembered: a client has two views of it at most, and answers cross questions. */
const maxStates = 4;

interface Entry {
  readonly number: number;
  readonly state: State;
}

/** What clients have of the collections of documents, by the numbers that they know it by. */
export class CollectionStates {
  private readonly entries = new Map<string, readonly Entry[]>();
  private next: number;

  /** Numbers begin anywhere, so that a client's number of a server that has ended means nothing to the next. */
  constructor(first = Math.floor(Math.random() * 2 ** 40)) {
    this.next = first;
  }

  find(uri: string, number: number | null): State | null {
    return this.entries.get(uri)?.find((entry) => entry.number === number)?.state ?? null;
  }

  /** The number of a state. */
  add(uri: string, state: State): number {
    const number = this.next++;
    this.entries.set(uri, [{ number, state }, ...(this.entries.get(uri) ?? [])].slice(0, maxStates));
    return number;
  }

  /** The document is closed: nothing of it is kept. */
  close(uri: string): void {
    this.entries.delete(uri);
  }
}
