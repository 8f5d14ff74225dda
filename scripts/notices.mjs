/** The notices of third-party packages in the bundles: name, version, license and its text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Bundle A shipped file, and the paths of its inputs, as in esbuild's metafile.
 * @property {string} file
 * @property {readonly string[]} inputs
 */

/** Generated code that contains the standard library of its compiler. */
const compiled = [{ folder: 'generated/kernels/', package: 'node_modules/assemblyscript' }];

/** Names of files that must be redistributed. */
const licenseName = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

const rule = '-'.repeat(80);

/**
 * The text of the notices.
 *
 * @param {readonly Bundle[]} bundles
 */
export function noticesOf(bundles) {
  /** @type {Map<string, Set<string>>} Folder of each package → bundles that contain parts of it. */
  const packages = new Map();
  for (const { file, inputs } of bundles) {
    for (const folder of inputs.flatMap(foldersOf)) {
      packages.set(folder, (packages.get(folder) ?? new Set()).add(file));
    }
  }
  const notices = [...packages].map(([folder, files]) => noticeOf(folder, [...files]));
  const head = 'The files of this package contain parts of the following third-party packages.';
  return [head, ...notices.sort()].join(`\n\n${rule}\n`);
}

/**
 * The package folders of a bundle's input. A generated module that is a bundle itself has
 * the list of its own inputs beside it.
 *
 * @param {string} input
 * @returns {string[]}
 */
function foldersOf(input) {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
  if (folder !== undefined) return [folder];
  const inner = input.replace(/\.mjs$/, '.inputs.json');
  if (inner !== input && existsSync(inner)) return JSON.parse(readFileSync(inner, 'utf8')).flatMap(foldersOf);
  return compiled.filter((one) => input.startsWith(one.folder)).map((one) => one.package);
}

/**
 * @param {string} folder
 * @param {readonly string[]} files
 */
function noticeOf(folder, files) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => licenseName.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0) throw new Error(`${name} is bundled, and has no license text to pass on.`);
  const about = homepage ?? `https://www.npmjs.com/package/${name}`;
  return [`${name} ${version} (${license})\n${about}\nPart of ${files.join(', ')}`, ...texts].join('\n\n');
}
