import type { Engine } from '../core/engine';
import type { Language } from '../languageDetection';
import type { FileSummary } from '../protocol';

/** A summary, why there is none, or null if it is no longer wanted. */
export type DescribedFile = FileSummary | { readonly message: string } | null;

/** Checks a file on disk, as `describeFile` of `server/files` does. */
export type DescribeFile = (
  engine: Engine,
  path: string,
  options: {
    readonly language?: Language | undefined;
    pause(): Promise<boolean>;
    onProgress(share: number): void;
  },
) => Promise<DescribedFile>;
