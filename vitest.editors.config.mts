import { defineConfig } from 'vitest/config';

/** Time limit in ms for a hanging step. */
const patience = 5 * 60_000;
/** Milliseconds between two polls of an editor: some send typed text only after the user pauses for half a second. */
const pause = 800;

/** Other editors, with the setups of `docs/editors.md`. They must be installed already. */
export default defineConfig({
  test: {
    include: ['test/editors/*.suite.ts'],
    reporters: ['verbose'],
    testTimeout: 3 * patience,
    hookTimeout: 3 * patience,
    teardownTimeout: 3 * patience,
    expect: { poll: { timeout: patience, interval: pause } },
  },
});
