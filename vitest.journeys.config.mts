import { defineConfig, defineProject } from 'vitest/config';
import { patience } from './test/vscode/launch.mjs';

/** Milliseconds until a test of many steps counts as hung. */
const wholeTest = 2 * patience;
const limits = { testTimeout: wholeTest, hookTimeout: wholeTest, expect: { poll: { timeout: patience } } };
/** It builds, while the others use what is built. */
const start = 'test/journeys/start.journey.ts';

/** Journeys through the real workbench, on the packaged extension. Each has an editor and a browser of its own. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      defineProject({
        test: { ...limits, name: 'journeys', include: ['test/journeys/*.journey.ts'], exclude: [start] },
      }),
      defineProject({ test: { ...limits, name: 'start', include: [start], sequence: { groupOrder: 1 } } }),
    ],
  },
});
