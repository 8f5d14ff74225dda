import { type Body, type DescribedSource, logBody, wholeDocument } from '../../send/request/body';
import { logEndpoint } from '../../send/request/endpoint';
import { describeAt } from '../documents/resolve';
import { cancelled, impossible, isStop } from '../documents/stop';
import type { SendOperation } from './operation';
import { askForValue, loggingModelProblem, splitProblem } from './questions';

/** `Trajectory: Log Trajectories`: records the document's groups for a model under a split. */
export const logTrajectories: SendOperation = {
  operation: 'log',
  chooseDocuments: async ({ server }, { uri }) => {
    const groups = await describeAt(server, uri);
    return isStop(groups) ? groups : { groups, config: null };
  },
  ask: async ({ recentModelIds, recentSplits }, documents, args) => {
    const { summary } = documents.groups;
    const modelId =
      args.modelId ??
      summary.modelId ??
      (await askForValue({
        title: 'Log for Which Model Id?',
        recent: recentModelIds,
        problem: loggingModelProblem,
      }));
    if (modelId === null) return cancelled;
    if (summary.kind === 'log-request') return { ...documents, modelId, split: args.split ?? summary.split };
    const split =
      args.split ??
      (await askForValue({
        title: 'Log Under Which Split?',
        recent: recentSplits,
        problem: splitProblem,
      }));
    return split === null ? cancelled : { ...documents, modelId, split };
  },
  assemble: ({ groups, url, modelId, split }) => {
    const address = logEndpoint(url, modelId);
    if (!address.ok) return impossible('address', address.message);
    const body = bodyOf(groups, split);
    return body === null
      ? impossible('document', 'The document holds no trajectory groups.')
      : { endpoint: address.endpoint, body };
  },
};

/** A log request that already names this split goes out as it stands. */
function bodyOf(described: DescribedSource, split: string | null): Body | null {
  const { source, summary } = described;
  const asItStands = summary.kind === 'log-request' && split === summary.split;
  return asItStands || split === null ? wholeDocument(source) : logBody(described, split);
}
