import { assert } from 'chai';
import { window } from 'vscode';
import { type Report, report } from '../../client/send/report';
import type { SendServices } from '../../client/send/sendServices';

describe('the report of a request', () => {
  const { showInformationMessage } = window;
  afterEach(() => Object.assign(window, { showInformationMessage }));

  it('shows the outcome before it stores the model id, which may be slow or fail', async () => {
    const steps: string[] = [];
    Object.assign(window, { showInformationMessage: async (text: string) => void steps.push(text) });
    const add = async (value: string): Promise<void> => {
      steps.push(`remember ${value}`);
      throw new Error('no space left');
    };
    const log = { info: () => {}, warn: (text: string) => steps.push(text) };
    await report({ log, recentModelIds: { add } } as unknown as SendServices, logged);
    assert.deepEqual(steps, [
      'The trajectories were logged.',
      'remember support-agent',
      'The model id and the split could not be remembered: no space left',
    ]);
  });
});

/** The expected result of a successful send. */
const logged = {
  submission: {
    operation: 'log',
    endpoint: { url: new URL('http://127.0.0.1/v1'), origin: 'http://127.0.0.1' },
    digest: { bytes: 1 },
    modelId: 'support-agent',
    split: null,
  },
  result: {
    errors: [],
    entry: { outcome: { status: 'logged' } },
    outcome: { status: 'logged', httpStatus: 200 },
  },
  followed: { dispose: () => {} },
} as unknown as Report;
