import { describe, expect, it } from 'vitest';
import type { DocumentOptions } from '../../../../../server/core/document';
import { problemsOf } from '../../../../../server/core/document';
import { complete } from '../../../../../server/core/features/completion/complete';
import type { Completion } from '../../../../../server/core/features/completion/completion';
import { runToEnd } from '../../../../../server/core/work';
import { open, options } from '../../support';
import { completed, modelId, now, openAt } from '../support';
import { sidesOf, typedOf } from './matrix';

/** Places for an object: its name, and the document around it. */
const levels: readonly { level: string; how: DocumentOptions; around: (object: string) => string }[] = [
  {
    level: 'at the top',
    how: options.config,
    around: (object) => object,
  },
  {
    level: 'nested',
    how: { language: 'trajectory', name: 'test.training-job.json' },
    around: (object) =>
      `{\n  "model_id": "${modelId}",\n  "trajectory_groups": [],\n  "experimental_config": ${object}\n}\n`,
  },
  {
    level: 'last in an unclosed document',
    how: { language: 'trajectory', name: 'test.training-job.json' },
    around: (object) =>
      `{ "model_id": "${modelId}", "trajectory_groups": [], "experimental_config": ${object}`,
  },
];

const sides = sidesOf('"epsilon": 1', '"learning_rate": 2');
const breaks = { 'on one line': '', 'on separate lines': '\n  ' };

interface Case {
  readonly name: string;
  readonly marked: string;
  readonly how: DocumentOptions;
}

/** Every combination of a place and the text typed there. */
function cases(typed: Readonly<Record<string, string>>): Case[] {
  const all: Case[] = [];
  for (const { level, how, around } of levels)
    for (const { where, left, right } of sides)
      for (const [breakName, space] of Object.entries(breaks))
        for (const [typedName, token] of Object.entries(typed)) {
          const marked = around(`{${space}${left}${space}${token}${right}${space}}`);
          all.push({ name: `${level}, ${where}, ${breakName}: ${typedName}`, marked, how });
        }
  return all;
}

function offered(
  { marked, how }: Case,
  label: string,
): { content: string; offset: number; completion: Completion } {
  const { document, offset, content } = openAt(marked, how);
  const completions = runToEnd(complete(document, offset, { recentModelIds: [], now })).items;
  const completion = completions.find((one) => one.label === label);
  if (completion === undefined) {
    throw new Error(
      `${label} is not offered, only ${completions.map((one) => one.label).join(' ')} in ${marked}`,
    );
  }
  return { content, offset, completion };
}

/** The config in a document, which must be JSON except for unclosed brackets. */
function configIn(content: string, how: DocumentOptions): unknown {
  const document = open(content, how);
  const missing = problemsOf(document).filter(({ code }) => code === 'syntax');
  const isOpen = missing.length === 1 && missing[0]!.message.endsWith('is never closed.');
  if (missing.length > 0 && !isOpen) throw new Error(`${missing[0]!.message} ${content}`);
  const value = JSON.parse(isOpen ? `${content}}` : content) as Record<string, unknown>;
  return value['experimental_config'] ?? value;
}

/** The members around the place, and the completed one. */
function expectedFor(marked: string, name: string, value: unknown): Record<string, unknown> {
  const epsilon = marked.includes('"epsilon"') ? { epsilon: 1 } : {};
  const rate = marked.includes('"learning_rate"') ? { learning_rate: 2 } : {};
  return { ...epsilon, [name]: value, ...rate };
}

/** Asserts that the text before the cursor is a prefix of the filter text, as editors require. */
function expectFits(content: string, offset: number, { filterText, replace }: Completion): void {
  expect(filterText.startsWith(content.slice(replace.from, offset))).toBe(true);
  expect(content.slice(replace.from, replace.to)).not.toContain('\n');
  expect(replace.to).toBeGreaterThanOrEqual(offset);
}

const names = typedOf('ppo');

describe('a name', () => {
  it.each(cases(names))('$name', (one) => {
    const { content, offset, completion } = offered(one, 'ppo');
    const after = completed(content, completion);
    expect(configIn(after, one.how)).toEqual(expectedFor(one.marked, 'ppo', true));
    expectFits(content, offset, completion);
  });

  const withValue = Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => name !== 'nothing')
      .flatMap(([name, token]) => [
        [`${name} with a colon and a value`, `${token}: false`],
        [`${name} with a space before the colon`, `${token} : false`],
        [`${name} with a value but no colon`, `${token} false`],
      ]),
  );

  it.each(
    cases(withValue).filter(
      ({ name }) => !name.includes('member without comma') && !name.includes('next line'),
    ),
  )('$name', (one) => {
    const { content, offset, completion } = offered(one, 'ppo');
    expect(configIn(completed(content, completion), one.how)).toEqual(expectedFor(one.marked, 'ppo', false));
    expectFits(content, offset, completion);
  });
});

const values = {
  nothing: '|',
  'nothing, with blanks': ' | ',
  'a word': 't|',
  'a string': '"t|"',
  'an empty string': '"|"',
  'a whole string': '"token|"',
  'a string with another value': '"se|quence"',
  'a value of another type': '|12',
  'a word right before another value': 't|"sequence"',
  'a word before another value': 't| "sequence"',
  'a string that begins right before another value': '"t|"sequence"',
};

describe('a value', () => {
  const typed = Object.fromEntries(
    Object.entries(values).map(([name, token]) => [name, `"importance_sampling_level": ${token}`]),
  );

  it.each(cases(typed).filter(({ name }) => !name.includes('after a member without comma')))(
    '$name',
    (one) => {
      const { content, completion } = offered(one, '"token"');
      const after = completed(content, completion);
      expect(configIn(after, one.how)).toEqual(expectedFor(one.marked, 'importance_sampling_level', 'token'));
    },
  );

  it('that is true or false needs no quotes', () => {
    const how = options.config;
    for (const token of ['|', 't|', 't|rue', '"|"', '"tr|ue"', 'fal|se', '|false']) {
      const one = { name: token, marked: `{ "ppo": ${token}, "epsilon": 1 }`, how };
      const { content, completion } = offered(one, 'true');
      expect(completed(content, completion)).toBe('{ "ppo": true, "epsilon": 1 }');
    }
  });
});

describe('an item', () => {
  const group = '{ "trajectories": [] }';
  const places: readonly [string, number][] = [
    ['[|]', 1],
    ['[ | ]', 1],
    [`[|${group}]`, 2],
    [`[| ${group}]`, 2],
    [`[${group}, |]`, 2],
    [`[${group}|]`, 2],
    [`[${group} |]`, 2],
    [`[${group}\n  |\n]`, 2],
    [`[${group}, | ${group}]`, 3],
    [`[${group} | ${group}]`, 3],
    [`[${group}|, ${group}]`, 3],
    [`[${group}, |, ${group}]`, 3],
    [`[${group},\n|\n${group}]`, 3],
    ['[ne|]', 1],
  ];

  it.each(places)('is inserted into %s', (array, count) => {
    const marked = `{ "split": "x", "trajectory_groups": ${array} }`;
    const one = { name: array, marked, how: options.trajectory };
    const { content, completion } = offered(one, 'New trajectory group');
    const after = JSON.parse(completed(content, completion)) as { trajectory_groups: unknown[] };
    expect(after.trajectory_groups).toHaveLength(count);
  });
});
