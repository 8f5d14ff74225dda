import { boundedText } from '../../send/format/plainText';
import type { Body, DocumentSnapshot } from '../../send/request/body';
import { fileErrorsOf, indexesOf } from '../../send/response/fileErrors';
import { findMarks, type ServiceMark } from '../../send/response/marks';
import { introduction, type ValidationError } from '../../send/response/validationErrors';
import { linesOfValues } from '../../send/transport/linesOfValues';
import { locatePaths } from '../../server/core/features/paths/locatePaths';
import { label } from '../../server/core/features/visible';
import { positionAt } from '../../server/core/text/text';
import { excerptOf } from '../check/excerpt';
import { runInSlices } from '../inSlices';
import { excerptLines } from '../report/excerptLines';
import { type Paint, paintFor } from '../terminal/colours';
import { columnsOf } from '../terminal/columns';
import type { Described } from './describe';

const indentation = '    ';

/** The service's validation errors at their locations in the documents, as `check` reports errors. */
export async function validationErrorLines(
  { body, errors }: { readonly body: Body; readonly errors: readonly ValidationError[] },
  documents: readonly Described[],
): Promise<readonly string[]> {
  const documentOf = (source: DocumentSnapshot): Described =>
    documents.find(({ described }) => described.source === source)!;
  const found = await findMarks({ body, errors }, async (source, paths) => {
    const document = documentOf(source).document!;
    const located = await runInSlices(locatePaths(document, paths));
    return located.map((one) => ({
      ...one,
      start: positionAt(document.text, one.from),
      end: positionAt(document.text, one.to),
    }));
  });
  const paint = paintFor(process.stderr);
  const inDocuments = [...found].flatMap(([source, marks]) =>
    [...marks].sort((a, b) => a.from - b.from).flatMap((mark) => markLines(documentOf(source), mark, paint)),
  );
  return [...(await linesOfFile({ body, errors }, documents, paint)), ...inDocuments];
}

/** The validation errors about a large file: with the lines of their values, but no excerpts. */
async function linesOfFile(
  { body, errors }: { readonly body: Body; readonly errors: readonly ValidationError[] },
  documents: readonly Described[],
  paint: Paint,
): Promise<readonly string[]> {
  const about = fileErrorsOf(body, errors);
  if (about === null) return [];
  const { input } = documents.find(({ described }) => described.source === about.file)!;
  const lines = await linesOfValues(about.file.path, indexesOf(about.errors));
  return about.errors.map((one) => {
    const line = one.index === null ? undefined : lines.get(one.index);
    const place = label(input.shown) + (line === undefined ? '' : `:${line + 1}`);
    return `${paint('bold', place)}: ${textOf(one.error, true, paint)}`;
  });
}

function markLines({ input, document }: Described, mark: ServiceMark, paint: Paint): string[] {
  const { text } = document!;
  const { line, character } = positionAt(text, mark.from);
  const width = columnsOf(process.stderr) - indentation.length;
  const [shown, carets] = excerptLines(excerptOf(text, mark), width, paint);
  const location = paint('bold', `${label(input.shown)}:${line + 1}:${character + 1}`);
  return [
    `${location}: ${textOf(mark.error, mark.needsPath, paint)}`,
    `${indentation}${shown}`,
    `${indentation}${carets}`,
  ];
}

function textOf(error: ValidationError, needsPath: boolean, paint: Paint): string {
  const path = needsPath ? introduction(error) : '';
  const code = error.type === '' ? '' : ` [${boundedText(error.type, 60)}]`;
  return `${paint('red', 'error')}: ${path}${boundedText(error.message, 500)}${code}`;
}
