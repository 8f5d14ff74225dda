import { Command, InvalidArgumentError, Option } from 'commander';
import { version } from '../package.json';
import { severities } from '../server/core/schema/problem';
import { endings } from '../server/languageDetection';
import { ExitCode } from './exitCode';
import { languages } from './files/names';
import { formats } from './report/formats';

const fileNames = Object.values(endings)
  .map((some) => `  ${some.map((ending) => `*${ending}`).join('  ')}`)
  .join('\n');

const paths = `A PATH is a file, a folder, a glob pattern, or - for standard input; none is the current folder.
In a folder, files with these names are taken, also with .gz, except what git ignores:
${fileNames}`;

const exitCodes = `Exit codes: 0 clean, 1 problems, 2 wrong use or a file that could not be read (named; the others are
still checked), 130 interrupted.`;

export function createProgram(): Command {
  const program = new Command('trajectory');
  program
    .description('Checks, repairs and sends reinforcement-learning trajectory and training-config files.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for additional information)')
    .configureHelp({ helpWidth: Math.min(process.stdout.columns ?? 100, 110) })
    .addHelpText('after', `\n${exitCodes}`);
  addCheck(program);
  addRewriting(program);
  addConvert(program);
  addPrograms(program);
  return program;
}

function addCheck(program: Command): void {
  program
    .command('check')
    .description('report the problems of files, the same as in the editor')
    .argument('[PATH...]', 'what to check')
    .addOption(asOption())
    .addOption(new Option('--format <format>', 'of the report').choices(formats).default('text'))
    .option('--output <file>', 'write the report to a file')
    .addOption(
      new Option('--severity <level>', 'the least severity to list')
        .choices(severities)
        .default('information'),
    )
    .option('--max-problems <n>', 'problems to list for each file, errors first', wholeNumber, 1000)
    .option('--exit-zero', 'exit with 0 even if there are problems')
    .addHelpText('after', checkHelp)
    .action(async (given, options) => (await import('./commands/check')).check(given, options));
}

const checkHelp = `
${paths}

Errors and warnings fail a check; information and hints do not. With --severity error, only errors do.
Lines and columns count from 1, columns in UTF-16 code units, as in VS Code.

Examples:
  trajectory check runs/                         all our files in a folder
  trajectory check rollouts.json eval.jsonl.gz   files with other names, if they hold trajectories
  generate | trajectory check - --as trajectory-jsonl
  trajectory check --format sarif --output trajectory.sarif
  trajectory check --severity error --exit-zero "runs/**/*.jsonl"

${exitCodes}`;

function addRewriting(program: Command): void {
  const inPlace = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .argument('[PATH...]', 'what to change')
      .addOption(asOption())
      .option('--dry-run', 'only show the changes, as a diff; exit with 1 if there are any')
      .addHelpText('after', rewriteHelp(name));
  inPlace('fix', 'make the repairs that need no decision, as the editor does on save').action(
    async (given, options) => (await import('./commands/fix')).fix(given, options),
  );
  inPlace('format', 'format files as the editor does')
    .option('--indent <n|tab>', 'blanks of one level (default: as in the file, else 2)', indentation)
    .action(async (given, options) => (await import('./commands/format')).format(given, options));
  inPlace(
    'sort',
    'sort the properties of every object: documented ones first, in the order of the interface',
  ).action(async (given, options) => (await import('./commands/sort')).sort(given, options));
}

/** What a command leaves behind, by its name, and so exits with 1. */
const leftBehind: Readonly<Record<string, string>> = {
  fix: 'errors or warnings are left',
  format: 'a file is nested too deeply',
  sort: 'a file has syntax errors',
};

const rewriteHelp = (name: string): string => `
${paths}

A file is written beside itself and renamed, so it is the old or the new one whatever happens; its mode is
kept. Standard input goes changed to standard output. Compressed files are not changed.

Examples:
  trajectory ${name} runs/
  trajectory ${name} --dry-run rollouts.trajectories.jsonl
  trajectory ${name} - < a.trajectory.json > b.trajectory.json

Exit codes: 0 done, 1 ${leftBehind[name]}, 2 wrong use or a file that could not be read or written
(named; the others are still changed), 130 interrupted.`;

function addConvert(program: Command): void {
  program
    .command('convert')
    .description('convert a file to JSON Lines or to a log request, every value unchanged')
    .argument('<PATH>', 'what to convert: a file, or - for standard input')
    .addOption(new Option('--to <form>', 'the form').choices(['lines', 'log-request']).makeOptionMandatory())
    .addOption(groupingOption())
    .addOption(asOption())
    .option('--output <file>', 'write to a file, not to standard output')
    .addHelpText('after', convertHelp)
    .action(async (path, options) => (await import('./commands/convert')).convert(path, options));
}

const convertHelp = `
JSON Lines have one group on each line. What has no place in the new form, such as a model id, is left out
and named. A log request made from lines has an empty split to fill in.

Examples:
  trajectory convert request.trajectory.json --to lines > groups.trajectories.jsonl
  trajectory convert groups.trajectories.jsonl --to log-request --output request.trajectory.json
  trajectory convert rollouts.jsonl --to lines --grouping each --output groups.trajectories.jsonl

Exit codes: 0 converted, 2 not converted, 130 interrupted.`;

/** Programs that read their arguments themselves. */
function addPrograms(program: Command): void {
  const own = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .usage('[options]')
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments();
  own('lsp', 'run the language server for an editor (--stdio)').action(async () =>
    (await import('../server/stdio/program')).runLanguageServer('trajectory lsp', process.argv.slice(3)),
  );
  own('service', 'run a training service on this machine, for trying things out').action(async () =>
    (await import('../server/service/program')).runService('trajectory service', process.argv.slice(3)),
  );
}

/** Whether a command handles signals and closed pipes itself. */
export function isOwnProgram(command: Command): boolean {
  return command.name() === 'lsp' || command.name() === 'service';
}

function groupingOption(): Option {
  return new Option('--grouping <how>', 'how to group trajectories that are in no group').choices([
    'one',
    'each',
  ]);
}

function indentation(text: string): number | 'tab' {
  if (text === 'tab') return text;
  if (!/^(\d|1[0-6])$/.test(text)) throw new InvalidArgumentError('It must be a number up to 16, or tab.');
  return Number(text);
}

function asOption(): Option {
  return new Option('--as <language>', 'what the files hold, whatever their names').choices(languages);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** The exit code for an error or a request for help that commander has already reported. */
export function exitCodeOf(commanderCode: number): ExitCode {
  return commanderCode === 0 ? ExitCode.clean : ExitCode.failed;
}
