import type { FileState } from '../../../server/viewProtocol/files';
import type { Columns } from '../columns/columns';

/** The file that the document is compared with. */
export interface OtherFile {
  readonly uri: string;
  readonly name: string;
  /** Whether the server reads it from the disk. */
  readonly isFile: boolean;
  /** What is known of it then. */
  readonly file: FileState | null;
  /** Null until they are loaded, and while the file cannot be read. */
  readonly columns: Columns | null;
  /** Why the file cannot be read, for the user. */
  readonly failure: string | null;
}

/** A message of a trajectory in the other file. */
export interface CurrentInOther {
  readonly trajectory: number;
  readonly message: number;
}
