import type { HistoryEntry } from '../../../send/journal/history';
import type { Operation } from '../../../send/outcome';
import { createTrainingJob } from './createTrainingJob';
import { logTrajectories } from './logTrajectories';
import type { SendOperation } from './operation';

/** The operation of a send in the history. */
export function operationOf({ operation }: HistoryEntry): SendOperation {
  return operations[operation];
}

const operations: Readonly<Record<Operation, SendOperation>> = {
  log: logTrajectories,
  train: createTrainingJob,
};
