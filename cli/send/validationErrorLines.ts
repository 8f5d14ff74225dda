import { boundedText } from '../../send/format/plainText';
import type { Body, DocumentSnapshot } from '../../send/request/body';
import { findMarks, type ServiceMark } from '../../send/response/marks';
import type { ValidationError } from '../../send/response/validationErrors';
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
    const { document } = documentOf(source);
    const located = await runInSlices(locatePaths(document, paths));
    return located.map((one) => ({
      ...one,
      start: positionAt(document.text, one.from),
      end: positionAt(document.text, one.to),
    }));
  });
  const paint = paintFor(process.stderr);
  return [...found].flatMap(([source, marks]) =>
    [...marks].sort((a, b) => a.from - b.from).flatMap((mark) => markLines(documentOf(source), mark, paint)),
  );
}

function markLines({ input, document: { text } }: Described, mark: ServiceMark, paint: Paint): string[] {
  const { error, needsPath } = mark;
  const { line, character } = positionAt(text, mark.from);
  const path = needsPath ? `${boundedText(error.loc.join('.'), 200)}: ` : '';
  const type = error.type === '' ? '' : ` [${boundedText(error.type, 60)}]`;
  const width = columnsOf(process.stderr) - indentation.length;
  const [shown, carets] = excerptLines(excerptOf(text, mark), width, paint);
  const location = paint('bold', `${label(input.shown)}:${line + 1}:${character + 1}`);
  return [
    `${location}: ${paint('red', 'error')}: ${path}${boundedText(error.message, 500)}${type}`,
    `${indentation}${shown}`,
    `${indentation}${carets}`,
  ];
}
