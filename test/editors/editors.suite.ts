import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocument, problemsOf } from '../../server/core/document';
import { findHints } from '../../server/core/features/hints/hints';
import { runToEnd } from '../../server/core/work';
import { type Installed, installPackage } from '../package/install';
import { engine, options } from '../server/core/support';
import { type Editor, type Home, makeHome, setupOf, type TextEdit } from './editor';
import { eglot, lspMode, startEmacs } from './emacs';
import { startNeovim } from './neovim';

const emacs = [
  ['emacsclient', '--version'],
  ['script', '--version'],
];
const withPackage = (name: string) => [
  'emacs',
  ...['--batch', '--funcall', 'package-initialize', '--eval', `(require '${name})`],
];

/** The editors, by heading in `docs/editors.md`, with commands that succeed if they are installed. */
const editors = [
  {
    heading: 'Neovim 0.7 to 0.10',
    needs: [['nvim', '--version']],
    letters: ['ä', '🙂'],
    start: (home: Home, setup: string) => startNeovim(home, setup),
  },
  {
    heading: 'Emacs with eglot',
    needs: [...emacs, withPackage('eglot')],
    // eglot 1.9 loops forever on a position inside a surrogate pair, where an outdated position can be.
    letters: ['ä'],
    start: (home: Home, setup: string) => startEmacs(home, setup, eglot),
  },
  {
    heading: 'Emacs with lsp-mode',
    needs: [...emacs, withPackage('lsp-mode')],
    // lsp-mode 8.0 counts characters where the protocol counts UTF-16 code units.
    letters: ['ä'],
    start: (home: Home, setup: string) => startEmacs(home, setup, lspMode),
  },
];

const scratch = mkdtempSync(join(tmpdir(), 'trajectory-editors-test-'));
let installed: Installed;
beforeAll(async () => {
  installed = await installPackage(scratch);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(editors)('$heading', ({ heading, needs, letters, start: startEditor }) => {
  const lacking = needs.filter(([program, ...args]) => spawnSync(program!, args).status !== 0);
  if (lacking.length > 0) {
    it.skip(`is not installed here: ${lacking.map((command) => command.join(' ')).join('; ')}`, () => {});
    return;
  }
  const wrong = wrongWith(letters.join(''));
  let home: Home;
  let editor: Editor;
  /** Opens a new file with a text. */
  const opened = async (name: string, text: string) => {
    const file = join(home.folder, name);
    writeFileSync(file, text);
    await editor.open(file);
  };
  beforeAll(async () => {
    home = makeHome(installed.bin);
    editor = await startEditor(home, setupOf(heading));
  });
  afterAll(() => home.remove());

  it('shows problems', async () => {
    await opened('problems.trajectory.json', wrong);
    await expect.poll(async () => (await editor.problems()).length).toBe(problemCount(wrong));
    expect((await editor.problems()).join('\n')).toMatch(/reward must be a number/i);
  });

  it('shows the documentation as plain text', async () => {
    const place = { line: 5, column: wrong.split('\n')[5]!.indexOf('"reward"') };
    await expect.poll(() => editor.hover(place)).toContain('No range is documented.');
    expect(await editor.hover(place)).not.toMatch(/[\\*]/);
    expect(await editor.hover(place)).toContain('trajectory_groups[0].trajectories[0].reward');
  });

  it('applies a quick fix', async () => {
    await editor.quickFix({ line: 6, column: wrong.split('\n')[6]!.indexOf('"1"') + 1 });
    await expect.poll(() => editor.text()).toBe(wrong.replace('"1"', '1'));
  });

  it('fixes all problems that have one obvious fix', async () => {
    await expect.poll(async () => (await editor.problems()).length).toBe(problemCount(await editor.text()));
    await editor.fixAll();
    const fixed = wrong.replace('"1"', '1').replace('"0.5", "metrics": null, }', '0.5 }');
    await expect.poll(() => editor.text()).toBe(fixed);
    await expect.poll(() => editor.problems()).toHaveLength(problemCount(fixed));
  });

  it('completes a multi-line value, indented like the lines around it', async () => {
    const text = '{\n    "split": "s",\n    "traj\n}\n';
    await opened('completion.trajectory.json', text);
    await expect.poll(async () => (await editor.problems()).length).toBe(problemCount(text));
    await editor.complete({ line: 2, column: 9 }, 'trajectory_groups');
    await expect.poll(() => editor.text()).toBe(completed);
  });

  it('shows the same problems after 300 edits as for a newly opened file with the same text', async () => {
    const start = manyProblems(30, letters);
    const { edits, text } = randomEdits(start, 300, letters);
    await opened('fresh.trajectory.json', text);
    await expect.poll(async () => (await editor.problems()).length).toBe(problemCount(text));
    const fresh = await editor.problems();
    expect(fresh.length).toBeGreaterThan(10);
    await opened('edited.trajectory.json', start);
    await expect.poll(async () => (await editor.problems()).length).toBe(problemCount(start));
    await editor.change(start, edits);
    expect(await editor.text()).toBe(text);
    // Not until there are as many: an older version may have as many, too.
    await expect.poll(() => editor.problems()).toEqual(fresh);
  });

  it('shows no warnings, and shuts down the server properly', async () => {
    expect(await editor.complaints()).toEqual([]);
    await editor.close();
    await expect.poll(() => home.exitCodes()).toEqual(['0']);
  });
});

/** A log request with a problem of each kind, and some letters before them on their line. */
function wrongWith(letters: string): string {
  return `{
  "split": "s",
  "trajectory_groups": [
    {
      "trajectories": [
        { "logs": ["${letters}"], "reward": "0.5", "metrics": null, },
        { "reward": "1" }
      ]
    }
  ]
}
`;
}

const completed = `{
    "split": "s",
    "trajectory_groups": [
        {
            "trajectories": [
                {
                    "messages_and_choices": [
                        { "role": "system", "content": "" }
                    ],
                    "reward": 0
                }
            ]
        }
    ]
}
`;

/** A document with some problems in each trajectory, and characters of all lengths. */
function manyProblems(trajectories: number, letters: readonly string[]): string {
  const trajectory = (_: unknown, i: number) =>
    `        { "reward": "${i}", "logs": ["${letters.join('')}"],\n          "metadata": { "ключ": ${i} }, "tools": null }`;
  const all = Array.from({ length: trajectories }, trajectory).join(',\n');
  return `{\n  "split": "s",\n  "trajectory_groups": [\n    {\n      "trajectories": [\n${all}\n      ]\n    }\n  ]\n}\n`;
}

/** The number of problems and hints of a log request. */
function problemCount(text: string): number {
  const document = openDocument(engine, text, options.trajectory);
  return problemsOf(document).length + runToEnd(findHints(document, 1000)).length;
}

/** Edits of a text that ends with a line break, the same in each run, and the resulting text. */
function randomEdits(
  start: string,
  count: number,
  letters: readonly string[],
): { edits: TextEdit[]; text: string } {
  const marks = ['"', '{', '}', '[', ']', ',', ':', '\n', ' '];
  const pieces = [...marks, ...letters, '1', 'null', '"reward": "x"', '{}', '[\n'];
  // With this seed, the text is still a log request after the edits.
  let seed = 20261123;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  let text = [...start];
  const edits = Array.from({ length: count }, (): TextEdit => {
    const from = below(text.length - 1);
    const to = Math.min(text.length - 1, from + below(4));
    const insert = pieces[below(pieces.length)]!;
    text = [...text.slice(0, from), ...insert, ...text.slice(to)];
    return { from, to, insert };
  });
  return { edits, text: text.join('') };
}
