import type { Operation } from './outcome';

/** What differs between the documented requests wherever they are told about. */
export interface OperationAbout {
  /** What it does, as a fact. */
  readonly name: string;
  /** The same as the beginning of a question. */
  readonly question: string;
  /** In the status bar while it is under way. */
  readonly label: string;
  /** The same in a sentence. */
  readonly sentence: string;
  /** Whether a training config can be part of it. */
  readonly takesConfig: boolean;
}

export const operations: Readonly<Record<Operation, OperationAbout>> = {
  log: {
    name: 'log trajectories',
    question: 'Log the trajectories',
    label: 'Logging…',
    sentence: 'Trajectories are being logged.',
    takesConfig: false,
  },
  train: {
    name: 'create training job',
    question: 'Create a training job',
    label: 'Creating Job…',
    sentence: 'A training job is being created.',
    takesConfig: true,
  },
};
