import { boundedText } from '../../send/format/plainText';
import { openJournal } from '../../send/journal/journal';
import { busyMessage, findPriorSends } from '../../send/journal/priorSends';
import { unreadableLines } from '../../send/journal/unreadable';
import type { Operation } from '../../send/outcome';
import type { DescribedSource } from '../../send/request/body';
import { parseBaseUrl } from '../../send/request/endpoint';
import { type Grouping, needsGrouping } from '../../send/request/grouping';
import { missingConfigMessage, missingGroupsMessage } from '../../send/request/requestBodies';
import { type Documents, type Submission, submissionOf } from '../../send/submission';
import { nothingSent } from '../../send/transport/files';
import { createEngine, type Engine } from '../../server/core/engine';
import { label } from '../../server/core/features/visible';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { ExitCode } from '../exitCode';
import { findInputs } from '../files/inputs';
import { neededGrouping } from '../grouping';
import { type Answers, confirm } from '../send/confirm';
import { type Described, describe } from '../send/describe';
import { journalFolder } from '../send/journalFolder';
import { operations } from '../send/operations';
import { report } from '../send/report';
import { Stop, stop } from '../send/stop';
import { submitWithProgress } from '../send/submitWithProgress';
import { readToken } from '../send/token';
import { status } from '../status';
import { tell } from '../terminal/tell';

export interface SendOptions extends Answers {
  readonly url?: string;
  readonly modelId?: string;
  readonly split?: string;
  /** Path of a training config. */
  readonly config?: string;
  readonly grouping?: Grouping;
  readonly as?: LanguageId;
  readonly tokenStdin?: boolean;
}

/** `trajectory log` and `trajectory train`: describe → confirm → submit → report. */
export async function send(operation: Operation, path: string, options: SendOptions): Promise<void> {
  try {
    await run(operation, path, options);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    tell(`trajectory: ${error.message}`);
    status.add(ExitCode.failed);
  }
}

async function run(operation: Operation, path: string, options: SendOptions): Promise<void> {
  const url =
    options.url ?? (process.env['TRAJECTORY_URL'] || stop('No service URL. Set --url or TRAJECTORY_URL.'));
  const base = parseBaseUrl(url);
  if (!base.ok) stop(base.message);
  stopAtSharedInput(path, options);
  const engine = createEngine();
  const groups = await described(engine, path, options.as);
  // Before any question of what else is missing: that may be in the file, too.
  const wrongFile = groups.document?.type.wrongFile ?? null;
  if (wrongFile !== null) stop(`${label(groups.input.shown)}: ${wrongFile.message}`);
  const config =
    options.config === undefined ? null : await described(engine, options.config, 'training-config');
  const noConfig = config && missingConfigMessage(label(config.input.shown), config.described);
  if (noConfig !== null) return stop(noConfig);
  const sources = { groups: grouped(groups.described, options.grouping), config: config?.described ?? null };
  const { modelId, split } = options;
  const request = operations[operation]({ ...sources, url, modelId, split });
  const submission = await submissionOf(operation, request, sources);
  if ('problem' in submission) return stop(nothingSent(submission));
  const token = await readToken(options.tokenStdin === true);
  const documents = config === null ? [groups] : [groups, config];
  await sendOnce(submission, { token, sources, documents, answers: options });
}

/** Standard input has one content, which is gone once it is read. */
function stopAtSharedInput(path: string, { config, tokenStdin }: SendOptions): void {
  if ([path === '-', config === '-', tokenStdin === true].filter(Boolean).length > 1)
    stop(
      'Standard input cannot contain two of these: the document, the training config, the token. Put the token into TRAJECTORY_TOKEN, or a document into a file.',
    );
}

async function described(engine: Engine, path: string, as: LanguageId | undefined): Promise<Described> {
  const [input, ...others] = await findInputs([path]);
  if (input === undefined || others.length > 0) return stop(`${label(path)}: Send one file at a time.`);
  const found = 'message' in input ? input : await describe(engine, input, as);
  return 'message' in found ? stop(`${label(input.shown)}: ${found.message}`) : found;
}

/** The source with the grouping, if it needs one. Stops if it has nothing to send. */
function grouped(source: DescribedSource, grouping: Grouping | undefined): DescribedSource {
  const missing = missingGroupsMessage(source);
  if (missing !== null) return stop(missing);
  if (!needsGrouping(source.summary)) return source;
  return grouping === undefined ? stop(neededGrouping(source.summary)) : { ...source, grouping };
}

interface Sending {
  readonly token: string;
  readonly sources: Documents;
  readonly documents: readonly Described[];
  readonly answers: Answers;
}

const noFolder =
  'Nothing was sent, because there is no folder for the history of requests. Set HOME to a folder that is kept.';

async function sendOnce(
  submission: Submission,
  { token, sources, documents, answers }: Sending,
): Promise<void> {
  const journal = openJournal(journalFolder() ?? stop(noFolder));
  const reader = journal.follow();
  const { earlier, competing } = await findPriorSends(reader, submission).catch((error: Error) =>
    stop(`Nothing was sent, because the history of requests cannot be read: ${error.message}`),
  );
  if (competing !== null) stop(busyMessage);
  const nameOf = (uri: string): string =>
    boundedText(documents.find(({ described }) => described.source.uri === uri)?.input.shown ?? uri, 300);
  await confirm({ submission, sources, earlier, unreadable: unreadableLines(reader), nameOf }, answers);
  const acknowledged = new Set(earlier.map(({ id }) => id));
  const result = await submitWithProgress(submission, { journal, reader, token, acknowledged });
  await report(submission, result, documents);
}
