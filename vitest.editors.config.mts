import { defineConfig } from 'vitest/config';

/** Milliseconds until a step counts as hung. */
const patience = 60_000;
/** Milliseconds between two looks at an editor: some send what was typed only when the user pauses for half a second. */
const pause = 800;

/** Other editors, with the setups of `docs/editors.md`. They have to be installed already. */
export default defineConfig({
  test: {
    include: ['test/editors/*.suite.ts'],
    reporters: ['verbose'],
    testTimeout: 5 * patience,
    hookTimeout: 5 * patience,
    expect: { poll: { timeout: patience, interval: pause } },
  },
});
