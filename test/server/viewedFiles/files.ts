import { analyzedNotification } from '../../../server/viewProtocol/collection';
import { type FileState, fileStateRequest, openFileRequest } from '../../../server/viewProtocol/files';
import type { Client } from '../client';

/** Resolves with the state of a file once it fits. */
export type StateThat = (fits: (state: FileState) => boolean) => Promise<FileState>;

/** Opens a file for a view. */
export async function openFile(client: Client, uri: string, path: string): Promise<StateThat> {
  const waiting = new Set<() => void>();
  client.connection.onNotification(analyzedNotification, (about) => {
    if (about.uri === uri) for (const look of [...waiting]) look();
  });
  if (!(await client.ask(openFileRequest, { uri, path }))) throw new Error('The server opens no files.');
  return (fits) =>
    new Promise((resolve, reject) => {
      const look = async (): Promise<void> => {
        const state = await client.ask(fileStateRequest, { uri });
        if (state === null || !fits(state)) return;
        waiting.delete(listen);
        resolve(state);
      };
      const listen = (): void => void look().catch(reject);
      waiting.add(listen);
      listen();
    });
}

export const isComplete = ({ status }: FileState): boolean => status === 'complete';
