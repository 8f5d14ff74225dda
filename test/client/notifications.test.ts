import { expect, it, vi } from 'vitest';
import { showInfo } from '../../client/notifications';

const shown: string[] = [];

vi.mock('vscode', () => ({
  window: {
    // Presses the first button.
    showInformationMessage: async (_: string, first?: string) => first,
    showErrorMessage: async (message: string) => void shown.push(message),
  },
}));

it('a button of a message tells why it did nothing', async () => {
  const run = async (): Promise<never> => {
    throw new Error('EACCES: permission denied');
  };
  showInfo('Copied the curl command.', { label: 'Save body.json…', run });
  await expect.poll(() => shown).toEqual(['EACCES: permission denied']);
});
