import { version } from '../../package.json';
import { countOf } from '../../send/format/counts';
import { groupContainerOf } from '../../server/core/collection/reading/groupContainer';
import { analyze } from '../../server/core/document';
import { createEngine, type Engine } from '../../server/core/engine';
import { label } from '../../server/core/features/visible';
import type { LanguageId } from '../../server/core/schema/documentKind';
import type { Work } from '../../server/core/work';
import { fail } from '../fail';
import { findInputs, totalSize } from '../files/inputs';
import { standardOutput } from '../files/openOutput';
import { readDocument, type Source } from '../files/readDocument';
import { runInSlices } from '../inSlices';
import { Figures } from '../stats/figures';
import { statsJson } from '../stats/json';
import { statsLines } from '../stats/text';
import { paintFor } from '../terminal/colours';
import { startProgress } from '../terminal/progress';
import { tell } from '../terminal/tell';

export interface StatsOptions {
  readonly as?: LanguageId;
  readonly format: 'text' | 'json';
}

/** `trajectory stats`: statistics of the trajectories of all files together. */
export async function stats(paths: readonly string[], { as, format }: StatsOptions): Promise<void> {
  const engine = createEngine();
  const figures = new Figures();
  const inputs = await findInputs(paths);
  const progress = startProgress(inputs.length, totalSize(inputs));
  for (const input of inputs) {
    const source = 'message' in input ? input : await readDocument(input, { as, onBytes: progress.bytes });
    if ('message' in source) fail(input.shown, source.message);
    else {
      const added = await runInSlices(adding(engine, source, figures), progress.tick);
      if (typeof added === 'string') fail(input.shown, added);
      else if (added > 0)
        tell(
          `${label(input.shown)}: ${countOf(added, 'problem')}. What is wrong may not be counted; \`trajectory check\` lists it.`,
        );
    }
    progress.fileDone();
  }
  if (figures.files === 0) return;
  await standardOutput.write(
    format === 'json'
      ? statsJson(figures, version)
      : statsLines(figures, paintFor(process.stdout))
          .map((line) => `${line}\n`)
          .join(''),
  );
}

/** Adds the trajectories of a file; returns its number of errors and warnings, or what it is if it is something else. */
function* adding(engine: Engine, { text, language, name }: Source, figures: Figures): Work<string | number> {
  const document = yield* analyze(engine, text, { language, name });
  const { type, counts } = document;
  const { wrongFile } = type;
  if (wrongFile !== null && groupContainerOf(document) === null) return wrongFile.message;
  yield* figures.add(document);
  return wrongFile === null ? counts[0] + counts[1] : 0;
}
