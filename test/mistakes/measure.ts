import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Document, type DocumentOptions, problemsOf } from '../../server/core/document';
import { fixesFor } from '../../server/core/features/fixes/fixes';
import type { Problem } from '../../server/core/schema/problem';
import { runToEnd } from '../../server/core/work';
import { withEdits } from '../server/core/features/support';
import { open, options } from '../server/core/support';
import type { SlipKind } from './kinds';
import { type JsonToken, tokensOf } from './tokens';

/** A real, valid file in which mistakes are made. */
export interface RealFile {
  readonly name: string;
  readonly text: string;
  readonly how: DocumentOptions;
  readonly tokens: readonly JsonToken[];
}

/** The results for mistakes of one kind. */
export interface Outcome {
  readonly kind: string;
  tried: number;
  /** Mistakes with exactly one problem. */
  one: number;
  /** Mistakes undone by the first fix of the first problem, and by any of its fixes. */
  cleanedByFirst: number;
  cleanedByAny: number;
  /** Mistakes of a lossless kind that the first fix turned into another value. */
  changed: number;
  /** The worst text, and its problems. */
  worst: { readonly problems: readonly string[]; readonly text: string } | null;
}

function example(name: string): string {
  return readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');
}

/** Real conversations as a pretty-printed request, on one line, and in lines; and a hand-written training job. */
function realFiles(): RealFile[] {
  const lines = example('airline.trajectories.jsonl').split('\n', 2);
  const group = JSON.parse(lines[1]!) as { trajectories: unknown[] };
  const request = { split: 'train', trajectory_groups: [{ trajectories: group.trajectories.slice(0, 2) }] };
  const small = JSON.parse(example('small.training-job.json')) as { trajectory_groups: unknown[] };
  const smallLines = small.trajectory_groups.map((one) => spaced(one)).join('\n');
  const file = (name: string, text: string, how: DocumentOptions): RealFile => ({
    name,
    text,
    how,
    tokens: tokensOf(text),
  });
  return [
    file('pretty-printed', JSON.stringify(request, null, 2), options.trajectory),
    file('on one line', JSON.stringify(request), options.trajectory),
    file('lines', `${lines[1]}\n${smallLines}\n`, options.lines),
    file('by hand', example('small.training-job.json'), {
      language: 'trajectory',
      name: 'small.training-job.json',
    }),
  ];
}

/** On one line, as Python's `json.dumps` writes it. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/([{[])\n\s*/g, '$1')
    .replace(/\n\s*([}\]])/g, '$1')
    .replace(/,\n\s*/g, ', ');
}

/** Tries mistakes of a kind at random places in each file; `random` gives numbers from 0 to 1. */
function measured(
  kind: SlipKind,
  files: readonly RealFile[],
  { places, random }: { readonly places: number; readonly random: () => number },
): Outcome {
  const outcome: Outcome = {
    kind: kind.name,
    tried: 0,
    one: 0,
    cleanedByFirst: 0,
    cleanedByAny: 0,
    changed: 0,
    worst: null,
  };
  for (const file of files) {
    const { text, tokens, how } = file;
    const isLines = how.language === 'trajectory-jsonl';
    const fitting = [...tokens.keys()].filter((index) =>
      kind.fits(tokens[index]!, { text, tokens, index, isLines }),
    );
    for (let i = 0; i < places && fitting.length > 0; i++) {
      const index = fitting[Math.floor(random() * fitting.length)]!;
      const made = kind.mistake(tokens[index]!, { text, tokens, index, isLines });
      if (made !== null)
        judge(outcome, withEdits(text, [made]), { how, original: kind.isLossless === true ? text : null });
    }
  }
  return outcome;
}

/** `original` is the text without the mistake if a fix must restore its value; else null. */
function judge(
  outcome: Outcome,
  text: string,
  { how, original }: { readonly how: DocumentOptions; readonly original: string | null },
): void {
  const document = open(text, how);
  const found = graveOf(document);
  outcome.tried++;
  if (found.length === 1) outcome.one++;
  else if (outcome.worst === null || found.length > outcome.worst.problems.length || found.length === 0) {
    outcome.worst = { problems: found.map((problem) => told(problem, text)), text };
  }
  if (found.length === 0) return;
  const fixes = runToEnd(fixesFor(document, found[0]!, { recentModelIds: [] }));
  const after = fixes.map(({ edits }) => withEdits(text, edits));
  const cleans = after.map((fixed) => graveOf(open(fixed, how)).length === 0);
  if (cleans[0] === true && original !== null && !areEqual(after[0]!, original, how)) outcome.changed++;
  if (cleans[0] === true) outcome.cleanedByFirst++;
  if (cleans.includes(true)) outcome.cleanedByAny++;
}

/** Whether two valid texts have the same values. */
function areEqual(a: string, b: string, { language }: DocumentOptions): boolean {
  const valuesOf = (text: string): unknown[] =>
    (language === 'trajectory-jsonl' ? text.split('\n').filter((line) => line.trim() !== '') : [text]).map(
      (value) => JSON.parse(value),
    );
  return isDeepStrictEqual(valuesOf(a), valuesOf(b));
}

/** All problems except hints. */
function graveOf(document: Document): Problem[] {
  return problemsOf(document).filter(({ severity }) => severity !== 'hint');
}

function told({ code, message, from, to }: Problem, text: string): string {
  return `${code} at ${from} ${JSON.stringify(text.slice(Math.max(0, from - 20), from))}⟦${text.slice(from, Math.min(to, from + 20))}⟧: ${message}`;
}

/** Seeded random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The results for mistakes of all kinds. */
export interface Total {
  readonly outcomes: readonly Outcome[];
  readonly tried: number;
  /** Fractions of 1. */
  readonly one: number;
  readonly cleanedByFirst: number;
  readonly cleanedByAny: number;
}

export function measuredAll(kinds: readonly SlipKind[], places: number, seed: number): Total {
  const files = realFiles();
  const random = randomFrom(seed);
  const outcomes = kinds.map((kind) => measured(kind, files, { places, random }));
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, one) => all + of(one), 0);
  const tried = sum((outcome) => outcome.tried);
  return {
    outcomes,
    tried,
    one: sum(({ one }) => one) / tried,
    cleanedByFirst: sum(({ cleanedByFirst }) => cleanedByFirst) / tried,
    cleanedByAny: sum(({ cleanedByAny }) => cleanedByAny) / tried,
  };
}
