import { defineConfig } from 'vitest/config';

/** Journeys through the real workbench, on the packaged extension: one after the other, with patience. */
export default defineConfig({
  test: {
    include: ['test/journeys/*.journey.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
