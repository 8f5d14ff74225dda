import { expect, it } from 'vitest';
import type { State } from '../../../../server/core/collection/summaries/difference';
import { CollectionStates } from '../../../../server/lsp/documents/collectionStates';

const uri = 'file:///shown.trajectories.jsonl';

it('Eight views that load a large document side by side all go on from where they are', () => {
  const states = new CollectionStates();
  const state = (): State => ({
    ...{ rows: [], groups: [] },
    columns: { numbers: [], labels: [], booleans: [], leftOut: 0 },
  });
  let views = Array.from({ length: 8 }, () => states.add(uri, state()));
  for (let step = 0; step < 10; step++) {
    views = views.map((known) => {
      expect(states.find(uri, known)).not.toBeNull();
      return states.add(uri, state());
    });
  }
});
