import { type HistoryEntry, historyOf, type PriorSends, priorSendsIn } from './history';
import { mayBeRunning, processIdentity, uptimeIn } from './processes';
import type { JournalReader } from './reader';
import { withTimeout } from './withTimeout';

/** Message when the same document or request is already being sent. */
export const busyMessage =
  'This document, or the same request, is already being sent. Wait until that is done.';

/** Minimum time limit for the journal in milliseconds, however short the request's limits are. */
export const minJournalTimeoutMs = 30_000;

/** Ids of sends that this process has under way. */
export const underWay = new Set<string>();

/** What identifies a request in the journal. */
interface RequestIdentity {
  readonly endpoint: { readonly url: URL };
  readonly digest: { readonly sha256: string };
  readonly documentUri: string;
}

/** Looks up a request in the journal. */
export async function findPriorSends(reader: JournalReader, request: RequestIdentity): Promise<PriorSends> {
  const { endpoint, digest, documentUri } = request;
  const { href } = endpoint.url;
  const key = { endpoint: href, sha256: digest.sha256, documentUri, ...processIdentity(process.pid) };
  return priorSendsIn(await readHistory(reader), key);
}

/** Reads the journal as sends, including those of this process that are under way. Fails when the disk hangs. */
export async function readHistory(reader: JournalReader): Promise<readonly HistoryEntry[]> {
  // One that ends meanwhile may have been read without its end.
  const before = [...underWay];
  const records = await withTimeout(reader.read(), { limit: minJournalTimeoutMs });
  const liveness = {
    now: Date.now(),
    mine: new Set([...before, ...underWay]),
    self: processIdentity(process.pid),
    mayBeRunning,
    uptimeIn,
  };
  return historyOf(records, liveness);
}
