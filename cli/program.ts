import { Command, Option } from 'commander';
import { version } from '../package.json';
import type { Operation } from '../send/outcome';
import { severities } from '../server/core/schema/problem';
import { ExitCode } from './exitCode';
import {
  checkHelp,
  convertHelp,
  exitCodes,
  historyHelp,
  mergeHelp,
  type RewriteName,
  rewriteHelp,
  sendHelp,
  statsHelp,
  viewHelp,
} from './help';
import {
  asOption,
  formatOption,
  githubLimitsOption,
  groupingOption,
  indentation,
  partOf,
  positiveNumber,
  wholeNumber,
} from './options';
import type { OwnProgram } from './ownPrograms';
import { formats } from './report/formats';
import { status } from './status';
import { columnsOf } from './terminal/columns';

export function createProgram(): Command {
  const program = new Command('trajectory');
  program
    .description('Checks, fixes and sends reinforcement-learning trajectory and training-config files.')
    .version(version)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        status.add(ExitCode.failed);
        write(`${usageError(text)}\n`);
      },
    })
    .configureHelp({ helpWidth: Math.min(columnsOf(process.stdout), 110) })
    .addHelpText(
      'after',
      `\nExit codes of \`check\`: ${exitCodes}\n\`trajectory COMMAND --help\` has those of the others.`,
    );
  addCheck(program);
  addMerge(program);
  addRewriting(program);
  addConvert(program);
  addStats(program);
  addView(program);
  addSend(program);
  addHistory(program);
  addPrograms(program);
  return program;
}

/** One line. The message of commander may have a suggestion on a second line. */
function usageError(text: string): string {
  return `${text.trim().replace(/\s*\n\s*/g, ' ')} (add --help for additional information)`;
}

function addCheck(program: Command): void {
  program
    .command('check')
    .description('report problems in files, as the editor does')
    .argument('[PATH...]', 'what to check')
    .addOption(asOption())
    .addOption(formatOption([...formats, 'partial']))
    .addOption(githubLimitsOption())
    .option('--output <file>', 'write the report to a file')
    .addOption(
      new Option('--severity <level>', 'the lowest severity to list')
        .choices(severities)
        .default('information'),
    )
    .option(
      '--max-problems <n>',
      'maximum number of problems to list per file, errors first',
      wholeNumber,
      1000,
    )
    .addOption(
      new Option(
        '--jobs <n>',
        'maximum number of worker threads; 1 for none (default: one per core, if there is enough to check)',
      ).argParser(positiveNumber),
    )
    .option('--part <i/n>', 'with --format partial: check only this part of the input', partOf)
    .option('--exit-zero', 'exit with 0 even if there are problems')
    .addHelpText('after', checkHelp)
    .action(async (given, options) => (await import('./commands/check')).check(given, options));
}

function addMerge(program: Command): void {
  program
    .command('merge')
    .description('make one report of the parts of a check')
    .argument('<PATH...>', 'what `check --part` has written')
    .addOption(formatOption(formats))
    .addOption(githubLimitsOption())
    .option('--output <file>', 'write the report to a file')
    .option('--exit-zero', 'exit with 0 even if there are problems')
    .addHelpText('after', mergeHelp)
    .action(async (given, options) => (await import('./commands/merge')).merge(given, options));
}

function addRewriting(program: Command): void {
  const inPlace = (name: RewriteName, description: string): Command =>
    program
      .command(name)
      .description(description)
      .argument('[PATH...]', 'what to change')
      .addOption(asOption())
      .option('--dry-run', 'only show the changes, as a diff; exit with 1 if there are any')
      .addHelpText('after', rewriteHelp(name));
  inPlace('fix', 'apply the fixes that need no decision, as the editor does on save').action(
    async (given, options) => (await import('./commands/fix')).fix(given, options),
  );
  inPlace('format', 'format files as the editor does')
    .option(
      '--indent <n|tab>',
      'spaces per level, or tab (default: as in the file, otherwise 2)',
      indentation,
    )
    .action(async (given, options) => (await import('./commands/format')).format(given, options));
  inPlace(
    'sort',
    'sort the properties of every object: documented ones first, in the order of the interface',
  ).action(async (given, options) => (await import('./commands/sort')).sort(given, options));
}

function addConvert(program: Command): void {
  program
    .command('convert')
    .description('convert a file to JSON Lines, a log request or JSON, keeping every value unchanged')
    .argument('<PATH>', 'what to convert: a file, or - for standard input')
    .addOption(
      new Option('--to <format>', 'target format')
        .choices(['lines', 'log-request', 'json'])
        .makeOptionMandatory(),
    )
    .addOption(groupingOption())
    .addOption(asOption())
    .option('--output <file>', 'write to a file instead of standard output')
    .addHelpText('after', convertHelp)
    .action(async (path, options) => (await import('./commands/convert')).convert(path, options));
}

function addStats(program: Command): void {
  program
    .command('stats')
    .description('show statistics of rewards, groups, lengths, tools and metrics of all files together')
    .argument('[PATH...]', 'what to read')
    .addOption(asOption())
    .addOption(formatOption(['text', 'json'], 'the statistics'))
    .addHelpText('after', statsHelp)
    .action(async (given, options) => (await import('./commands/stats')).stats(given, options));
}

function addView(program: Command): void {
  program
    .command('view')
    .description('write the conversations of a file as one HTML page')
    .argument('<PATH>', 'what to view: a file, or - for standard input')
    .requiredOption('--html <file>', 'write the page to this file, or - for standard output')
    .addOption(asOption())
    .addHelpText('after', viewHelp)
    .action(async (path, options) => (await import('./commands/view')).view(path, options));
}

function addSend(program: Command): void {
  const send = (name: Operation, description: string): Command =>
    program
      .command(name)
      .description(description)
      .argument('<PATH>', 'what to send: a file, or - for standard input')
      .option('--url <url>', 'URL of the training service (default: the environment variable TRAJECTORY_URL)')
      .option('--model-id <id>', 'the model (default: the model_id of the file)')
      .addOption(groupingOption())
      .addOption(asOption())
      .option('--token-stdin', 'read the access token from standard input')
      .option('--yes', 'send without asking; required without a terminal')
      .option('--again', 'with --yes: send even if the same request was accepted before, or may have been')
      .option('--allow-errors', 'send a file with errors')
      .addHelpText('after', sendHelp(name))
      .action(async (path, options) => (await import('./commands/send')).send(name, path, options));
  send('log', 'log trajectories for a model under a split').option(
    '--split <name>',
    'the split (default: the split of a log request)',
  );
  send('train', 'create a training job, and print its id').option('--config <file>', 'a training config');
}

function addHistory(program: Command): void {
  program
    .command('history')
    .description('list what `log` and `train` have sent, with the outcomes and the ids of jobs')
    .addOption(formatOption(['text', 'json'], 'the list'))
    .option('--limit <n>', 'how many of the latest requests to list', positiveNumber, 20)
    .addHelpText('after', historyHelp)
    .action(async (options) => (await import('./commands/history')).history(options));
}

/** Only for the help: they run without this program. */
function addPrograms(program: Command): void {
  const own = (name: OwnProgram, description: string): Command =>
    program.command(name).description(description).usage('[options]').helpOption(false);
  own('lsp', 'run the language server for an editor (--stdio)');
  own('service', 'run a training service on this machine, for experiments and tests');
}
