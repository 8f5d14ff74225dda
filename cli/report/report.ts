import type { CheckedFile } from '../check/checkedFile';
import type { Failure } from '../files/inputs';
import type { Totals } from './totals';

/** A format of the report on checked files. It is written piece by piece, in the order of the files. */
export interface Report {
  start(): string;
  file(file: CheckedFile): string;
  /** A file that could not be read. The program also says so on standard error, whatever the format. */
  failure(failure: Failure): string;
  end(totals: Totals): string;
}

/** What reports need to know of the check. */
export interface ReportOptions {
  readonly version: string;
  readonly workingFolder: string;
  /** The folder that paths for GitHub are relative to: that of the repository. */
  readonly root: string;
}
