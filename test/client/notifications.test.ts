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

it('the reason of an error is shown with its buttons', async () => {
  const shown: string[][] = [];
  vi.resetModules();
  vi.doMock('vscode', () => ({
    window: { showInformationMessage: async (...texts: string[]) => void shown.push(texts) },
  }));
  const { reloadWindow, showReason, UserError } = await import('../../client/notifications');
  showReason(new UserError('The language server is not running.', reloadWindow));
  showReason(new Error('EACCES: permission denied'));
  expect(shown).toEqual([
    ['The language server is not running.', 'Reload Window'],
    ['EACCES: permission denied'],
  ]);
});
