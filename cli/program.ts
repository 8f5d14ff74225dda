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
