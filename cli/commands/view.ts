import { countOf } from '../../send/format/counts';
import { groupContainerOf } from '../../server/core/collection/reading/groupContainer';
import { analyze, type Document } from '../../server/core/document';
import { createEngine } from '../../server/core/engine';
import { htmlStep } from '../../server/core/features/export/export';
import {
  type ExportCursor,
  type ExportStep,
  exportStart,
} from '../../server/core/features/export/exportStep';
import { label } from '../../server/core/features/visible';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { fileErrorReason } from '../../server/files/fileErrorReason';
import { fail } from '../fail';
import { findInputs, totalSize } from '../files/inputs';
import { type Output, writeTo } from '../files/openOutput';
import { whyNotWritten } from '../files/outputs';
import { readDocument } from '../files/readDocument';
import { runInSlices } from '../inSlices';
import { type Progress, startProgress } from '../terminal/progress';
import { tell } from '../terminal/tell';

export interface ViewOptions {
  readonly html: string;
  readonly as?: LanguageId;
}

/** `trajectory view FILE --html OUT`: writes the conversations of a document as one HTML page. */
export async function view(path: string, { html, as }: ViewOptions): Promise<void> {
  const [input, ...others] = await findInputs([path]);
  if (input === undefined || others.length > 0) return fail(path, 'View one file at a time.');
  const refused = await whyNotWritten(html, [input], 'report');
  if (refused !== null) return fail(html, refused);
  const progress = startProgress(1, totalSize([input]));
  const source = 'message' in input ? input : await readDocument(input, { as, onBytes: progress.bytes });
  if ('message' in source) return fail(input.shown, source.message);
  const { text, language, name } = source;
  if (language === 'training-config')
    return fail(input.shown, 'A training config has no trajectories to view.');
  const document = await runInSlices(analyze(createEngine(), text, { language, name }), progress.tick);
  const { type, counts } = document;
  if (type.wrongFile !== null && groupContainerOf(document) === null)
    return fail(input.shown, type.wrongFile.message);
  const problems = type.wrongFile === null ? counts[0] + counts[1] : 0;
  if (problems > 0)
    tell(
      `${label(input.shown)}: ${countOf(problems, 'problem')}. What is wrong may not be shown; \`trajectory check\` lists it.`,
    );
  try {
    await writeTo(html, (output) => writePage(output, { document, title: name, progress }));
  } catch (error) {
    fail(html, `Cannot be written: ${fileErrorReason(error)}`);
  }
}

interface Page {
  readonly document: Document;
  readonly title: string;
  readonly progress: Progress;
}

async function writePage(output: Output, { document, title, progress }: Page): Promise<void> {
  for (let at: ExportCursor | null = exportStart; at !== null; ) {
    const step: ExportStep = await runInSlices(htmlStep(document, title, at), progress.tick);
    await output.write(step.text);
    at = step.next;
  }
}
