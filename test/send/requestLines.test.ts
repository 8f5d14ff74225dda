import { describe, expect, it } from 'vitest';
import { requestLines } from '../../send/requestLines';
import { submissionTo } from './submissions';

const nameOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
const service = 'https://training.example';

describe('the confirmation', () => {
  const configLine = async (configUri: string | null, holdsConfig: boolean): Promise<string | undefined> => {
    const submission = { ...(await submissionTo(service)), configUri };
    return requestLines(submission, { holdsConfig, nameOf }).find((line) => line.includes('config'));
  };

  it('of a training job names its config, wherever it is', async () => {
    expect(await configLine('file:///a/grpo.training-config.json', false)).toBe(
      'Training config: grpo.training-config.json',
    );
    expect(await configLine(null, true)).toBe('Training config: in the document');
    expect(await configLine(null, false)).toBe('Training config: none');
  });

  it('of a training job names the chosen config, and says that it replaces the one in the document', async () => {
    expect(await configLine('file:///b.training-config.json', true)).toBe(
      'Training config: b.training-config.json, instead of the one in the document',
    );
  });

  it('of logging says that the config in the document is not sent', async () => {
    const submission = { ...(await submissionTo(service, { operation: 'log' })), split: 'val' };
    expect(requestLines(submission, { holdsConfig: true, nameOf })).toEqual([
      'Document: a.json',
      'Training config: not sent',
      'URL: https://training.example/v1/preview/models/support/log',
      'Model: m',
      'Split: val',
      'Content: 0 groups, 0 trajectories, 42 bytes',
    ]);
    expect(requestLines({ ...submission, split: '' }, { holdsConfig: true, nameOf })).toContain(
      'Split: (empty)',
    );
    const plain = requestLines(submission, { holdsConfig: false, nameOf });
    expect(plain.find((line) => line.includes('config'))).toBeUndefined();
  });
});
