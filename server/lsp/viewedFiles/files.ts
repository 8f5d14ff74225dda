import type { Engine } from '../../core/engine';
import type { FileState } from '../../viewProtocol/files';
import type { Lane } from '../scheduling/slices';
import type { FileSource } from './viewSource';

/** What a file needs of the server. */
export interface FileContext {
  readonly engine: Engine;
  /** The lane of requests about it. */
  readonly lane: Lane;
  /** More of the file is read, or it has changed. */
  readonly onChange: (state: FileState) => void;
  /** All that clients know of the file is outdated. */
  readonly onReplaced: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Opens a file at a path. */
export type OpenFile = (path: string, context: FileContext) => FileSource;

/** The files that views show, by URI. */
export class Files {
  private readonly sources = new Map<string, FileSource>();
  private readonly openFile: OpenFile | null;

  /** Null where there are no files. */
  constructor(openFile: OpenFile | null) {
    this.openFile = openFile;
  }

  /** False if files cannot be read. A file that is open already stays as it is. */
  open(uri: string, path: string, context: FileContext): boolean {
    if (this.openFile === null) return false;
    if (!this.sources.has(uri)) this.sources.set(uri, this.openFile(path, context));
    return true;
  }

  find(uri: string): FileSource | null {
    return this.sources.get(uri) ?? null;
  }

  close(uri: string): void {
    this.sources.get(uri)?.close();
    this.sources.delete(uri);
  }

  closeAll(): void {
    for (const uri of [...this.sources.keys()]) this.close(uri);
  }
}
