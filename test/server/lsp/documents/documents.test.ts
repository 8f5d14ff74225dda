import { expect, it } from 'vitest';
import { analysisBy } from '../../../../server/lsp/documents/analysis';
import { type Analyzed, Documents, type Failure } from '../../../../server/lsp/documents/documents';
import { inLanes } from '../../../../server/lsp/scheduling/lanes';
import { engine, options } from '../../core/support';

const uri = 'file:///folder/a.trajectory.json';
const other = 'file:///folder/b.trajectory.json';
const start = { line: 0, character: 0 };
const edit = { range: { start, end: start }, text: '\n' };

it('An exception while a text is recognized affects only its document, until the next edit', async () => {
  const failures: Failure[] = [];
  const analyzed: Analyzed[] = [];
  const documents = new Documents({
    analysis: analysisBy(engine),
    lanes: inLanes(setImmediate),
    onAnalyzed: (one) => analyzed.push(one),
    onForgotten: () => undefined,
    onFailed: (failure) => failures.push(failure),
  });
  const error = new TypeError('what the user wrote');
  let isFailing = true;
  documents.open(uri, 1, '{"split": 1}', () => {
    if (isFailing) throw error;
    return options.trajectory;
  });
  documents.open(other, 1, '{}', () => options.trajectory);

  const waiting = documents.ready(uri);
  expect(await documents.ready(other)).not.toBeNull();
  expect(await waiting).toBeNull();
  expect(failures).toEqual([{ uri, version: 1, error, of: 'analysis', isOutdated: false }]);
  expect(documents.hasNoAnalysis(uri)).toBe(true);
  expect(await documents.ready(uri)).toBeNull();

  documents.change(uri, 2, [edit]);
  expect(await documents.ready(uri)).toBeNull();
  expect(failures).toHaveLength(2);

  isFailing = false;
  documents.change(uri, 3, [edit]);
  expect((await documents.ready(uri))?.text.length).toBe('\n\n{"split": 1}'.length);
  expect(analyzed.map(({ uri, version }) => [uri, version])).toEqual([
    [other, 1],
    [uri, 3],
  ]);
  expect(failures).toHaveLength(2);
});
