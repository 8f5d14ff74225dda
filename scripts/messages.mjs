/**
 * Writes `docs/messages.md`: every user-visible text, as it is in the source.
 *
 *     node scripts/messages.mjs
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const path = join(root, 'docs/messages.md');

const areas = [
  { title: 'Problems, fixes, hovers', folder: 'server/core' },
  { title: 'Language server', folder: 'server/lsp' },
  { title: 'Local service', folder: 'server/service' },
  { title: 'Editor', folder: 'client' },
  { title: 'Sending', folder: 'send' },
  { title: 'Command line', folder: 'cli' },
  { title: 'Trajectory view', folder: 'viewer' },
];

/** The kind of a text, by the function that receives it. */
const kindOfCall = new Map([
  ['showInfo', 'information'],
  ['showInformationMessage', 'information'],
  ['showWarning', 'warning'],
  ['showWarningMessage', 'warning'],
  ['showError', 'error'],
  ['showErrorMessage', 'error'],
  ['Error', 'exception'],
  ['UserError', 'error'],
  ['commandAction', 'button'],
]);

/** The kind of a text, by its property name. */
const kindOfProperty = new Map([
  ['label', 'label'],
  ['title', 'title'],
  ['detail', 'detail'],
  ['description', 'description'],
  ['prompt', 'question'],
  ['placeHolder', 'question'],
]);

/** The default kind of a folder's texts. */
const kindOfFolder = new Map([
  ['server/core/detection/', 'wrong-file'],
  ['server/core/features/fixes/', 'quick fix'],
  ['server/core/features/hints/', 'hint'],
  ['server/core/features/rewrites/', 'quick fix, notification'],
  ['server/core/syntax/syntaxErrors.ts', 'syntax, error'],
]);

/** The expected content of the page. */
export function messagesPage() {
  const parts = areas.map(({ title, folder }) => `## ${title}\n\n${tableOf(folder)}\n`);
  return `# Messages

Every text that people read, with the file that holds it and, where the source says so next to the text, what it is:
the code and severity of a problem, the severity of a notification, a button, a title. \`{…}\` stands for what is put
in. \`node scripts/messages.mjs\` writes this page, and a test compares it with the source.

${parts.join('\n')}`;
}

function tableOf(/** @type {string} */ folder) {
  const files = readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.includes('/kernel/'))
    .sort();
  const rows = files.flatMap((file) => {
    const common = [...kindOfFolder].find(([folder]) => file.startsWith(folder))?.[1] ?? '';
    return [...messagesOf(file)].map(([text, kind]) => `| ${cell(text)} | ${kind || common} | \`${file}\` |`);
  });
  return ['| Text | What | File |', '| --- | --- | --- |', ...rows].join('\n');
}

/** A text as a table cell: on one line, escaped. */
function cell(/** @type {string} */ text) {
  return text.replace(/\s*\n\s*/g, ' ⏎ ').replace(/[|\\`*_<>[\]$]/g, '\\$&');
}

/**
 * The texts of a file with their kinds, in order.
 *
 * @param {string} file
 * @returns {Map<string, string>}
 */
function messagesOf(file) {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {Map<string, string>} */
  const found = new Map();
  visit(program, '', (text, kind) => {
    if ((kind !== '' || isSentence(text)) && /\p{L}/u.test(text) && !found.has(text)) found.set(text, kind);
  });
  return found;
}

/**
 * Reports each text below a syntax node. `kind` comes from the nearest call or property.
 *
 * @param {any} node
 * @param {string} kind
 * @param {(text: string, kind: string) => void} tell
 * @returns {void}
 */
function visit(node, kind, tell) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, kind, tell);
    return;
  }
  if (typeof node?.type !== 'string') return;
  if (
    /^(Import|Export(All|Named)?Declaration$|TS(Literal|Type|Interface))/.test(node.type) &&
    !node.declaration
  )
    return;
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'string') tell(node.value, kind);
      return;
    case 'TemplateLiteral':
      tell(textOf(node), kind);
      return visit(node.expressions, kind, tell);
    case 'TaggedTemplateExpression':
      for (const text of textsOfHtml(textOf(node.quasi))) tell(text, 'view');
      return visit(node.quasi.expressions, '', tell);
    case 'CallExpression':
    case 'NewExpression': {
      const own = kindOfCall.get(nameOf(node.callee)) ?? '';
      visit(node.callee, '', tell);
      visit(node.arguments[0], own, tell);
      return visit(node.arguments.slice(1), '', tell);
    }
    case 'ObjectExpression': {
      const problem = problemOf(node);
      for (const property of node.properties) {
        const name = nameOf(property.key);
        const own = name === 'message' ? problem : kindOfProperty.get(name);
        visit(property.value ?? property.argument, own ?? '', tell);
      }
      return;
    }
    case 'BinaryExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      break;
    default:
      kind = node.type === 'ArrowFunctionExpression' ? kind : '';
  }
  for (const [key, child] of Object.entries(node)) if (key !== 'test') visit(child, kind, tell);
}

/** Code and severity of a problem's object literal. */
function problemOf(/** @type {any} */ { properties }) {
  const literal = (/** @type {string} */ name) =>
    properties.find((/** @type {any} */ property) => nameOf(property.key) === name)?.value?.value;
  return (
    ['code', 'severity']
      .map(literal)
      .filter((value) => typeof value === 'string')
      .join(', ') || undefined
  );
}

function nameOf(/** @type {any} */ node) {
  return node?.property?.name ?? node?.name ?? node?.value;
}

function textOf(/** @type {any} */ { quasis, expressions }) {
  return quasis
    .map((/** @type {any} */ { value }, /** @type {number} */ i) => {
      const name = nameOf(expressions[i]);
      return value.cooked + (i === expressions.length ? '' : `{${typeof name === 'string' ? name : '…'}}`);
    })
    .join('');
}

/** The visible or spoken texts of an HTML template of the view. */
function textsOfHtml(/** @type {string} */ html) {
  const attributes = [...html.matchAll(/(?:aria-label|title|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text ?? '',
  );
  const shown = html.replace(/<[^>]*>/g, '\n').split('\n');
  return [...attributes, ...shown].map((text) => text.trim()).filter(isSentence);
}

/** Whether a text is prose rather than a name, a key or part of a format. */
function isSentence(/** @type {string} */ text) {
  const words = text.replace(/\{[^}]*\}/g, 'X').trim();
  return (
    /^[\p{Lu}“"'({]?\S*(\s+\S+)+$/su.test(words) && /^[\p{Lu}“"]/u.test(words) && /[\p{Ll}]{2}/u.test(words)
  );
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path, messagesPage());
