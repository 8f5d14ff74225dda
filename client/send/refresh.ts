import * as vscode from 'vscode';
import type { DescribedSource } from '../../send/request/body';
import { describeDocument } from '../documents/resolve';
import { isStop, type Stop } from '../documents/stop';
import type { LanguageServer } from '../lsp/requests';
import { checkSources } from './check';
import type { Gathered } from './operation';
import type { Sender } from './sender';

/** The documents as they are now: questions take their time, and what was typed meanwhile is sent, too. */
export async function refresh({ server }: Sender, gathered: Gathered): Promise<Gathered | Stop> {
  const groups = await described(server, gathered.groups);
  if (isStop(groups)) return groups;
  const config = gathered.config && (await described(server, gathered.config));
  if (config !== null && isStop(config)) return config;
  const latest = { ...gathered, groups, config };
  return (await checkSources(latest, gathered.checked)) ?? latest;
}

async function described(server: LanguageServer, before: DescribedSource): Promise<DescribedSource | Stop> {
  const { uri, version } = before.source;
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri);
  if (document === undefined || document.version === version) return before;
  const latest = await describeDocument(server, document);
  const { grouping } = before;
  return isStop(latest) || grouping === undefined ? latest : { ...latest, grouping };
}
