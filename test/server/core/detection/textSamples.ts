import { options } from '../support';
import type { Sample } from './samples';

const { trajectory, lines, config } = options;

/** A text of many lines; # stands for the number of a line. */
function repeated(line: string): string {
  return Array.from({ length: 20 }, (_, index) => `${line.replace('#', String(index))}\n`).join('');
}

const toml =
  '[[problems]]\nprompt = """\nAnswer with:\n```json\n{"solved": true}\n```\n"""\nids = [\n  1,\n]\n';
const prompt = `You are an expert in the design of boards.\n\n## Rules of the design\n\nHere is an overview of the elements:\n\n${repeated(
  '<board width="#mm" outline={[{x: 0, y: 0}, {x: 10, y: 0}]} />',
)}\n{"fn":"axial","p":2.54}\n{"fn":"bga","p":0.8}\n\nDesign the board that the user describes.\nUse each part only once.\n`;

/** Texts that hold something like JSON, but are something else. */
export const textSamples: readonly Sample[] = (
  [
    ['TOML with JSON in a string', toml, 'a configuration file'],
    [
      'INI with names in quotes',
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = a\n',
      'a configuration file',
    ],
    ['a prompt with JSON in it', prompt, 'plain text'],
    ['a log that begins with an emoji', '🚀 Training of the model starts...\n\n✅ Done\n', 'plain text'],
    ['a log with times', repeated('2026-11-22 10:00:01,123 - INFO - Saved step #'), 'the log of a program'],
    ['a log with labels', repeated('[INFO] step # of the run is done'), 'the log of a program'],
    ['a log of numbers', repeated('2026-11-22 10:00:01 step=# reward=0.5'), 'the log of a program'],
    ['a log with JSON', repeated('INFO:root:got {"a": #, "b": [1]} from the worker'), 'the log of a program'],
    ['a chat', repeated('User: what is this?\nAssistant: it is {"answer": #}, I think.'), 'plain text'],
    [
      'a diff',
      'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n {\n-  "reward": 1\n+  "reward": 2\n }\n',
      'a diff',
    ],
    ['a DVC pointer', 'outs:\n- md5: d41d8cd98f00b204e9800998ecf8427e\n  path: a.jsonl\n', 'dvc pull'],
    ['the answer to a download', '404: Not Found', 'the error of a web server'],
    [
      'printed objects',
      "[Group(trajectories=[Trajectory(messages=[{'role': 'user', 'content': 'Hi'}], reward=1.0)])]\n",
      'what Python prints for objects',
    ],
    [
      'a printed collection',
      "OrderedDict([('trajectories', [OrderedDict([('reward', 1.0)])])])\n".repeat(2),
      'what Python prints for objects',
    ],
    [
      'a printed dictionary with a default',
      "defaultdict(<class 'list'>, {'trajectories': [{'reward': 1.0}]})\n".repeat(2),
      'what Python prints for objects',
    ],
    ['variables', 'export URL=https://example.com\nMODEL=a\n', 'a configuration file'],
    ['CSV with quotes', 'id,"prompt, text",reward\n1,"a ""b""",0.5\n', 'comma-separated'],
    ['CSV with row numbers', ',prompt,reward\n0,hello,0.5\n1,"a, b",1\n', 'comma-separated'],
    ['CSV in quotes', '"","prompt","reward"\n"1","a, b","0.5"\n', 'comma-separated'],
    ['CSV with semicolons', 'task;reward\n1;0,5\n', 'semicolon-separated'],
    ['a list of files', 'total 8\n-rw-r--r-- 1 a a 5 May 15 10:00 a.json\n', 'plain text'],
    ['a list of requirements', 'torch==2.1\nnumpy>=1.2\n', 'plain text'],
    ['Markdown', '# Results\n\nThe agent solved it.\n\n| a | b |\n|---|---|\n', 'plain text'],
    ['a URL', 'https://example.com/runs/a.jsonl\n', 'plain text'],
    ['an exported chat', repeated('[12/03/2024, 10:00] Ann: are you coming for lunch?'), 'plain text'],
  ] as const
).flatMap(([name, text, says]) =>
  [trajectory, lines, config].map((how) => ({ name: `${name}, as ${how.language}`, text, how, says })),
);
