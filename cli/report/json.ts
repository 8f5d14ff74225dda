import type { CheckedFile, FoundProblem } from '../check/checkedFile';
import type { Failure } from '../files/inputs';
import type { Report, ReportOptions } from './report';
import { namedCounts, type Totals } from './totals';

/** Increased on breaking changes. */
const formatVersion = 1;

/** One JSON object with a list of files. */
export function jsonReport({ version }: ReportOptions): Report {
  let separator = '';
  const item = (value: unknown): string => {
    const text = `${separator}\n    ${JSON.stringify(value)}`;
    separator = ',';
    return text;
  };
  return {
    start: () => `{\n  "format": ${formatVersion},\n  "version": ${JSON.stringify(version)},\n  "files": [`,
    file: (file) => item({ ...aboutFile(file), problems: file.problems.map(aboutProblem) }),
    failure: (failure) => item(aboutFailure(failure)),
    end: (totals) => `\n  ],\n  "totals": ${JSON.stringify(aboutTotals(totals))}\n}\n`,
  };
}

/** JSON Lines: a line for each problem, one after those of a file, and one at the end. */
export function jsonLinesReport({ version }: ReportOptions): Report {
  const line = (type: string, value: object): string => `${JSON.stringify({ type, ...value })}\n`;
  return {
    start: () => line('start', { format: formatVersion, version }),
    file: (file) =>
      file.problems.map((one) => line('problem', { path: file.shown, ...aboutProblem(one) })).join('') +
      line('file', aboutFile(file)),
    failure: (failure) => line('failure', aboutFailure(failure)),
    end: (totals) => line('totals', aboutTotals(totals)),
  };
}

function aboutFile({ shown, language, counts, readToLine }: CheckedFile): object {
  return {
    path: shown,
    language,
    totals: namedCounts(counts),
    ...(readToLine === null ? {} : { readToLine }),
  };
}

function aboutProblem({ excerpt, related, ...problem }: FoundProblem): object {
  return {
    ...problem,
    ...(related === null ? {} : { related }),
    excerpt: { text: excerpt.text, from: excerpt.from, length: excerpt.length },
  };
}

function aboutFailure({ shown, message }: Failure): object {
  return { path: shown, failure: message };
}

function aboutTotals({ files, filesWithProblems, failures, counts }: Totals): object {
  return { files, filesWithProblems, failures, ...namedCounts(counts) };
}
