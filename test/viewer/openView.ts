import type { ToView } from '../../client/view/viewMessages';
import type { Client } from '../server/client';
import type { useView, ViewOptions, ViewPage } from './viewPage';

/** A view that shows its list, with locators for tests. */
export async function openView(
  view: ReturnType<typeof useView>,
  client: Client,
  uri: string,
  options?: ViewOptions,
) {
  const shown = await view.open(client, uri, options);
  const { page } = shown;
  const list = page.getByRole('list', { name: 'Groups' });
  const feed = page.getByRole('feed', { name: 'Conversation' });
  await list.getByRole('listitem').first().waitFor();
  const message = (number: number) =>
    feed.getByRole('article', { name: new RegExp(`^Message ${number} of `) });
  return {
    ...shown,
    list,
    feed,
    row: (name: string | RegExp) => list.getByRole('button', { name }),
    message,
    /** Shows a trajectory by its number in the document, from 0. */
    show: async (trajectory: number) => {
      await shown.tell({ type: 'show', trajectory, message: null });
      await message(1).waitFor();
    },
    command: (command: Extract<ToView, { type: 'command' }>['command']) =>
      shown.tell({ type: 'command', command }),
  };
}

/** Edits the document, and notifies the view as its host does. */
export async function edit(client: Client, shown: ViewPage, change: Edit): Promise<void> {
  const { uri, version, from, to, text } = change;
  const range = { start: from, end: to };
  await client.change(uri, version, [{ range, text }]);
  await shown.tell({ type: 'changed', version });
}

export interface Edit {
  readonly uri: string;
  readonly version: number;
  readonly from: { readonly line: number; readonly character: number };
  readonly to: { readonly line: number; readonly character: number };
  readonly text: string;
}
