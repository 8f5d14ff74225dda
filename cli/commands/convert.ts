import { leftOutMessage } from '../../send/format/leftOut';
import { needsGrouping } from '../../send/request/grouping';
import { mixedLinesMessage } from '../../send/request/mixedLines';
import { analyze, type Document } from '../../server/core/document';
import { createEngine } from '../../server/core/engine';
import { applyEdits } from '../../server/core/features/applyEdits';
import {
  type Converted,
  convertDocument,
  type Form,
  type Grouping,
} from '../../server/core/features/lines/convert';
import { stringOfLong, textOfLong } from '../../server/core/features/longStrings';
import { rewriteDocument } from '../../server/core/features/rewrites/rewrites';
import { memberOfRoot, summarize } from '../../server/core/features/summary';
import { countSyntaxErrors, syntaxErrorsInOrder } from '../../server/core/features/syntaxErrorList';
import { label } from '../../server/core/features/visible';
import { wrongFileProblem } from '../../server/core/rules/wholeDocument';
import type { LanguageId, Rewrite } from '../../server/core/schema/documentKind';
import { lineEndOf } from '../../server/core/text/lineEnds';
import { positionAt, sliceText, type Text } from '../../server/core/text/text';
import type { Work } from '../../server/core/work';
import { fileErrorReason } from '../../server/files/fileErrorReason';
import { fail } from '../fail';
import { findInputs, totalSize } from '../files/inputs';
import { writeTo } from '../files/openOutput';
import { whyNotWritten } from '../files/outputs';
import { readDocument } from '../files/readDocument';
import { neededGrouping } from '../grouping';
import { runInSlices } from '../inSlices';
import { startProgress } from '../terminal/progress';
import { tell } from '../terminal/tell';

/** What a document is converted to: `json` only changes the notation. */
export type Target = Form | 'json';

export interface ConvertOptions {
  readonly to: Target;
  readonly as?: LanguageId;
  readonly grouping?: Grouping;
  readonly output?: string;
}

const targets: Record<Target, string> = { lines: 'JSON Lines', 'log-request': 'a log request', json: 'JSON' };

/** `trajectory convert`: writes a document in another format to standard output or to a file. */
export async function convert(path: string, options: ConvertOptions): Promise<void> {
  const [input, ...others] = await findInputs([path]);
  if (input === undefined || others.length > 0) return fail(path, 'Convert one file at a time.');
  const refused = await whyNotWritten(options.output, [input], 'document');
  if (refused !== null) return fail(options.output!, refused);
  const { bytes, tick } = startProgress(1, totalSize([input]));
  const source = 'message' in input ? input : await readDocument(input, { ...options, onBytes: bytes });
  if ('message' in source) return fail(input.shown, source.message);
  const { text, language, name } = source;
  const read = await runInSlices(analyze(createEngine(), text, { language, name }), tick);
  const { document, obstacle } = await runInSlices(inJson(read), tick);
  const converted = await runInSlices(converting(document, options), tick);
  if ('message' in converted) return fail(input.shown, obstacle ?? converted.message);
  const result = options.to === 'json' ? converted.text : withLineEndsOf(text, converted.text);
  try {
    await writeTo(options.output, (output) => output.write(result));
  } catch (error) {
    return fail(options.output ?? '<stdout>', `Cannot be written: ${fileErrorReason(error)}`);
  }
  const { left, notice } = converted;
  if (left.length > 0) tell(leftOutMessage(label(input.shown), left, targets[options.to]));
  else if (notice != null) tell(`${label(input.shown)}: ${notice}`);
  if (options.to === 'log-request' && memberOfRoot(document, document.engine.schemas.names.split) === null)
    tell(
      'The split of the log request is empty. Enter its name, or give it to `trajectory log` with --split.',
    );
}

/** JSON with the line ends of another text: all of its own are between tokens. */
function withLineEndsOf(text: Text, json: string): string {
  const end = lineEndOf(text);
  return end === '\n' ? json : json.replace(/\r\n|\r|\n/g, end);
}

/** Rewrites of the editor that make JSON of the same values. */
const notations: readonly Rewrite[] = [
  'literals',
  'unquoted',
  'typography',
  'decoded',
  'unfence',
  'strip-prefix',
  'strip-marks',
];

/**
 * A document in another notation as JSON; the document itself if it is JSON, or cannot be written as JSON. Then `obstacle`
 * says why.
 */
function* inJson(
  document: Document,
): Work<{ readonly document: Document; readonly obstacle: string | null }> {
  for (let json = document; ; ) {
    const rewrite = json.type.wrongFile?.rewrites.find((one) => notations.includes(one));
    if (rewrite === undefined) return { document: json, obstacle: null };
    const { edits, notice } = yield* rewriteDocument(json, rewrite);
    const read = yield* applyEdits(json, edits);
    // Lines under another name have syntax errors, too.
    const isJson = countSyntaxErrors(read.tree) === 0 || read.type.wrongFile !== null;
    if (edits.length === 0) return { document: json, obstacle: notice };
    if (!isJson)
      return {
        document: json,
        obstacle: `Not converted: ${json.type.wrongFile!.message} ${obstacleIn(read)}`,
      };
    // It may be in a fence and a string, say.
    json = read;
  }
}

/** Names the first part of a rewritten document that is not JSON. */
function obstacleIn({ text, tree }: Document): string {
  const [error] = syntaxErrorsInOrder(tree);
  const found = sliceText(text, error!.from, Math.min(error!.to, error!.from + 50));
  const shown = /[\p{L}\p{N}]/u.test(found) ? `'${label(found)}'` : 'A value';
  return `${shown} cannot be written as JSON.`;
}

type Result = (Converted & { readonly notice?: string | null }) | { readonly message: string };

function* converting(document: Document, { to, grouping }: ConvertOptions): Work<Result> {
  if (to === 'json') return yield* unchanged(document);
  const options = { to, grouping };
  const rewrites = document.type.wrongFile?.rewrites ?? [];
  // What makes a log request makes lines, too.
  if (!rewrites.includes(to) && !rewrites.includes('log-request')) return yield* regrouped(document, options);
  if (grouping === undefined && rewrites.includes(to)) return yield* rewritten(document, to);
  // As lines they can be grouped.
  const lines = yield* rewritten(document, 'lines');
  if ('message' in lines) return lines;
  const text = yield* textOfLong(lines.text);
  const read = yield* analyze(document.engine, text, { language: 'trajectory-jsonl', name: '' });
  // Their places in the lines would say nothing about the file.
  if (countSyntaxErrors(read.tree) > 0) return { message: 'Not converted: some values have syntax errors.' };
  const converted = yield* regrouped(read, options);
  return 'message' in converted ? converted : { ...converted, left: [...lines.left, ...converted.left] };
}

/** A document as it is, if it is JSON. */
function* unchanged(document: Document): Work<Result> {
  if (countSyntaxErrors(document.tree) > 0) return { message: `Not converted: ${whyNot(document)}` };
  return { text: yield* stringOfLong(document.text), left: [] };
}

interface Regrouping {
  readonly to: Form;
  readonly grouping: Grouping | undefined;
}

/** Converts a document; bare trajectories become groups as the options say. */
function* regrouped(document: Document, { to, grouping }: Regrouping): Work<Result> {
  const summary = yield* summarize(document);
  const mixed = mixedLinesMessage(summary);
  if (mixed !== null && grouping !== 'each')
    return { message: `Not converted. ${mixed} --grouping each does the first.` };
  if (grouping === undefined && needsGrouping(summary)) return { message: neededGrouping(summary) };
  const converted = yield* convertDocument(document, to, grouping ?? null);
  return converted ?? { message: `Not converted: ${whyNot(document)}` };
}

/** Converts values that are in the wrong kind of file. */
function* rewritten(document: Document, to: Form): Work<Result> {
  const { edits, notice, left = [] } = yield* rewriteDocument(document, to);
  if (edits.length === 0) return { message: notice ?? 'Not converted.' };
  const { text } = yield* applyEdits(document, edits);
  return { text: yield* stringOfLong(text), left, notice };
}

/** Why a document is not converted, although its trajectories are in groups, or are to be grouped. */
function whyNot({ text, tree, type }: Document): string {
  if (type.wrongFile !== null) return wrongFileProblem(type.wrongFile).message;
  const [error] = syntaxErrorsInOrder(tree);
  if (error === undefined) return 'the document has no groups.';
  const { line, character } = positionAt(text, error.from);
  return `there is a syntax error at ${line + 1}:${character + 1}. Fix it first: \`trajectory check\` lists all errors, and \`trajectory fix\` corrects what is certain.`;
}
