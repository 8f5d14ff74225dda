import { fileURLToPath } from 'node:url';
import { countOf } from '../../send/format/counts';
import { reasonOf } from '../../send/format/errorReason';
import { boundedText } from '../../send/format/plainText';
import type { HistoryEntry } from '../../send/journal/history';
import { openJournal } from '../../send/journal/journal';
import { readHistory } from '../../send/journal/priorSends';
import { unreadableLines } from '../../send/journal/unreadable';
import { localTime, messageOf, wordingOf } from '../../send/journal/wording';
import { ExitCode } from '../exitCode';
import { standardOutput } from '../files/openOutput';
import { journalFolder } from '../send/journalFolder';
import { status } from '../status';
import { tell } from '../terminal/tell';
import { withoutCommands } from '../terminal/workflowCommands';

export interface HistoryOptions {
  readonly format: 'text' | 'json';
  /** How many of the latest requests to list. */
  readonly limit: number;
}

/** `trajectory history`: lists the requests of `log` and `train` with their outcomes, the latest last. */
export async function history({ format, limit }: HistoryOptions): Promise<void> {
  const folder = journalFolder();
  if (folder === null) return failed('There is no folder for the history of requests. Set HOME.');
  const reader = openJournal(folder).follow();
  let entries: readonly HistoryEntry[];
  try {
    entries = await readHistory(reader);
  } catch (error) {
    return failed(`The history of requests in ${folder} cannot be read: ${reasonOf(error)}`);
  }
  for (const line of unreadableLines(reader)) failed(line);
  if (reader.isCut()) tell('Older requests are not listed: of a history above 16 MB, only the end is read.');
  const latest = entries.slice(entries.length - Math.min(limit, entries.length));
  if (entries.length === 0) tell(`No requests in the history, which is in ${folder}.`);
  else if (latest.length < entries.length)
    tell(`The latest ${latest.length} of ${entries.length} requests. --limit lists more.`);
  if (format === 'json') await standardOutput.write(`${JSON.stringify(latest.map(asJson), null, 2)}\n`);
  else await standardOutput.write(withoutCommands(latest.flatMap(linesOf).map(terminated).join('')));
}

function terminated(line: string): string {
  return `${line}\n`;
}

function failed(message: string): void {
  tell(`trajectory: ${message}`);
  status.add(ExitCode.failed);
}

/** When it was sent and what became of it; then what was sent, and where to. */
function linesOf(entry: HistoryEntry): string[] {
  const { outcome, operation, modelId, split, groups, trajectories, endpoint } = entry;
  const became = outcome.status === 'sending' ? wordingOf(entry).sentence : messageOf(outcome);
  const about = [
    pathOf(entry.documentUri),
    `${countOf(groups, 'group')}, ${countOf(trajectories, 'trajectory')}`,
    `model ${modelId}`,
    ...(split === null ? [] : [`split ${split}`]),
    endpoint,
  ];
  const head = `${localTime(entry.time, 'medium')}  ${operation}: ${boundedText(became, 500)}`;
  return [head, `    ${about.map((part) => boundedText(part, 300)).join(' · ')}`];
}

function asJson(entry: HistoryEntry): object {
  const { outcome, operation, time, ended, endpoint, modelId, split, groups, trajectories, bytes, sha256 } =
    entry;
  return {
    ...{ operation, status: outcome.status, jobId: outcome.status === 'accepted' ? outcome.jobId : null },
    ...{ started: time, ended: outcome.status === 'sending' ? null : ended },
    message: outcome.status === 'sending' ? null : messageOf(outcome),
    ...{ url: endpoint, modelId, split, document: pathOf(entry.documentUri) },
    ...{ groups, trajectories, bytes, sha256 },
  };
}

/** The path of a file. Standard input has another name, and what is no file of this machine stays as it is. */
function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
