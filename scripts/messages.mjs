/**
 * Writes `docs/messages.md`: every user-visible text, as it is in the source.
 *
 *     node scripts/messages.mjs
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { textsOf } from './messageTexts.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const path = join(root, 'docs/messages.md');

const areas = [
  { title: 'Problems, fixes, hovers', folders: ['server/core'] },
  {
    title: 'Language server',
    folders: ['server/commandLine.ts', 'server/files', 'server/viewedFiles', 'server/stdio', 'server/lsp'],
  },
  { title: 'Local service', folders: ['server/service'] },
  { title: 'Editor', folders: ['client'] },
  { title: 'Sending', folders: ['send'] },
  { title: 'Command line', folders: ['cli'] },
  { title: 'Trajectory view', folders: ['viewer'] },
];

/** What a text is, by the start of its path, if its own place in the source does not say it. The last match counts. */
const kinds = [
  ['server/core/', 'problem'],
  ['server/core/collection/', 'view'],
  ['server/core/features/completion/', 'completion'],
  ['server/core/features/export/', 'exported page'],
  ['server/core/features/hints/', 'hint, information'],
  ['server/core/features/hover/', 'hover'],
  ['server/core/features/lenses/', 'code lens'],
  ['server/core/features/outline/', 'outline'],
  ['server/core/features/fixes/', 'quick fix'],
  ['server/core/features/rewrites/', 'quick fix, notification'],
  ['server/core/syntax/syntaxErrors.ts', 'syntax, error'],
  ['server/commandLine.ts', 'command line'],
  ['server/files/', 'message, command line'],
  ['server/viewedFiles/', 'view'],
  ['server/stdio/', 'log'],
  ['server/stdio/program.ts', 'command line'],
  ['server/lsp/', 'log, notification'],
  ['server/lsp/handlers/codeActions/', 'quick fix'],
  ['server/service/', 'response of the service'],
  ['server/service/program.ts', 'command line'],
  ['server/service/server.ts', 'command line'],
  ['server/service/store.ts', 'command line'],
  ['client/', 'message'],
  ['send/', 'outcome'],
  ['send/request/', 'message'],
  ['cli/', 'command line'],
  ['viewer/', 'view'],
];

/** What a text is where neither its place in the source nor its path says it. */
const exceptions = new Map([
  ['server/core/document.ts: Each line', 'part of problems'],
  ['server/core/document.ts: The document', 'part of problems'],
  [
    'server/core/rules/checking/repeatedHints.ts: {…} ({…} times in this document).',
    'unknown-property, hint',
  ],
]);

/** The expected content of the page. */
export function messagesPage() {
  const parts = areas.map(({ title, folders }) => `## ${title}\n\n${table(folders.flatMap(rowsOf))}\n`);
  return `# Messages

Every text that people read, with what it is and the file that holds it: the codes and severities of a problem, the
severity of a notification, a button, a title.

A message may be put together from several rows. \`{name}\` stands for the value of that variable, and \`{…}\` for that
of any other expression. The texts that these values can have are rows of their own if the source spells them out in
two or more words. Left out are single words that are not a title, a label or a button; names from documents and
schemas; numbers; and the messages of the system, of VS Code and of the service.

\`node scripts/messages.mjs\` writes this page, and a test compares it with the source.

${parts.join('\n')}
## Commands, settings and walkthrough

${table(manifestRows())}
`;
}

function table(/** @type {string[][]} */ rows) {
  const lines = rows.map(([text = '', kind, file]) => `| ${cell(text)} | ${kind} | \`${file}\` |`);
  return ['| Text | What | File |', '| --- | --- | --- |', ...lines].join('\n');
}

/** A text as a table cell: on one line, escaped. */
function cell(/** @type {string} */ text) {
  return text.replace(/\s*\n\s*/g, ' ⏎ ').replace(/[|\\`*_<>[\]$]/g, '\\$&');
}

/** The rows of a file, or of the files in a folder: text, kind, file. */
function rowsOf(/** @type {string} */ folder) {
  const files = folder.endsWith('.ts')
    ? [folder]
    : readdirSync(join(root, folder), { recursive: true })
        .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.includes('/kernel/'))
        .sort();
  return files.flatMap((file) => {
    const common = kinds.findLast(([start = '']) => file.startsWith(start))?.[1] ?? '';
    const texts = textsOf(file, readFileSync(join(root, file), 'utf8'), (code) => severities.get(code) ?? '');
    // In the server a title is that of a fix, a lens, …, and a detail that of a response.
    const isKnown = (/** @type {string} */ kind) =>
      kind !== '' && !(/^(title|detail)$/.test(kind) && file.startsWith('server/'));
    const kindOf = (/** @type {string} */ text, /** @type {string} */ kind) =>
      exceptions.get(`${file}: ${text}`) ?? (isKnown(kind) ? kind : common);
    return [...texts].map(([text, kind]) => [text, kindOf(text, kind), file]);
  });
}

/** The severities of each code, as its section in `docs/problems.md` begins. */
const severities = readSeverities();

function readSeverities() {
  const page = readFileSync(join(root, 'docs/problems.md'), 'utf8');
  const sections = page.matchAll(/^## (\S+)\n+\*\*([^*]+)\*\*/gm);
  return new Map(
    [...sections].map(([, code = '', text = '']) => {
      const named = text.toLowerCase().match(/error|warning|information|hint/g) ?? [];
      return [code, [...new Set(named)].join(' or ')];
    }),
  );
}

/** What a text in `package.json` is, by its property. */
const kindOfManifestText = new Map([
  ['title', 'title'],
  ['displayName', 'title'],
  ['shortTitle', 'title'],
  ['label', 'title'],
  ['description', 'description'],
  ['markdownDescription', 'description'],
  ['enumDescriptions', 'description'],
]);

function manifestRows() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @type {Map<string, string>} */
  const found = new Map();
  collect(manifest, '', found);
  return [...found].map(([text, kind]) => [text, kind, 'package.json']);
}

/**
 * @param {any} value
 * @param {string} kind
 * @param {Map<string, string>} found
 */
function collect(value, kind, found) {
  if (typeof value === 'string') {
    if (kind !== '' && !found.has(value)) found.set(value, kind);
  } else if (Array.isArray(value)) {
    for (const one of value) collect(one, kind, found);
  } else if (typeof value?.command === 'string' && typeof value.category === 'string') {
    found.set(`${value.category}: ${value.title}`, 'command');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      collect(
        child,
        typeof child === 'object' && !Array.isArray(child) ? '' : (kindOfManifestText.get(name) ?? ''),
        found,
      );
    }
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path, messagesPage());
