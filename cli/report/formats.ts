import { version } from '../../package.json';
import { paintFor } from '../terminal/colours';
import { columnsOf } from '../terminal/columns';
import { githubReport } from './github';
import { jsonLinesReport, jsonReport } from './json';
import type { Report } from './report';
import { sarifReport } from './sarif';
import { textReport } from './text';

/** The formats of a report. */
export const formats = ['text', 'json', 'jsonl', 'sarif', 'github'] as const;
export type ReportFormat = (typeof formats)[number];

/** A report in a format; `stream` is standard output if it goes there. `isLimited`: as GitHub accepts it. */
export function reportIn(
  format: ReportFormat,
  stream: NodeJS.WriteStream | null,
  isLimited: boolean,
): Report {
  const workingFolder = process.cwd();
  const root = process.env['GITHUB_WORKSPACE'] ?? workingFolder;
  const about = { version, workingFolder, root };
  switch (format) {
    case 'text':
      return textReport(paintFor(stream), columnsOf(stream));
    case 'json':
      return jsonReport(about);
    case 'jsonl':
      return jsonLinesReport(about);
    case 'sarif':
      return sarifReport(about, isLimited);
    case 'github':
      return githubReport(root);
  }
}
