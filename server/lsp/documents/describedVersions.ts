import type { Document } from '../../core/document';

/** Sends that can be under way at once without losing the text that their answers are about. */
const maxDescribed = 4;

interface Entry {
  readonly uri: string;
  readonly version: number;
  /** Null since the document was closed. */
  readonly document: Document | null;
}

/** Documents as they were when they were described: an answer of the service is about that text. */
export class DescribedVersions {
  private entries: readonly Entry[] = [];

  add(uri: string, version: number, document: Document): void {
    this.entries = [{ uri, version, document }, ...this.entries].slice(0, maxDescribed);
  }

  /**
   * The document as it was described in a version; undefined when it was not. Null when it was closed since:
   * opened again it can have another text under the same version.
   */
  find(uri: string, version: number): Document | null | undefined {
    return this.entries.find((entry) => entry.uri === uri && entry.version === version)?.document;
  }

  /** The document is closed: its text is let go. */
  close(uri: string): void {
    this.entries = this.entries.map((entry) => (entry.uri === uri ? { ...entry, document: null } : entry));
  }
}
