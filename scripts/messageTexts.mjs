/** Finds the texts of a source file that people read, for `messages.mjs`. */
import { parseSync } from 'vite';

/** What a text is, by the function that receives it as its first argument. */
const kindOfCall = new Map([
  ['showInfo', 'information'],
  ['showInformationMessage', 'information'],
  ['showWarning', 'warning'],
  ['showWarningMessage', 'warning'],
  ['showError', 'error'],
  ['showErrorMessage', 'error'],
  ['UserError', 'error'],
  ['Error', 'exception'],
  ['commandAction', 'button'],
]);

/** What a text is, by the property or variable that holds it. */
const kindOfName = new Map([
  ['label', 'label'],
  ['title', 'title'],
  ['titles', 'title'],
  ['detail', 'detail'],
  ['description', 'description'],
  ['prompt', 'question'],
  ['placeHolder', 'question'],
]);

/** Functions whose texts nobody reads: selectors, and keys of maps. */
const internalCalls = /^(matches|closest|querySelector(All)?|matchMedia|get|set|has|fold|remember)$/;

/** Texts with a space that nobody reads: values of types, keys, class names, headers, selectors, paths, parts of formats. */
const internalTexts = [
  /^(own id|no id|no call|too long|left alone|text code)$/,
  /^(itself|reasoning|raw|tokens|card|section|\{…\}px|Content-Length:|Bearer) \{/,
  /^(row-|--header|--data-binary|curl --|[a-z]+-src |<!DOCTYPE|addEventListener\(|\{\s*["{])/,
  // Selectors, paths, and lines of JSON and other formats.
  /^(\.[a-z-]+ [a-z]+$|Application Support$|::error |"type": |[\s\]]*\],\s*"totals"|\{mark\}\{line\}\s)/,
];

/**
 * A source file: what to do with a text, the severities of a code, names of variables with labels of buttons, and
 * whether its problems are those of a wrong file.
 *
 * @typedef {object} Source
 * @property {(text: string, context: Context) => void} tell
 * @property {(code: string) => string} severityOf
 * @property {Set<string>} buttons
 * @property {boolean} isDetection
 */

/**
 * Where a text is: what it is if that is known, and code and severity of the problem that it is a part of.
 *
 * @typedef {{ kind: string, problem: string, source: Source }} Context
 */

/**
 * The texts of a file with what they are, in order; '' if their context does not say it.
 *
 * @param {string} file
 * @param {string} content
 * @param {(code: string) => string} severityOf
 * @returns {Map<string, string>}
 */
export function textsOf(file, content, severityOf) {
  const { program, errors } = parseSync(file, content);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {Map<string, string>} */
  const found = new Map();
  const source = {
    tell(/** @type {string} */ text, /** @type {Context} */ { kind, problem }) {
      const isShown = isPhrase(text) || (kind !== '' && /\p{L}{2}/u.test(literalPart(text)));
      const isInternal = internalTexts.some((one) => one.test(text));
      if (isShown && !isInternal && !found.get(text)) found.set(text, kind || problem);
    },
    severityOf,
    buttons: buttonNames(program),
    isDetection: file.startsWith('server/core/detection/'),
  };
  visit(program, { kind: '', problem: '', source });
  return found;
}

/**
 * Reports each text at and below a syntax node.
 *
 * @param {any} node
 * @param {Context} context
 * @returns {void}
 */
function visit(node, context) {
  const { tell } = context.source;
  const plain = { ...context, kind: '' };
  if (Array.isArray(node)) for (const one of node) visit(one, context);
  if (typeof node?.type !== 'string' || hasNoTexts(node)) return;
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'string') tell(node.value, context);
      return;
    case 'TemplateLiteral':
      tell(textOf(node), context);
      return visit(node.expressions, plain);
    case 'TaggedTemplateExpression':
      if (node.tag.name !== 'html') return;
      for (const text of textsOfHtml(textOf(node.quasi))) tell(text, plain);
      return visit(node.quasi.expressions, plain);
    case 'CallExpression':
    case 'NewExpression':
      return visitCall(node, plain);
    case 'VariableDeclarator':
      return visitVariable(node, plain);
    case 'AssignmentExpression':
      return visit(node.right, { ...context, kind: kindOfName.get(nameOf(node.left)) ?? '' });
    case 'Property':
      return visit(node.value, { ...context, kind: kindOfName.get(nameOf(node.key)) ?? context.kind });
    case 'BinaryExpression':
      return /==/.test(node.operator) ? undefined : visit([node.left, node.right], context);
    case 'ConditionalExpression':
      return visit([node.consequent, node.alternate], context);
    case 'SwitchCase':
      return visit(node.consequent, plain);
    default:
      return visitChildren(node, context);
  }
}

function visitChildren(/** @type {any} */ node, /** @type {Context} */ context) {
  const makesProblem = /Function|^Program|^ObjectExpression/.test(node.type);
  const keepsKind = /^(Array|ArrowFunction|Logical|Object|Parenthesized|TSAs)Expression$/.test(node.type);
  const problem = (makesProblem ? problemIn(node, context.source) : '') || context.problem;
  for (const child of Object.values(node))
    visit(child, { ...context, problem, kind: keepsKind ? context.kind : '' });
}

function visitCall(/** @type {any} */ { callee, arguments: given }, /** @type {Context} */ context) {
  const name = nameOf(callee);
  visit(callee, context);
  if (internalCalls.test(name)) return;
  const [first, ...others] = given;
  // The first argument of these is an icon, a list of keys, or a code.
  if (name === 'iconButton') return visit(others, { ...context, kind: 'button' });
  if (/^(shape|conversation)$/.test(name)) return visit(others, context);
  if (name === 'report' && first.type === 'Literal')
    return visit(others, {
      ...context,
      problem: `${first.value}, ${context.source.severityOf(first.value)}`,
    });
  visit(first, { ...context, kind: kindOfCall.get(name) ?? '' });
  visit(others, context);
}

function visitVariable(/** @type {any} */ { id, init }, /** @type {Context} */ context) {
  const kindOf = (/** @type {any} */ name) =>
    context.source.buttons.has(name) ? 'button' : (kindOfName.get(name) ?? '');
  const elements = (init?.expression ?? init)?.elements;
  if (id.type !== 'ArrayPattern' || elements === undefined)
    return visit(init, { ...context, kind: kindOf(id.name) });
  for (const [i, one] of elements.entries()) visit(one, { ...context, kind: kindOf(id.elements[i]?.name) });
}

/** Codes and severities of the problems that are made at or below a node; '' if there are none. */
function problemIn(/** @type {any} */ root, /** @type {Source} */ { severityOf, isDetection }) {
  /** @type {Map<string, string>} */
  const severities = new Map(isDetection ? [['wrong-file', severityOf('wrong-file')]] : []);
  walk(root, (node) => {
    const literal = (/** @type {string} */ name) =>
      node.properties?.find((/** @type {any} */ property) => nameOf(property.key) === name)?.value?.value;
    const code = nameOf(node.callee) === 'report' ? node.arguments[0].value : literal('code');
    if (severityOf(code ?? '') !== '') severities.set(code, severityOf(code));
    // Only the object that has the message itself has its very severity.
    const severity = node === root ? literal('severity') : undefined;
    if (severity !== undefined) for (const one of severities.keys()) severities.set(one, severity);
  });
  return [...severities].map((one) => one.join(', ')).join('; ');
}

/** Calls a function with a syntax node and each below it. */
function walk(/** @type {any} */ node, /** @type {(node: any) => void} */ see) {
  if (typeof node?.type === 'string') see(node);
  if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) walk(child, see);
}

/** Variables that are passed to a notification after its message. */
function buttonNames(/** @type {any} */ program) {
  const names = new Set();
  walk(program, ({ callee, arguments: given }) => {
    if (/^show(Information|Warning|Error)Message$/.test(nameOf(callee)))
      for (const { name } of given.slice(1)) names.add(name);
  });
  return names;
}

/** Types, imports, keys, and directives. */
function hasNoTexts(/** @type {any} */ node) {
  return (
    /^(Import|ExportAll|TS(Literal|Type|Interface))/.test(node.type) ||
    (node.type === 'ExportNamedDeclaration' && node.declaration === null)
  );
}

/** The name of a function, a variable, a property or a key. */
function nameOf(/** @type {any} */ node) {
  return node?.property?.name ?? node?.name ?? node?.value;
}

/** The text of a template, with the names of variables in braces. */
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
  return [...attributes, ...shown].map((text) => text.trim());
}

/** Whether a text is more than one word: prose or a part of it, rather than a name or a key. */
function isPhrase(/** @type {string} */ text) {
  return /\S\s+\S/.test(text.replace(/\{[^}]*\}/g, 'X')) && /\p{Ll}{2}/u.test(literalPart(text));
}

function literalPart(/** @type {string} */ text) {
  return text.replace(/\{[\w…]*\}/g, '');
}
