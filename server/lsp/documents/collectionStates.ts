import type { State } from '../../core/collection/summaries/difference';

/**
 * States kept per document, at least one for each view that loads it at the same time, also to compare with it. If each
 * view lost its state to the next one, a large collection would be sent to all of them from its start again and again.
 */
const maxStates = 8;

interface Entry {
  readonly number: number;
  readonly state: State;
}

/** The collection states that clients have, by document and number. */
export class CollectionStates {
  private readonly entries = new Map<string, readonly Entry[]>();
  private next: number;

  /** Starts at a random number, so that a number from an earlier server process matches nothing. */
  constructor(first = Math.floor(Math.random() * 2 ** 40)) {
    this.next = first;
  }

  find(uri: string, number: number | null): State | null {
    return this.entries.get(uri)?.find((entry) => entry.number === number)?.state ?? null;
  }

  /** Stores a state and returns its number. */
  add(uri: string, state: State): number {
    const number = this.next++;
    this.entries.set(uri, [{ number, state }, ...(this.entries.get(uri) ?? [])].slice(0, maxStates));
    return number;
  }

  /** Forgets a closed document. */
  close(uri: string): void {
    this.entries.delete(uri);
  }
}
