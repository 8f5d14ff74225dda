/** Files of any size to measure `trajectory check` with: groups of `corpora.mjs`, repeated. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { makeCorpus } from './corpora.mjs';

/** Bytes of the groups that are repeated. */
const sampleSize = 8;

/** Shapes of files: groups, how they are laid out, and the file's language. */
export const shapes = {
  lines: { title: 'JSON Lines', of: 'single-line', layout: lines },
  request: { title: 'one log request, indented', of: 'single-line', layout: indented },
  'one line': { title: 'one log request on one line', of: 'single-line', layout: oneLine },
  wrong: { title: 'JSON Lines, everything wrong', of: 'wrong', layout: lines },
  tiny: { title: 'JSON Lines, tiny trajectories', of: 'tiny', layout: lines },
};

function lines(groups) {
  return {
    name: 'lines.trajectories.jsonl',
    head: '',
    tail: '',
    block: `${groups.map(compact).join('\n')}\n`,
  };
}

function oneLine(groups) {
  const block = groups.map((group) => `${compact(group)},`).join('');
  return { name: 'line.trajectory.json', head, tail, block };
}

function indented(groups) {
  const block = groups.map((group) => `\n${JSON.stringify(group, null, 2)},`).join('');
  return { name: 'indented.trajectory.json', head, tail, block };
}

const compact = (group) => JSON.stringify(group);
const head = '{"split": "train", "trajectory_groups": [';
const tail = '{"trajectories": [{"messages_and_choices": [{"role": "assistant", "content": "a"}]}]}]}\n';

/** Writes a file of a shape; returns its size in bytes. */
export function writeFile(path, shape, megabytes) {
  const { block, head: first, tail: last } = partsOf(shape);
  const file = openSync(path, 'w');
  let bytes = writeSync(file, first);
  const content = Buffer.from(block);
  while (bytes < megabytes * 1_000_000) bytes += writeSync(file, content);
  bytes += writeSync(file, last);
  closeSync(file);
  return bytes;
}

/** The name that tells the language of a shape. */
export function nameOf(shape) {
  return partsOf(shape).name;
}

const known = new Map();

function partsOf(shape) {
  if (!known.has(shape)) {
    const { of, layout } = shapes[shape];
    const groups = JSON.parse(makeCorpus(of, sampleSize).text).trajectory_groups;
    known.set(shape, layout(groups));
  }
  return known.get(shape);
}
