import type { Operation } from '../send/outcome';
import { suffixes } from '../server/languageDetection';
import { journalFolder } from './send/journalFolder';

const fileNames = Object.values(suffixes)
  .map((some) => `  ${some.map((suffix) => `*${suffix}`).join('  ')}`)
  .join('\n');

const pathsOf = (
  compressed: string,
): string => `A PATH is a file, a folder, a glob pattern, or - for standard input; the default is the current folder.
In a folder, only files with these names are read${compressed}, except those that git ignores:
${fileNames}`;

const paths = pathsOf(', with or without .gz');

export const exitCodes = `0 clean, 1 problems, 2 usage error, or a file could not be read (named; the others are
still checked), 130 interrupted.`;

export const checkHelp = `
${paths}

Errors and warnings fail a check; information and hints do not. With --severity error, only errors do.
Lines and columns count from 1, columns in UTF-16 code units, as in VS Code.

Examples:
  trajectory check runs/                         all trajectory and config files in a folder
  trajectory check rollouts.json eval.jsonl.gz   files with other names, if they contain trajectories
  generate | trajectory check - --as trajectory-jsonl
  trajectory check --format sarif --github-limits --output trajectory.sarif
  trajectory check --severity error --exit-zero "runs/**/*.jsonl"
  trajectory check --part 2/8 --format partial --output 2.partial runs/

Workers check large files of JSON Lines in ranges and other files side by side; the report is the same for
any number of them. --part checks one of N parts of the input, for example on one of N machines, and
\`trajectory merge\` makes one report of all. The merge exits with 1 if there are problems; a part does not.

Exit codes: ${exitCodes}`;

export const mergeHelp = `
A PATH is a file that \`trajectory check --part I/N --format partial\` has written, a folder of *.partial files,
or a glob pattern. All N parts are needed, in any order. The report is that of one check of all files, with the
--severity and --max-problems of the parts.

Examples:
  trajectory check --part 1/2 --format partial --output 1.partial runs/
  trajectory check --part 2/2 --format partial --output 2.partial runs/
  trajectory merge 1.partial 2.partial
  trajectory merge --format sarif --output trajectory.sarif parts/

Exit codes: 0 clean, 1 problems, 2 usage error, a part is missing, or a file could not be checked, 130
interrupted.`;

export type RewriteName = 'fix' | 'format' | 'sort';

/** Why each command exits with 1. */
const reasonsToFail: Readonly<Record<RewriteName, string>> = {
  fix: 'errors or warnings remain',
  format: 'a file is nested too deeply',
  sort: 'a file has syntax errors',
};

export const rewriteHelp = (name: RewriteName): string => `
${pathsOf('')}

A file is replaced atomically: an interrupted run leaves either the old or the new one. Its mode is kept.
With -, reads standard input and writes the result to standard output. Compressed files are not changed.

Examples:
  trajectory ${name} runs/
  trajectory ${name} --dry-run rollouts.trajectories.jsonl
  trajectory ${name} - < a.trajectory.json > b.trajectory.json

Exit codes: 0 done, 1 ${reasonsToFail[name]}, 2 usage error, or a file could not be read or written
(named; the others are still changed), 130 interrupted.`;

export const convertHelp = `
JSON Lines has one group on each line. Properties that the new format cannot contain, such as a model id,
are left out and listed. A log request made from lines has an empty split to fill in. Python's repr, a code
fence, doubled quotes and marks before each line are read as the quick fixes of the editor do; --to json
changes nothing else.

Examples:
  trajectory convert request.trajectory.json --to lines > groups.trajectories.jsonl
  trajectory convert groups.trajectories.jsonl --to log-request --output request.trajectory.json
  trajectory convert rollouts.jsonl --to lines --grouping each --output groups.trajectories.jsonl
  trajectory convert printed.training-config.json --to json --output grpo.training-config.json

Exit codes: 0 converted, 2 not converted, 130 interrupted.`;

export const statsHelp = `
${paths}

Missing values do not count. Deviations are population standard deviations.

Examples:
  trajectory stats runs/
  trajectory stats --format json eval.trajectories.jsonl | jq .reward.mean

Exit codes: 0 done, 2 usage error, or a file could not be read (named; the others still count), 130
interrupted.`;

export const viewHelp = `
The page has no scripts and needs no network: it can be read in any browser, attached and archived. Of a
message, 250,000 characters are shown; the page says what is left out.

Examples:
  trajectory view rollouts.trajectories.jsonl --html rollouts.html
  zcat run.jsonl.gz | trajectory view - --as trajectory-jsonl --html - > run.html

Exit codes: 0 written, 2 not written, 130 interrupted.`;

export const sendHelp = (name: Operation): string => `
The access token is read from the environment variable TRAJECTORY_TOKEN, or with --token-stdin from
standard input; never from an argument, because other users of the machine can see arguments.

Each request is recorded in a history before it is sent, and never sent twice without asking. The history is
in ${journalFolder() ?? 'a folder of the user, who has none here: set HOME'}.
It is not the editor's: editor and terminal do not see each other's requests. No proxy is used.

Errors reported by the service are reported as file:line:column.

Examples:
${sendExamples[name]}
  secret-tool lookup service trajectory | trajectory ${name} a.trajectory.json --token-stdin --yes

Exit codes: 0 accepted, 1 ${notAccepted[name]}, 2 nothing was sent, 130 interrupted
before anything was sent.`;

export const historyHelp = `
The history is in ${journalFolder() ?? 'a folder of the user, who has none here: set HOME'}.
The editor has one of its own. To clear this one, delete the folder: the ids of the jobs are lost, and you are no
longer warned when you send the same request again.

Examples:
  trajectory history
  trajectory history --format json --limit 1 | jq -r '.[].jobId'

Exit codes: 0 listed, 2 usage error, or a part of the history could not be read, 130 interrupted.`;

const notAccepted: Record<Operation, string> = {
  log: 'rejected, or outcome unknown (it may have arrived)',
  train: 'rejected, outcome unknown (it may have arrived), or the id of the job could not be\nwritten',
};

const sendExamples: Record<Operation, string> = {
  log: `  trajectory log a.trajectory.json --url https://training.example.com --model-id support-agent
  trajectory log groups.trajectories.jsonl --model-id support-agent --split train --yes`,
  train: `  trajectory train a.training-job.json --url https://training.example.com
  trajectory train groups.trajectories.jsonl --model-id 3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77 \\
    --config grpo.training-config.json --yes`,
};
