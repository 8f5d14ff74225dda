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
const licenseName = /^(licen[cs]e|copying|(third-?party-?)?notices?)([.-].*)?$/i;

/** A copyright line in the comment at the top of a module; a minified bundle has no comments. */
const copyright = /^\s*(?:\/?\*+|\/\/)?\s*(copyright\b[^\n]*?)[\s*]*$/im;

const rule = '-'.repeat(80);

/**
 * The text of the notices.
 *
 * @param {readonly Bundle[]} bundles
 */
export function noticesOf(bundles) {
  /** @type {Map<string, {files: Set<string>, modules: Set<string>}>} By the folder of each package. */
  const packages = new Map();
  for (const { file, inputs } of bundles) {
    for (const { folder, module } of inputs.flatMap(modulesOf)) {
      const { files, modules } = packages.get(folder) ?? { files: new Set(), modules: new Set() };
      packages.set(folder, { files: files.add(file), modules: modules.add(module) });
    }
  }
  const notices = [...packages].map(([folder, parts]) => noticeOf(folder, parts));
  const head = 'The files of this package contain parts of the following third-party packages.';
  return [head, ...notices.sort()].join(`\n\n${rule}\n`);
}

/**
 * A bundle's input with the folder of its package, if it has one. A generated module that is a bundle itself has the
 * list of its own inputs beside it.
 *
 * @param {string} input
 * @returns {{folder: string, module: string}[]}
 */
function modulesOf(input) {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
  if (folder !== undefined) return [{ folder, module: input }];
  const inner = input.replace(/\.mjs$/, '.inputs.json');
  if (inner !== input && existsSync(inner)) return JSON.parse(readFileSync(inner, 'utf8')).flatMap(modulesOf);
  return compiled
    .filter((one) => input.startsWith(one.folder))
    .map((one) => ({ folder: one.package, module: input }));
}

/**
 * The notice of a package: its license texts, and the copyright lines of bundled modules that are not in these.
 *
 * @param {string} folder
 * @param {{files: ReadonlySet<string>, modules: ReadonlySet<string>}} parts
 */
function noticeOf(folder, { files, modules }) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => licenseName.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0) throw new Error(`${name} is bundled, and has no license text to pass on.`);
  const holders = new Set([...modules].flatMap(copyrightOf));
  const others = [...holders].filter((line) => !texts.some((text) => text.includes(line))).sort();
  if (others.length > 0) texts.push(`In its source files:\n${others.join('\n')}`);
  const about = homepage ?? `https://www.npmjs.com/package/${name}`;
  return [`${name} ${version} (${license})\n${about}\nPart of ${[...files].join(', ')}`, ...texts].join(
    '\n\n',
  );
}

/** @param {string} module */
function copyrightOf(module) {
  const head = readFileSync(module, 'utf8').slice(0, 1000);
  return copyright.exec(head)?.slice(1) ?? [];
}
