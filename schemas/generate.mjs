/**
 * Writes everything derived from the schemas: validators (`generated/`, not committed), grammars
 * (`syntaxes/*.tmLanguage.json`, committed) and the field tables of the README.
 *
 *     node schemas/generate.mjs            writes what has changed
 *     node schemas/generate.mjs --check    writes the validators only; fails if a committed file is stale
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { grammars } from '../syntaxes/grammars.mjs';
import { ajvFiles } from './ajv.mjs';
import { fieldTablesOf } from './field-tables.mjs';

import { validatorDeclarations, validatorModule } from './validators.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const schemaNames = ['parts', 'log-request', 'training-job', 'training-config', 'responses'];
const tableMarkers = ['<!-- fields:begin -->', '<!-- fields:end -->'];

/** Writes each derived file whose content has changed, and returns their paths, relative to the root. */
export async function generate() {
  return [...validatorFiles(), ...committedFiles()].filter(isStale).map(write);
}

/** Markdown tables of every documented field, one section for each object. */
function fieldTables() {
  return fieldTablesOf(readSchemas());
}

/** Writes the validators and returns the paths of committed files that do not match the schemas. */
export async function check() {
  for (const file of validatorFiles().filter(isStale)) write(file);
  return committedFiles()
    .filter(isStale)
    .map((file) => file.path);
}

function readSchemas() {
  return Object.fromEntries(
    schemaNames.map((name) => [`${name}.json`, JSON.parse(read(`schemas/${name}.json`))]),
  );
}

function validatorFiles() {
  return [
    { path: 'generated/validators.mjs', text: validatorModule(readSchemas()) },
    { path: 'generated/validators.d.mts', text: validatorDeclarations() },
    ...ajvFiles(),
  ];
}

function committedFiles() {
  const files = grammars(readSchemas()).map(({ path, grammar }) => ({
    path,
    text: `${JSON.stringify(grammar, null, 2)}\n`,
  }));
  const readme = readmeWithTables();
  return readme === null ? files : [...files, { path: 'README.md', text: readme }];
}

function readmeWithTables() {
  if (!existsSync(join(root, 'README.md'))) return null;
  const text = read('README.md');
  const [begin, end] = tableMarkers.map((marker) => text.indexOf(marker));
  if (begin === -1 || end < begin) return null;
  return `${text.slice(0, begin)}${tableMarkers[0]}\n\n${fieldTables()}\n${text.slice(end)}`;
}

function isStale({ path, text }) {
  return !existsSync(join(root, path)) || read(path) !== text;
}

function write({ path, text }) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return path;
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const stale = await check();
    if (stale.length > 0) {
      console.error(`Not up to date, run "node schemas/generate.mjs": ${stale.join(', ')}`);
      process.exitCode = 1;
    }
  } else {
    for (const path of await generate()) console.log(path);
  }
}
