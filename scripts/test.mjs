/**
 * `npm test`: builds, lints, type-checks, and runs every test there is. The last line is the sum over all
 * runners. A runner that crashes, hangs or finds no test counts as a failure.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyUnsupported } from '../test/vscode/install.mjs';
import { start } from '../test/vscode/processes.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const output = join(root, 'test-output');
/** Minutes that all steps may take together; only a step that hangs ever takes them. */
const patience = 19;
const began = performance.now();

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** A step without `counts` holds no tests: it adds nothing when it succeeds and one failure when not. */
const steps = [
  { name: 'build', command: ['node', 'esbuild.mjs', '--quiet'] },
  { name: 'lint', command: ['npx', 'biome', 'check', '.'] },
  { name: 'types', command: ['npx', 'tsc', '-b'] },
  { name: 'unit', command: vitest('unit', 'vitest.config.mts'), counts: () => vitestCounts('unit') },
  { name: 'in-host', command: ['node', 'test/vscode/run-suite.mjs'], counts: suiteCounts, editor: true },
  {
    name: 'in-host, web',
    command: ['node', 'test/vscode/run-suite.mjs', '--web'],
    counts: suiteCounts,
    editor: true,
  },
  { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
  {
    name: 'journeys',
    command: vitest('journeys', 'vitest.journeys.config.mts'),
    counts: () => vitestCounts('journeys'),
    editor: true,
  },
];

await rm(output, { recursive: true, force: true });
await mkdir(output);

const total = { passed: 0, failed: 0, skipped: 0 };
for (const step of steps) add(await runStep(step));
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** @param {Counts} counts */
function add(counts) {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

/**
 * @param {{ name: string, command: string[], counts?: (text: string) => Promise<Counts>, editor?: boolean }} step
 * @returns {Promise<Counts>}
 */
async function runStep({ name, command, counts, editor }) {
  console.log(`\n── ${name}`);
  const reason = editor === true ? whyUnsupported() : null;
  if (reason !== null) {
    console.log(reason);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const stepBegan = performance.now();
  const { text, end } = await runCommand(command);
  console.log(`── ${name} ${end} after ${((performance.now() - stepBegan) / 1000).toFixed(1)} s`);
  const succeeded = end === 'ended with 0';
  const found = counts === undefined ? { passed: 0, failed: 0, skipped: 0 } : await counts(text);
  const empty = counts !== undefined && found.passed + found.failed === 0;
  // The exit code speaks where the report is silent: a crash, or a failure outside of any test.
  if (found.failed === 0 && (!succeeded || empty)) return { ...found, failed: 1 };
  return found;
}

/**
 * Runs a command, shows what it prints, and ends it when it hangs.
 *
 * @param {string[]} command
 * @returns {Promise<{ text: string, end: string }>}
 */
async function runCommand([program = '', ...args]) {
  const child = start(program, args, { cwd: root });
  const left = Math.max(0, began + patience * 60_000 - performance.now());
  const hung = setTimeout(() => {
    console.log(`The tests still run after ${patience} minutes, so this step is ended.`);
    child.close();
  }, left);
  let text = '';
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.setEncoding('utf8').on('data', (part) => {
      text += part;
      process.stdout.write(part);
    });
  }
  const end = await child.ended;
  clearTimeout(hung);
  return { text, end };
}

/**
 * @param {string} name
 * @param {string} config
 */
function vitest(name, config) {
  const report = [`--reporter=json`, `--outputFile=${join(output, `${name}.json`)}`];
  return ['npx', 'vitest', 'run', '--config', config, '--reporter=default', ...report];
}

/**
 * @param {string} name
 * @returns {Promise<Counts>}
 */
async function vitestCounts(name) {
  const text = await readFile(join(output, `${name}.json`), 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(text);
  // A file that could not be loaded has no tests to fail: it counts as one failure itself.
  const broken = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {string} text
 * @returns {Promise<Counts>}
 */
async function suiteCounts(text) {
  const match = /^in-host suite: (\{.*\})$/m.exec(text);
  return match?.[1] === undefined ? { passed: 0, failed: 1, skipped: 0 } : JSON.parse(match[1]);
}
