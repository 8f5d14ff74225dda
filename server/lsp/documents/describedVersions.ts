import type { Document } from '../../core/document';

/** Number of requests that can be in flight without losing the text that their responses are about. */
const maxDescribed = 4;

interface Entry {
  readonly uri: string;
  readonly version: number;
  /** Null once the document is closed. */
  readonly document: Document | null;
}

/** Documents as they were when described: a response of the service is about that text. */
export class DescribedVersions {
  private entries: readonly Entry[] = [];

  add(uri: string, version: number, document: Document): void {
    this.entries = [{ uri, version, document }, ...this.entries].slice(0, maxDescribed);
  }

  /**
   * The document as it was described in a version; undefined if it was not. Null if it was closed since: reopened, it
   * can have another text under the same version.
   */
  find(uri: string, version: number): Document | null | undefined {
    return this.entries.find((entry) => entry.uri === uri && entry.version === version)?.document;
  }

  /** Releases the text of a closed document. */
  close(uri: string): void {
    this.entries = this.entries.map((entry) => (entry.uri === uri ? { ...entry, document: null } : entry));
  }
}
