import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Code, Severity } from '../../server/core/schema/problem';
import type { CheckedFile, FoundProblem, LineRange } from '../check/checkedFile';
import { type Failure, standardInput } from '../files/inputs';
import { uriIn } from './paths';
import type { Report, ReportOptions } from './report';
import { helpOf } from './ruleHelp';
import { namedCounts, type Totals } from './totals';
import { type Located, Unlisted } from './unlisted';

const levels: Record<Severity, string> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

/**
 * SARIF 2.1.0, one run. Results come before the description of their rules, so that none have to be kept. `isLimited`
 * keeps it within the limits of GitHub.
 */
export function sarifReport({ version, workingFolder, root }: ReportOptions, isLimited: boolean): Report {
  const rules = new Map<Code, number>();
  const notifications: object[] = [];
  let separator = '';
  const unlisted = isLimited ? new Unlisted() : null;
  const textOf = ({ file, problem }: Located): string => {
    const { code } = problem;
    const ruleIndex = rules.get(code) ?? rules.size;
    rules.set(code, ruleIndex);
    return JSON.stringify({ ...resultOf(file, problem, root), ruleIndex });
  };
  const item = (text: string): string => {
    const before = separator;
    separator = ',';
    return `${before}\n        ${text}`;
  };
  const result = (located: Located): string => {
    const text = textOf(located);
    return unlisted === null || unlisted.hasRoomFor(located, text) ? item(text) : '';
  };
  return {
    start: () =>
      `{\n  "$schema": "${schema}",\n  "version": "2.1.0",\n  "runs": [\n    {\n      "columnKind": "utf16CodeUnits",\n      "results": [`,
    file: (file) => file.problems.map((problem) => result({ file, problem })).join(''),
    failure: (failure) => {
      notifications.push(notificationOf(failure, root));
      return '';
    },
    end: (totals) => {
      const sums = [...(unlisted?.sums() ?? [])].map((sum) => item(textOf(sum))).join('');
      const about = aboutRun({ version, workingFolder, totals, notifications, codes: [...rules.keys()] });
      const members = Object.entries(about).map(
        ([name, value]) => `,\n      ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
      );
      return `${sums}\n      ]${members.join('')}\n    }\n  ]\n}\n`;
    },
  };
}

function resultOf({ path }: CheckedFile, problem: FoundProblem, folder: string): object {
  const { code, severity, message, related } = problem;
  const artifact = path === null ? { description: { text: 'standard input' } } : { uri: uriIn(folder, path) };
  const at = (range: LineRange) => ({ artifactLocation: artifact, region: regionOf(range) });
  return {
    ruleId: code,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: at(problem) }],
    ...(related === null
      ? {}
      : { relatedLocations: [{ id: 1, message: { text: related.message }, physicalLocation: at(related) }] }),
  };
}

function regionOf({ line, column, endLine, endColumn }: LineRange): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function notificationOf({ shown, message }: Failure, folder: string): object {
  return {
    level: 'error',
    message: { text: `${shown}: ${message}` },
    ...(shown === standardInput.shown
      ? {}
      : { locations: [{ physicalLocation: { artifactLocation: { uri: uriIn(folder, shown) } } }] }),
  };
}

interface Run {
  readonly version: string;
  readonly workingFolder: string;
  readonly totals: Totals;
  readonly notifications: readonly object[];
  readonly codes: readonly Code[];
}

/** Everything of the run but its results. */
function aboutRun({ version, workingFolder, totals, notifications, codes }: Run): object {
  return {
    tool: {
      driver: {
        name: 'trajectory',
        version,
        semanticVersion: version,
        rules: codes.map((code) => ({ id: code, ...helpOf(code) })),
      },
    },
    invocations: [
      {
        executionSuccessful: totals.failures === 0,
        toolExecutionNotifications: notifications,
        // The root of the file system ends with a slash.
        workingDirectory: { uri: pathToFileURL(join(workingFolder, '/')).href },
      },
    ],
    // The list of results may be cut; the totals are complete.
    properties: { totals: namedCounts(totals.counts) },
  };
}
