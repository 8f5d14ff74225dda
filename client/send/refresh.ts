import { type DescribedSource, isFile } from '../../send/request/body';
import { describeDocument } from '../documents/resolve';
import { isStop, type Stop } from '../documents/stop';
import { openDocument } from '../openDocument';
import { checkSources } from './checkSources';
import { refreshFile } from './describeSource';
import type { Gathered } from './operations/operation';
import type { SendServices } from './sendServices';

/** Updates the documents of a request: the user may have edited them while answering questions. */
export async function refresh(services: SendServices, gathered: Gathered): Promise<Gathered | Stop> {
  const groups = await described(services, gathered.groups);
  if (isStop(groups)) return groups;
  const config = gathered.config && (await described(services, gathered.config));
  if (config !== null && isStop(config)) return config;
  const stop = await checkSources({ groups, config }, gathered.checked);
  if (stop !== null) return stop;
  const { own } = gathered;
  return {
    ...gathered,
    groups,
    config,
    modelId: own.modelId ? (groups.summary.modelId ?? '') : gathered.modelId,
    split: own.split ? groups.summary.split : gathered.split,
    checked: [groups.source, config?.source],
  };
}

async function described(services: SendServices, before: DescribedSource): Promise<DescribedSource | Stop> {
  if (isFile(before)) return refreshFile(services, before);
  const { uri, text } = before.source;
  const document = openDocument(uri);
  // Compares text, not versions: a reopened document counts from 1 again.
  if (document === undefined || document.getText() === text) return before;
  const latest = await describeDocument(services.server, document);
  const { grouping } = before;
  return isStop(latest) || grouping === undefined ? latest : { ...latest, grouping };
}
