/**
 * Edits of a document. Each edit is made and then undone, which is measured too (`undo` names it),
 * so that every edit starts from the same text. Edits are `{from, to, insert}` in UTF-16 code units of the corpus.
 */
export const edits = {
  'type in a string': { undo: 'type in a string', of: (site) => site.insert(site.inString, 'x') },
  'type in a number': { undo: 'type in a number', of: (site) => site.insert(site.inNumber, '1') },
  'add a quote': { undo: 'remove it again', of: (site) => site.insert(site.inString, '"') },
  'remove a closing quote': { undo: 'add it again', of: (site) => site.remove(site.closingQuote, 1) },
  'add an opening brace': { undo: 'remove it again', of: (site) => site.insert(site.item, '{') },
  'remove a closing brace': { undo: 'add it again', of: (site) => site.remove(site.closingBrace, 1) },
  'paste a trajectory': { undo: 'undo', of: (site) => site.insert(site.item, site.itemText) },
  'delete a trajectory': { undo: 'undo', of: (site) => site.remove(site.item, site.itemText.length) },
};

const atCursor = (position) => ({ position });
const ofDocument = () => ({});

/** Requests made right after an edit, and where: `cursor` is an offset from the edit's start. */
export const questions = {
  'completion of a name': {
    method: 'textDocument/completion',
    edit: (site) => site.insert(site.beforeName, '"c" '),
    cursor: 2,
    params: atCursor,
  },
  'completion of a value': {
    method: 'textDocument/completion',
    edit: (site) => site.remove(site.roleEnd, 1),
    cursor: 0,
    params: atCursor,
  },
  hover: {
    method: 'textDocument/hover',
    edit: (site) => site.insert(site.roleEnd, 'x'),
    cursor: 0,
    params: atCursor,
  },
  'selection range': {
    method: 'textDocument/selectionRange',
    edit: (site) => site.insert(site.inString, 'x'),
    cursor: 0,
    params: (position) => ({ positions: [position] }),
  },
  outline: { method: 'textDocument/documentSymbol', ...inString(ofDocument) },
  folding: { method: 'textDocument/foldingRange', ...inString(ofDocument) },
  'format the document': {
    method: 'textDocument/formatting',
    ...inString(() => ({ options: { tabSize: 2, insertSpaces: true } })),
  },
  'code lenses': { method: 'textDocument/codeLens', ...inString(ofDocument), onlyOurs: true },
  'highlights of a name': {
    method: 'textDocument/documentHighlight',
    edit: (site) => site.insert(site.beforeName, ' '),
    cursor: 3,
    params: atCursor,
    onlyOurs: true,
  },
  'highlights of a call': { method: 'textDocument/documentHighlight', ...onCall(atCursor) },
  'definition of a call': { method: 'textDocument/definition', ...onCall(atCursor) },
  'references to a call': {
    method: 'textDocument/references',
    ...onCall((position) => ({ position, context: { includeDeclaration: true } })),
  },
  'code actions': {
    method: 'textDocument/codeAction',
    edit: mistake,
    cursor: 0,
    params: (position) => ({ range: { start: position, end: position }, context: { diagnostics: [] } }),
    onlyOurs: true,
  },
};

/** Inside `tool_call_id` of a result, which refers to the call. */
function onCall(params) {
  return { edit: (site) => site.insert(site.callId, ' '), cursor: 3, params, onlyOurs: true };
}

function inString(params) {
  return { edit: (site) => site.insert(site.inString, 'x'), cursor: 0, params };
}

/** An edit that adds one problem: it proves that a server really checks. */
export function mistake(site) {
  return site.replace(site.role, site.roleEnd + 2, '7');
}

/** Offsets for edits in the item at a share of the document: 0 is the first, 1 the last. */
export function siteAt(corpus, share) {
  const { text, items, itemsPerGroup } = corpus;
  const count = items.length / 2;
  // Its neighbour is in the same group, so that it can be deleted with the comma after it.
  const near = Math.min(Math.floor(share * count), count - 2);
  const index = itemsPerGroup === Number.POSITIVE_INFINITY ? near : near - (near % itemsPerGroup);
  const item = items[index * 2];
  const string = find(text, /"content": ?"[^"\\]*?(?=[a-z])/g, item).to + 1;
  const brace = find(text, /[^\\]"\s*\}/g, string);
  const role = find(text, /"role": ?"/g, string);
  return {
    text,
    item,
    itemText: text.slice(item, items[index * 2 + 2]),
    inString: string,
    closingQuote: brace.from + 1,
    closingBrace: brace.to - 1,
    inNumber: find(text, /"index": ?/g, item).to + 1,
    role: role.to - 1,
    beforeName: role.from,
    roleEnd: find(text, /[a-z](?=")/g, role.to).from,
    /** Not every shape has tool calls. */
    get callId() {
      return find(text, /"tool_call_id": ?/g, item).to;
    },
    insert: (from, insert) => ({ from, to: from, insert }),
    remove: (from, length) => ({ from, to: from + length, insert: '' }),
    replace: (from, to, insert) => ({ from, to, insert }),
  };
}

/** Converts offsets to LSP positions, and edits to LSP changes. */
export function changesOf(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const positionAt = (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - starts[low] };
  };
  return {
    positionAt,
    /** The change that makes an edit. */
    make: ({ from, to, insert }) => ({
      range: { start: positionAt(from), end: positionAt(to) },
      text: insert,
    }),
    /** The change that undoes it. */
    undo: ({ from, to, insert }) => ({
      range: { start: positionAt(from), end: endOf(positionAt(from), insert) },
      text: text.slice(from, to),
    }),
  };
}

function endOf({ line, character }, inserted) {
  const lines = inserted.split('\n');
  const last = lines[lines.length - 1].length;
  return lines.length === 1
    ? { line, character: character + last }
    : { line: line + lines.length - 1, character: last };
}

function find(text, pattern, from) {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (match === null) throw new Error(`Nothing behind ${from} matches ${pattern}.`);
  return { from: match.index, to: match.index + match[0].length };
}
