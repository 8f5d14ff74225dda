import { visible } from '../../server/core/features/visible';
import type { Severity } from '../../server/core/schema/problem';
import type { CheckedFile, FoundProblem } from '../check/checkedFile';
import { standardInput } from '../files/inputs';
import { slashedIn } from './paths';
import type { Report } from './report';
import { summaryLines } from './totals';

const commands: Record<Severity, string> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/**
 * Workflow commands of GitHub Actions, which become annotations. Paths are relative to the folder, which should be that
 * of the repository. GitHub shows ten errors and ten warnings of a step; the log has them all.
 */
export function githubReport(folder: string): Report {
  return {
    start: () => '',
    file: (file) => file.problems.map((problem) => annotation(file, problem, folder)).join(''),
    failure: ({ shown, message }) => {
      const file = shown === standardInput.shown ? '' : `file=${property(slashedIn(folder, shown))},`;
      return `::error ${file}title=not checked::${data(message)}\n`;
    },
    end: (totals) =>
      summaryLines(totals)
        .map((line) => `${line}\n`)
        .join(''),
  };
}

function annotation({ shown, path }: CheckedFile, problem: FoundProblem, folder: string): string {
  const { severity, line, column, endLine, endColumn, code, message } = problem;
  // Columns make sense to GitHub only within one line.
  const end = endLine === line ? `,endColumn=${Math.max(endColumn, column)}` : '';
  const file = path === null ? '' : `file=${property(slashedIn(folder, shown))},`;
  const where = `${file}line=${line},endLine=${endLine},col=${column}${end}`;
  return `::${commands[severity]} ${where},title=${property(code)}::${data(message)}\n`;
}

/** Escapes a message as the runner decodes it. The log is shown in terminals, too, which it must not control. */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
