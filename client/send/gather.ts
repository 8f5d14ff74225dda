import { parseBaseUrl } from '../../send/request/endpoint';
import type { Documents } from '../../send/submission';
import { askForServiceUrl, changeUrl } from '../access/serviceUrl';
import { askForGrouping } from '../documents/grouping';
import { cancelled, impossible, isStop, type Stop } from '../documents/stop';
import { checkSources } from './checkSources';
import type { Gathered, RequestInputs, SendOperation } from './operations/operation';
import type { SendArguments } from './sendArguments';
import type { SendServices } from './sendServices';

/** Finds the documents of a request, and asks for everything that they and the arguments do not provide. */
export async function gather(
  services: SendServices,
  operation: SendOperation,
  args: SendArguments,
): Promise<Gathered | Stop> {
  const documents = await operation.chooseDocuments(services, args);
  if (isStop(documents)) return documents;
  // Check first: nobody should answer questions and then have to fix the document.
  const objection = await checkSources(documents);
  if (objection !== null) return objection;

  const url = await askForServiceUrl();
  if (url === null) return cancelled;
  const base = parseBaseUrl(url);
  if (!base.ok) return impossible('address', base.message, changeUrl);
  const inputs = await askForInputs(services, operation, { documents, args });
  if (isStop(inputs)) return inputs;
  return { ...inputs, url, checked: [documents.groups.source, documents.config?.source] };
}

/** Asks for the inputs of a request that the documents and the arguments do not provide. */
export async function askForInputs(
  services: SendServices,
  operation: SendOperation,
  { documents, args }: { readonly documents: Documents; readonly args: SendArguments },
): Promise<RequestInputs | Stop> {
  const answers = await operation.ask(services, documents, args);
  if (isStop(answers)) return answers;
  const groups = await askForGrouping(answers.groups, args.grouping);
  return groups === null ? cancelled : { ...answers, groups };
}
