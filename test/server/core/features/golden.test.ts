import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../../server/core/document';
import { foldingLines, foldingRanges } from '../../../../server/core/features/folding';
import { formatDocument } from '../../../../server/core/features/format/format';
import { findHints } from '../../../../server/core/features/hints/hints';
import { hover } from '../../../../server/core/features/hover/hover';
import { markdownOf } from '../../../../server/core/features/hover/markdown';
import { documentSymbols, type OutlineNode } from '../../../../server/core/features/outline/symbols';
import { positionAt, sliceText, stringOf } from '../../../../server/core/text/text';
import { runToEnd } from '../../../../server/core/work';
import { open, options } from './cursor';
import { withEdits } from './support';

/** Each fixture has its expected results beside it; `npx vitest run golden -u` rewrites them. */
const folder = new URL('../../../fixtures/features/', import.meta.url);
const fixtures = readdirSync(folder).filter((name) => /\.jsonl?$/.test(name));

/** A feature's result as text, by file extension. */
const features: Readonly<Record<string, (document: Document) => string>> = {
  outline: (document) => outlined(runToEnd(documentSymbols(document))).join('\n'),
  folding: (document) =>
    runToEnd(foldingLines(document, 1000))
      .map((one) => `${one.startLine + 1}-${one.endLine + 1}`)
      .join('\n'),
  stretches: (document) =>
    runToEnd(foldingRanges(document, 1000))
      .map((one) => marked(document, one))
      .join('\n'),
  formatted: (document) =>
    withEdits(
      stringOf(document.text),
      runToEnd(formatDocument(document, null, { tabSize: 2, insertSpaces: true })).edits,
    ),
  hints: (document) =>
    runToEnd(findHints(document, 1000))
      .map((hint) => `${marked(document, hint)} ${hint.code}: ${hint.message}`)
      .join('\n'),
  hover: (document) => hovers(document).join('\n'),
};

describe('The result of a feature for a whole document', () => {
  const cases = fixtures.flatMap((name) => Object.keys(features).map((suffix) => ({ name, suffix })));
  it.each(cases)('$name: $suffix', async ({ name, suffix }) => {
    const how = name.endsWith('l') ? options.lines : options.trajectory;
    const document = open(readFileSync(new URL(name, folder), 'utf8'), { ...how, name });
    const made = features[suffix]!(document);
    await expect(made.endsWith('\n') ? made : `${made}\n`).toMatchFileSnapshot(
      new URL(`${name}.${suffix}`, folder).pathname,
    );
  });
});

/** An outline as indented lines: name, kind and detail. */
function outlined(outline: readonly OutlineNode[], indent = ''): string[] {
  return outline.flatMap(({ name, kind, detail, children }) => [
    `${indent}${name} (${kind})${detail && ` = ${detail}`}`,
    ...outlined(children, `${indent}  `),
  ]);
}

/** A range as line, character and its text, with the middle elided if long. */
function marked({ text }: Document, { from, to }: { readonly from: number; readonly to: number }): string {
  const { line, character } = positionAt(text, from);
  const content = JSON.stringify(sliceText(text, from, to));
  const shown = content.length > 40 ? `${content.slice(0, 18)} … ${content.slice(-18)}` : content;
  return `${line + 1}:${character + 1} ${shown}`;
}

/** The hover at the start of each token, one per line. */
function hovers(document: Document): string[] {
  const content = stringOf(document.text);
  const said = new Map<number, string>();
  for (const { index } of content.matchAll(/"(?:[^"\\\n]|\\.)*"?|[^\s,:]/g)) {
    const found = runToEnd(hover(document, index + 1));
    if (found !== null)
      said.set(found.from, `${marked(document, found)} ${markdownOf(found.lines).replaceAll('\n\n', ' | ')}`);
  }
  return [...said].sort(([a], [b]) => a - b).map(([, words]) => words);
}
