import { defineConfig } from 'vitest/config';
import { patience } from './test/vscode/launch.mjs';

/** Time limit in ms for hanging tests: longer than for one of their steps, which then says what it waited for. */
const wholeTest = 2 * patience;
/** Tests of functions: no processes, no state. Their files share one copy of the modules, which is loaded once. */
const functions = [
  'test/{client,corpus,docs,mistakes,schemas,syntaxes}/**/*.test.ts',
  'test/server/core/**/*.test.ts',
  'test/viewer/*/**/*.test.ts',
];
/** Tests of the view's page in a browser. Their files share the modules, too, which take a second to load. */
const pages = ['test/viewer/*.test.ts'];

/** Tests without an editor. The others run inside one (`test/e2e`) or drive one (`test/journeys`). */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    testTimeout: wholeTest,
    hookTimeout: wholeTest,
    teardownTimeout: wholeTest,
    expect: { poll: { timeout: patience } },
    projects: [
      { extends: true, test: { name: 'functions', include: functions, isolate: false } },
      {
        extends: true,
        test: { name: 'pages', include: pages, isolate: false, globalSetup: 'test/programs.ts' },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['test/**/*.test.ts'],
          exclude: [...functions, ...pages],
          globalSetup: 'test/programs.ts',
        },
      },
    ],
  },
});
