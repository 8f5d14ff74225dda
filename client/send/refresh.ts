import * as vscode from 'vscode';
import { type DescribedSource, isFile } from '../../send/request/body';
import { needsGrouping } from '../../send/request/grouping';
import { hasOwnSplit } from '../../send/request/ownInputs';
import type { Documents } from '../../send/submission';
import { openedAt } from '../documents/resolve';
import { isStop, type Stop } from '../documents/stop';
import { openDocument } from '../openDocument';
import { checkSources } from './checkSources';
import { describeAt, refreshFile } from './describeSource';
import { askForInputs } from './gather';
import type { Gathered, RequestInputs, SendOperation } from './operations/operation';
import type { SendArguments } from './sendArguments';
import type { SendServices } from './sendServices';

/**
 * Updates the documents of a request: they may have been edited, also on disk, while the user answered questions. If
 * one has become another kind of document, asks for what it lacks now.
 */
export async function refresh(
  services: SendServices,
  { operation, gathered }: { readonly operation: SendOperation; readonly gathered: Gathered },
): Promise<Gathered | Stop> {
  const groups = await described(services, gathered.groups);
  if (isStop(groups)) return groups;
  const config = gathered.config && (await described(services, gathered.config));
  if (config !== null && isStop(config)) return config;
  const documents: Documents = { groups, config };
  const stop = await checkSources(documents, gathered.checked);
  if (stop !== null) return stop;
  const inputs = lacksInputs(gathered, groups)
    ? await askForInputs(services, operation, { documents, args: answersIn(gathered) })
    : withOwnInputs(gathered, documents);
  if (isStop(inputs)) return inputs;
  // A config that was just chosen has not been checked.
  const chosenStop = await checkSources(inputs, [groups.source, config?.source]);
  if (chosenStop !== null) return chosenStop;
  return { ...inputs, url: gathered.url, checked: [inputs.groups.source, inputs.config?.source] };
}

async function described(services: SendServices, before: DescribedSource): Promise<DescribedSource | Stop> {
  if (isFile(before)) return refreshFile(services, before);
  const { text } = before.source;
  const named = vscode.Uri.parse(before.source.uri);
  const uri = await services.moves.current(named);
  // Nothing but this text is left of a document that was closed without a file.
  if (uri === undefined) return before;
  const document = openDocument(uri) ?? (await openedAt(uri));
  if (isStop(document)) return document;
  // Compares text, not versions: a reopened document counts from 1 again.
  // A renamed one is described anew: its new name is confirmed, and marks go there.
  const isRenamed = named.scheme !== 'untitled' && uri.toString() !== named.toString();
  if (document.getText() === text && !isRenamed) return before;
  const latest = await describeAt(services, uri);
  const { grouping } = before;
  return isStop(latest) || grouping === undefined ? latest : { ...latest, grouping };
}

/** Whether a document no longer has an input that it had, or needs one that no one was asked for. */
function lacksInputs(
  { groups: before, own, modelId }: Gathered,
  { summary, grouping }: DescribedSource,
): boolean {
  const hasLostModel = own.modelId && modelId !== '' && summary.modelId === null;
  const hasLostSplit = own.split && !hasOwnSplit(summary);
  const isUngrouped = grouping === undefined && needsGrouping(summary);
  return summary.kind !== before.summary.kind || hasLostModel || hasLostSplit || isUngrouped;
}

function withOwnInputs(gathered: Gathered, documents: Documents): RequestInputs {
  const { own, modelId, split } = gathered;
  const { summary } = documents.groups;
  return {
    ...documents,
    own,
    modelId: own.modelId ? (summary.modelId ?? '') : modelId,
    split: own.split ? summary.split : split,
  };
}

/** What the user has answered. */
function answersIn({ groups, config, own, modelId, split }: Gathered): SendArguments {
  const wantsNoConfig = config === null && groups.summary.kind !== 'training-job';
  return {
    ...(own.modelId ? {} : { modelId }),
    ...(own.split || split === null ? {} : { split }),
    ...(groups.grouping === undefined ? {} : { grouping: groups.grouping }),
    ...(wantsNoConfig ? { configUri: 'none' } : {}),
  };
}
