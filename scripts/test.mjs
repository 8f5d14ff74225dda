/**
 * `npm test`: builds, lints, type-checks, and runs every test. At the end it names what failed; the last
 * line is the sum over all runners. A runner that crashes, hangs or finds no test counts as a failure. A journey that
 * fails is run once more, because a real window on a busy machine can lose a key or a menu; what succeeds only then is
 * named, too.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { installServer, whyUnsupported } from '../test/vscode/install.mjs';
import { start } from '../test/vscode/processes.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const output = join(root, 'test-output');
/** Total time limit in minutes; only a hanging step reaches it. */
const timeoutMinutes = 300;
const began = performance.now();

/**
 * @typedef {object} Results
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures A title each and, if known, its error in short.
 *
 * @typedef {Results & { title: string }} FileResults Those of one file of tests; the title is its path.
 *
 * @typedef {object} Step A step without `results` has no tests: it adds nothing on success, one failure otherwise.
 * @property {string} name
 * @property {string[]} command
 * @property {(text: string) => Promise<Results>} [results]
 * @property {boolean} [editor] Needs a VS Code.
 * @property {() => Promise<Step | null>} [secondTry] Runs the files that failed once more, and has the results of all.
 */

/** @type {Step[]} Required by all other steps. The package comes first: it makes another build in the same folder. */
const foundation = [
  { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
  { name: 'build', command: ['node', 'esbuild.mjs', '--quiet'] },
];
/** @type {Step} */
const unit = {
  name: 'unit',
  // The windows need the other half of the CPU.
  command: [...vitest('unit', 'vitest.config.mts'), '--maxWorkers=50%'],
  results: () => vitestResults('unit'),
};
/** @type {Step[]} */
const checks = [
  { name: 'lint', command: ['npx', 'biome', 'check', '.'] },
  { name: 'types', command: ['npx', 'tsc', '-b'] },
];
/** @type {Step[]} */
const inHost = ['in-host', 'in-host, web'].map((name) => ({
  name,
  command: ['node', 'test/vscode/run-suite.mjs', ...(name.endsWith('web') ? ['--web'] : [])],
  results: suiteResults,
  editor: true,
}));
/** @type {Step[]} */
const windows = [journeysOf('journeys'), ...inHost];
/** @type {Step[]} This one builds again, so nothing may run beside it. */
const alone = [journeysOf('start')];

await rm(output, { recursive: true, force: true });
await mkdir(output);

const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
/** @type {string[]} What failed first, and not the second time. */
const onlyOnce = [];
// Once, before several steps need it at the same time. If it fails, they fail for the same reason.
if (whyUnsupported() === null) await installServer().catch((error) => console.error(String(error)));
await inOrder(foundation, runShown);
// Windows often wait, which leaves the CPU to the other tests. More of them at once would miss their keys.
await Promise.all([[unit], [...checks, ...windows]].map((steps) => inOrder(steps, runBeside)));
await inOrder(alone, runShown);
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(`\nAfter ${minutes} minutes:`);
for (const failure of onlyOnce) console.log(`! failed once, and passed the second time: ${failure}`);
for (const failure of failures) console.log(`✗ ${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * @param {readonly Step[]} steps
 * @param {(step: Step) => Promise<Results>} run
 */
async function inOrder(steps, run) {
  for (const step of steps) {
    const results = await run(step);
    total.passed += results.passed;
    total.failed += results.failed;
    total.skipped += results.skipped;
    failures.push(...results.failures.map((failure) => `${step.name}: ${failure}`));
  }
}

/**
 * Runs a step on its own: its output is shown at once.
 *
 * @param {Step} step
 */
async function runShown(step) {
  console.log(`\n── ${step.name}`);
  return runStep(step, (text) => void process.stdout.write(text));
}

/**
 * Runs a step in parallel with others: its output is shown in one piece at the end.
 *
 * @param {Step} step
 */
async function runBeside(step) {
  console.log(`── ${step.name} begins`);
  let text = '';
  const results = await runStep(step, (part) => {
    text += part;
  });
  process.stdout.write(`\n── ${step.name}\n${text}`);
  return results;
}

/**
 * @param {Step} step
 * @param {(text: string) => void} show
 * @returns {Promise<Results>}
 */
async function runStep({ name, command, results, editor, secondTry }, show) {
  const reason = editor === true ? whyUnsupported() : null;
  if (reason !== null) {
    show(`${reason}\n`);
    return { passed: 0, failed: 0, skipped: 1, failures: [] };
  }
  const stepBegan = performance.now();
  const { text, end } = await runCommand(command, show);
  show(`── ${name} ${end} after ${((performance.now() - stepBegan) / 1000).toFixed(1)} s\n`);
  const found =
    results === undefined ? { passed: 0, failed: 0, skipped: 0, failures: [] } : await results(text);
  if (found.failed > 0) {
    // An error outside of any test is in no report, and would be lost.
    const next = text.includes('Unhandled Error') ? null : await secondTry?.();
    if (next == null) return found;
    show(`\n── ${next.name}\n`);
    return runStep(next, show);
  }
  // The exit code shows failures that the report lacks: a crash, or a failure outside of any test.
  if (end !== 'ended with 0') return { ...found, failed: 1, failures: [end] };
  if (results !== undefined && found.passed === 0) return { ...found, failed: 1, failures: ['ran no test'] };
  return found;
}

/**
 * Runs a command, shows its output, and kills it when it hangs.
 *
 * @param {string[]} command
 * @param {(text: string) => void} show
 * @returns {Promise<{ text: string, end: string }>}
 */
async function runCommand([program = '', ...args], show) {
  const child = start(program, args, { cwd: root });
  const left = Math.max(0, began + timeoutMinutes * 60_000 - performance.now());
  const hung = setTimeout(() => {
    show(`The tests still run after ${timeoutMinutes} minutes, so this step is ended.\n`);
    child.close();
  }, left);
  let text = '';
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.setEncoding('utf8').on('data', (part) => {
      text += part;
      show(part);
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
 * @param {string} project A project of the journeys' configuration.
 * @returns {Step}
 */
function journeysOf(project) {
  const commandOf = (/** @type {string} */ report) => [
    ...vitest(report, 'vitest.journeys.config.mts'),
    '--project',
    project,
  ];
  return {
    name: project,
    command: commandOf(project),
    results: () => vitestResults(project),
    editor: true,
    secondTry: async () => {
      const first = await fileResults(project);
      if (first === null) return null;
      const failed = first.filter((file) => file.failed > 0);
      const name = `${project}, second try`;
      return {
        name,
        command: [...commandOf(name), ...failed.map(({ title }) => title)],
        results: async () => {
          const second = (await fileResults(name)) ?? [];
          const last = first.map((file) => second.find(({ title }) => title === file.title) ?? file);
          const result = sum(last);
          for (const failure of sum(failed).failures)
            if (!result.failures.some((other) => testOf(other) === testOf(failure))) onlyOnce.push(failure);
          return result;
        },
      };
    },
  };
}

/**
 * The part of a failure that names its test.
 *
 * @param {string} failure
 */
function testOf(failure) {
  return failure.split(': ', 2).join(': ');
}

/** @param {string} name */
async function vitestResults(name) {
  const files = await fileResults(name);
  return files === null ? { passed: 0, failed: 1, skipped: 0, failures: ['wrote no report'] } : sum(files);
}

/** @param {readonly Results[]} parts */
function sum(parts) {
  /** @type {Results} */
  const all = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { passed, failed, skipped, failures } of parts) {
    all.passed += passed;
    all.failed += failed;
    all.skipped += skipped;
    all.failures.push(...failures);
  }
  return all;
}

/**
 * The results of a report, file by file; null if there is none.
 *
 * @param {string} name
 * @returns {Promise<FileResults[] | null>}
 */
async function fileResults(name) {
  const text = await readFile(join(output, `${name}.json`), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text).testResults.map(resultsOf);
}

/**
 * @param {{ name: string, status: string, message: string, assertionResults: readonly TestResult[] }} file
 * @returns {FileResults}
 *
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} TestResult
 */
function resultsOf({ name, status, message, assertionResults: tests }) {
  const title = relative(root, name);
  const failed = tests.filter((test) => test.status === 'failed');
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failures = failed.map((test) => `${title}: ${test.fullName}: ${inShort(test.failureMessages[0])}`);
  // A file that failed to load has no tests: count it as one failure.
  if (status === 'failed' && failures.length === 0) failures.push(`${title}: ${firstLine(message)}`);
  const skipped = tests.length - passed - failed.length;
  return { title, passed, failed: failures.length, skipped, failures };
}

/**
 * @param {string} text
 * @returns {Promise<Results>}
 */
async function suiteResults(text) {
  const match = /^in-host suite: (\{.*\})$/m.exec(text);
  if (match?.[1] === undefined) return { passed: 0, failed: 1, skipped: 0, failures: ['printed no counts'] };
  const failures = [...text.matchAll(/^ {2}✗ (.*\n.*)$/gm)].map(([, failure = '']) =>
    failure.replace('\n', ': '),
  );
  return { ...JSON.parse(match[1]), failures };
}

/**
 * The error of a test: its first line, what it waited for, and the calls in our tests that led there. Vitest's report
 * has a placeholder for the message of a timeout.
 *
 * @param {string | undefined} text
 */
function inShort(text = '') {
  const message = firstLine(text).replace('Error: STACK_TRACE_ERROR', 'The test did not end in time.');
  const awaited = /^ *- (waiting for .*)$/m.exec(stripVTControlCharacters(text))?.[1];
  const calls = [...text.matchAll(/\btest\/[^\s:()]+:\d+/g)].map(([call]) => call);
  return [message, ...(awaited === undefined ? [] : [awaited]), ...calls.slice(0, 4)].join(' | ');
}

/** @param {string | undefined} text */
function firstLine(text) {
  return text?.split('\n', 1)[0] ?? '';
}
