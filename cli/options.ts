import { InvalidArgumentError, Option } from 'commander';
import { languages } from '../server/languageDetection';
import type { Part } from './parts/partial';

// Options of several commands, and how the values of options are read.

export function asOption(): Option {
  return new Option('--as <language>', 'what the files contain, whatever their names').choices(languages);
}

export function groupingOption(): Option {
  return new Option('--grouping <how>', 'how to group trajectories without a group').choices(['one', 'each']);
}

export function formatOption(choices: readonly string[], of = 'the report'): Option {
  return new Option('--format <format>', `format of ${of}`).choices(choices).default('text');
}

export function githubLimitsOption(): Option {
  return new Option(
    '--github-limits',
    'with --format sarif: stay within 25,000 results and 10 MB, as GitHub requires; sum up the rest',
  );
}

export function partOf(text: string): Part {
  const [, part, parts] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (part === undefined || parts === undefined || part < 1 || part > parts)
    throw new InvalidArgumentError('Expected for example 2/8: the second of eight parts.');
  return { part, parts };
}

export function positiveNumber(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError('Expected at least 1.');
  return number;
}

export function indentation(text: string): number | 'tab' {
  if (text === 'tab') return text;
  if (!/^(\d|1[0-6])$/.test(text)) throw new InvalidArgumentError('Expected a number up to 16, or tab.');
  return Number(text);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}
