import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SendServices } from '../../../../client/send/sendServices';
import type { PreparedRecord } from '../../../../send/journal/records';
import { prepared } from '../../../send/submissions';

const send = vi.fn();
let command = async () => {};

beforeEach(() => {
  vi.resetModules();
  vi.doMock('../../../../client/send/pipeline', () => ({ send }));
  vi.doMock('vscode', () => ({
    QuickPickItemKind: { Separator: -1 },
    Uri: { parse: (text: string) => text },
    commands: {
      registerCommand: (_: string, run: () => Promise<void>) => {
        command = run;
      },
    },
    window: {
      // Takes the latest request, then the last of its actions: *Send Again…*.
      showQuickPick: async (items: readonly { readonly entry?: unknown }[]) =>
        items[0]?.entry === undefined ? items.at(-1) : items[0],
    },
    workspace: { asRelativePath: String },
  }));
});

afterEach(() => {
  vi.doUnmock('../../../../client/send/pipeline');
  vi.doUnmock('vscode');
  vi.resetModules();
});

/** The arguments with which a request is sent again. */
async function argumentsAgain(changes: Partial<PreparedRecord>): Promise<object | undefined> {
  const { registerShowHistory } = await import('../../../../client/send/history/showHistory');
  const records = [prepared('a', changes)];
  const journal = { follow: () => ({ read: async () => records, unreadable: () => [] }) };
  const moves = { current: async (uri: string) => uri.replace('/a.json', '/renamed.json') };
  registerShowHistory({ journal, moves } as unknown as SendServices);
  await command();
  return send.mock.lastCall?.[2];
}

it('a request that was the whole document is sent again with the model and the split in it', async () => {
  const job = await argumentsAgain({ operation: 'train', modelId: 'wrong' });
  expect(job).toMatchObject({ uri: 'file:///renamed.json' });
  expect(job).not.toHaveProperty('modelId');
  const log = await argumentsAgain({ operation: 'log', split: 'wrong' });
  expect(log).toMatchObject({ modelId: 'm' });
  expect(log).not.toHaveProperty('split');
});

it('any other request is sent again with the same answers', async () => {
  const job = await argumentsAgain({ operation: 'train', modelId: 'chosen', verbatim: false });
  expect(job).toMatchObject({ modelId: 'chosen', configUri: 'none' });
  const log = await argumentsAgain({ operation: 'log', split: 'chosen', verbatim: false });
  expect(log).toMatchObject({ modelId: 'm', split: 'chosen' });
});
