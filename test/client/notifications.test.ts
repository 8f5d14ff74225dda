import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it('a button of a message tells why it did nothing', async () => {
  const shown: string[] = [];
  vi.resetModules();
  vi.doMock('vscode', () => ({
    window: {
      // Presses the first button.
      showInformationMessage: async (_: string, first?: string) => first,
      showErrorMessage: async (message: string) => void shown.push(message),
    },
  }));
  const { showInfo } = await import('../../client/notifications');
  const run = async (): Promise<never> => {
    throw new Error('EACCES: permission denied');
  };
  showInfo('Copied the curl command.', { label: 'Save body.json…', run });
  await expect.poll(() => shown).toEqual(['EACCES: permission denied']);
});
