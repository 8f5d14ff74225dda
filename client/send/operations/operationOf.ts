import type { HistoryEntry } from '../../../send/journal/history';
import { createTrainingJob } from './createTrainingJob';
import { logTrajectories } from './logTrajectories';
import type { SendOperation } from './operation';

/** The operation of a send in the history. */
export function operationOf({ operation }: HistoryEntry): SendOperation {
  return operation === 'log' ? logTrajectories : createTrainingJob;
}
