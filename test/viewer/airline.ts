import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll } from 'vitest';
import type { Client } from '../server/client';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView, type ViewOptions } from './viewPage';

const example = resolve(import.meta.dirname, '../../examples/airline.trajectories.json');
const uri = 'file:///airline.trajectories.json';

interface Airline {
  readonly trajectory_groups: readonly {
    readonly trajectories: readonly {
      readonly messages_and_choices: readonly unknown[];
      readonly reward: number;
      readonly metrics: { readonly tool_calls: number };
    }[];
  }[];
}

export function readAirline(): Airline {
  return JSON.parse(readFileSync(example, 'utf8')) as Airline;
}

/** Opens views of the airline example, all on one server, shared by the tests of a file. */
export function useAirline() {
  const server = useServer();
  const view = useView();
  let client: Client;
  beforeAll(async () => {
    client = await server.start();
    await client.open(uri, readFileSync(example, 'utf8'));
  });
  return async (options?: ViewOptions) => {
    const shown = await openView(view, client, uri, options);
    return {
      ...shown,
      /** Both counted from 1; each group has four members. */
      openTrajectory: (group: number, member: number) => shown.show((group - 1) * 4 + member - 1),
    };
  };
}
