import { defineConfig } from 'vitest/config';

/** Time limit in ms for a hanging step. */
const patience = 5 * 60_000;

/** Parts of a check on GNU parallel and on Slurm, as root. They must be installed already. */
export default defineConfig({
  test: {
    include: ['test/scale/*.suite.ts'],
    globalSetup: 'test/programs.ts',
    reporters: ['verbose'],
    testTimeout: patience,
    hookTimeout: patience,
    teardownTimeout: patience,
    expect: { poll: { timeout: patience, interval: 200 } },
  },
});
