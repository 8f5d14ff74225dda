import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DocumentOptions, openDocument, problemsOf } from '../../server/core/document';
import { findHints } from '../../server/core/features/hints/hints';
import { severities } from '../../server/core/schema/problem';
import { clientSupport } from '../../server/lsp/clientSupport';
import { toDiagnostic } from '../../server/lsp/toLsp';
import { engine, options } from '../server/core/support';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/problems.md'), 'utf8');
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [code, ...text] = section.split('\n');
    return { code: code!, text: text.join('\n') };
  });
const codes = [
  ...readFileSync(join(root, 'server/core/schema/problem.ts'), 'utf8')
    .match(/export type Code =[^;]*;/)![0]
    .matchAll(/\| '([\w-]+)'/g),
].map((match) => match[1]!);

/** Codes of problems of documents: behind them are those of the list itself, and those of hints. */
const documentCodes = codes.slice(0, codes.indexOf('too-many-problems'));

/** An example with one of these keys holds members of a trajectory; the others are documents. */
const inTrajectory = /"(reward|rewrad|start_time|content|seed|messages_and_choices|tools)"/;

describe('The page of problems', () => {
  it('has one section per code, in the order of the `Code` type', () => {
    expect(codes.length).toBeGreaterThan(10);
    expect(sections.map(({ code }) => code)).toEqual(codes);
  });

  it('is linked from diagnostics, with the code as anchor', () => {
    const { text } = openDocument(engine, '', options.trajectory);
    const capabilities = { textDocument: { publishDiagnostics: { codeDescriptionSupport: true } } };
    const linked = (code: string, initOptions: unknown, page: string | null) => {
      const problem = { code: code as 'syntax', severity: 'error', from: 0, to: 0, message: '' } as const;
      const client = clientSupport(capabilities, initOptions, page).diagnostics;
      return toDiagnostic(problem, { text, uri: 'file:///a', client }).codeDescription?.href;
    };
    for (const code of codes) {
      expect(linked(code, null, 'file:///problems.md')).toBe(`file:///problems.md#${code}`);
      expect(linked(code, null, null)).toBeUndefined();
      expect(linked(code, { explainCommand: 'a.b' }, 'file:///problems.md')).toBe(
        `command:a.b?%5B%22${code}%22%5D`,
      );
      // GitHub's heading anchors: lower case, no punctuation but hyphens.
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    }
  });

  it('and the table of the README have the same codes, but for hints, with the same severities', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const rows = [...readme.matchAll(/^\| \[`([\w-]+)`\]\(docs\/problems\.md#\1\) \| ([^|]*) \|/gm)];
    const inTable = new Map(rows.map(([, code, severity]) => [code, severitiesIn(severity!)]));
    const onPage = new Map(
      sections
        .filter(({ code }) => documentCodes.includes(code))
        .map(({ code, text }) => [code, severitiesIn(/\*\*[^*]*\*\*/.exec(text)![0])]),
    );
    expect(inTable).toEqual(onPage);
  });

  it.each(sections)('$code: says how severe the problem is, what it means and how to fix it', ({ text }) => {
    expect(text).toMatch(
      /^\n\*\*(Error|Warning|Information|Hint|Warning; error|Warning or hint)[^*]*\*\* \S/,
    );
    expect(text).toContain('**How to fix it.**');
  });

  it.each(
    sections.flatMap(({ code, text }) =>
      [...text.matchAll(/```json\n([^…]*?)\n```/g)].map((match) => ({ code, example: match[1]! })),
    ),
  )('$code: its example has this problem', ({ code, example }) => {
    const isPart = inTrajectory.test(example) && !example.includes('"trajectories"');
    expect(codesOf(isPart ? `{"trajectories": [${example}]}` : example, code)).toContain(code);
  });

  it.each(
    [...sections[0]!.text.matchAll(/^\| (`.*`) \| /gm)]
      .flatMap((row) => [...row[1]!.matchAll(/`([^`]+)`/g)])
      .map((match) => match[1]!),
  )('syntax: %s gives exactly one problem', (example) => {
    expect(codesOf(example, 'syntax').filter((code) => code === 'syntax')).toEqual(['syntax']);
  });
});

function severitiesIn(text: string): string[] {
  return severities.filter((severity) => text.toLowerCase().includes(severity));
}

function codesOf(example: string, code: string): string[] {
  const how: DocumentOptions = code === 'undocumented-value' ? options.config : options.trajectory;
  const document = openDocument(engine, example, how);
  const hints = findHints(document, 1000);
  let step = hints.next();
  while (step.done !== true) step = hints.next();
  return [...problemsOf(document), ...step.value].map((problem) => problem.code);
}
