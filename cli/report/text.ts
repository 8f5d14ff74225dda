import { label } from '../../server/core/features/visible';
import type { Severity } from '../../server/core/schema/problem';
import type { CheckedFile, FoundProblem } from '../check/checkedFile';
import type { Paint } from '../terminal/colours';
import { withoutCommands } from '../terminal/workflowCommands';
import { excerptLines } from './excerptLines';
import type { Report } from './report';
import { summaryLines } from './totals';

const styles = {
  error: 'red',
  warning: 'yellow',
  information: 'blue',
  hint: 'cyan',
} as const satisfies Record<Severity, string>;

const indentation = '    ';

/** The report for people. Its first lines have the form that compilers use, so editors and terminals link them. */
export function textReport(paint: Paint, width: number): Report {
  return {
    start: () => '',
    file: (file) => fileText(file, paint, width),
    failure: () => '',
    end: (totals) =>
      summaryLines(totals)
        .map((line, i) => `${i === 0 ? paint('bold', line) : line}\n`)
        .join(''),
  };
}

function fileText(file: CheckedFile, paint: Paint, width: number): string {
  const lines = file.problems.flatMap((problem) => problemLines(file, problem, { paint, width }));
  if (file.readToLine !== null)
    lines.push(
      `${label(file.shown)}: not read beyond line ${file.readToLine}, because of too many syntax errors.`,
    );
  return withoutCommands(lines.map((line) => `${line}\n`).join(''));
}

function problemLines(
  { shown }: CheckedFile,
  problem: FoundProblem,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  const { line, column, severity, message, code, related, excerpt } = problem;
  const location = `${label(shown)}:${line}:${column}`;
  const [text, carets] = excerptLines(excerpt, width - indentation.length, paint);
  return [
    `${paint('bold', location)}: ${paint(styles[severity], severity)}: ${message} ${paint('dim', `[${code}]`)}`,
    ...(text === '' ? [] : [`${indentation}${text}`, `${indentation}${carets}`]),
    ...(related === null
      ? []
      : [`${label(shown)}:${related.line}:${related.column}: note: ${related.message}`]),
  ];
}
