import { assert } from 'chai';
import {
  type CodeLens,
  CompletionItemKind,
  type CompletionList,
  commands,
  type DocumentHighlight,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type Location,
  type LocationLink,
  type MarkdownString,
  type SelectionRange,
  type TextDocument,
} from 'vscode';
import { conversation } from './conversation';
import { firstDiagnostics, logRequest, openFile, rangeOf } from './documents';

const groupLine = '{"trajectories": [{"messages_and_choices": [], "reward": 1}]}';

describe('the outline', () => {
  it('names groups, trajectories and messages by their content', async () => {
    const document = await openFile('outline.trajectory.json', conversation);
    assert.deepEqual(outlined(await symbolsOf(document), 3), [
      'split',
      'Group 1 · 2 trajectories',
      '  Trajectory 1 · reward 0.25 · 3 messages',
      '    user: How warm is it?',
      '    assistant calls measure',
      '    tool: 9 °C',
      '    reward',
      '    metrics',
      '    measure',
      '  Trajectory 2 · reward 1 · 0 messages',
      '    reward',
      '    metrics',
    ]);
  });

  it('lists the groups or trajectories of JSON Lines', async () => {
    const groups = await openFile('outline.trajectory.jsonl', `${groupLine}\n${groupLine}\n`);
    assert.deepEqual(outlined(await symbolsOf(groups), 1), [
      'Group 1 · 1 trajectory',
      'Group 2 · 1 trajectory',
    ]);
    const text = '{"messages_and_choices": [], "reward": 0}\n{"messages_and_choices": [], "reward": 1}\n';
    const bare = await openFile('bare-outline.trajectory.jsonl', text);
    assert.deepEqual(outlined(await symbolsOf(bare), 1), [
      'Trajectory 1 · reward 0 · 0 messages',
      'Trajectory 2 · reward 1 · 0 messages',
    ]);
  });
});

describe('folding', () => {
  it('folds every object and array, but not the line of its closing bracket', async () => {
    const document = await openFile('folding.trajectory.json', conversation);
    const ranges = await ask<FoldingRange[]>('vscode.executeFoldingRangeProvider', document);
    const starts = ranges.map(({ start }) => document.lineAt(start).text.trim());
    assert.includeMembers(starts, ['"trajectory_groups": [', '"messages_and_choices": [', '"tools": [']);
    for (const { end } of ranges) assert.match(document.lineAt(end + 1).text, /^\s*[}\]]/);
  });
});

describe('selection', () => {
  it('expands from the text in quotes to the property, the trajectory, the group and the document', async () => {
    const document = await openFile('grow.trajectory.json', logRequest('"metadata": {"note": "calm"}'));
    const { start } = rangeOf(document, 'calm');
    const found = await commands.executeCommand<SelectionRange[]>(
      'vscode.executeSelectionRangeProvider',
      document.uri,
      [start],
    );
    const selected: string[] = [];
    for (let at = found[0]; at !== undefined; at = at.parent) selected.push(document.getText(at.range));
    const trajectory = '{"metadata": {"note": "calm"}}';
    const expected = ['calm', '"calm"', '"note": "calm"', trajectory, `{"trajectories": [${trajectory}]}`];
    assert.deepEqual(
      selected.filter((text) => expected.includes(text)),
      expected,
    );
    assert.equal(selected.at(-1), document.getText());
  });
});

describe('navigation by tool names and call ids', () => {
  const names: readonly [name: string, definition: string, places: number][] = [
    ['measure', '{ "type": "function", "function": { "name": "measure", "parameters": {} } }', 3],
    [
      'call_1',
      '{ "id": "call_1", "type": "function", "function": { "name": "measure", "arguments": "{}" } }',
      2,
    ],
  ];
  for (const [name, definition, places] of names) {
    it(`highlights every occurrence of ${name}`, async () => {
      const document = await openFile(`highlight-${name}.trajectory.json`, conversation);
      const found = await askAt<DocumentHighlight[]>('vscode.executeDocumentHighlights', document, name);
      assert.deepEqual(
        found.map(({ range }) => document.getText(range)),
        Array(places).fill(name),
      );
    });

    it(`goes from the result to the definition of ${name}`, async () => {
      const document = await openFile(`definition-${name}.trajectory.json`, conversation);
      const at = `"${name}", ${name === 'measure' ? '"content"' : '"name"'}`;
      const [link, ...others] = await askAt<LocationLink[]>('vscode.executeDefinitionProvider', document, at);
      assert.isEmpty(others);
      assert.equal(document.getText(link?.targetRange), definition);
      assert.equal(document.getText(link?.targetSelectionRange), name);
    });

    it(`finds all references to ${name}`, async () => {
      const document = await openFile(`references-${name}.trajectory.json`, conversation);
      const found = await askAt<Location[]>('vscode.executeReferenceProvider', document, name);
      assert.deepEqual(
        found.map(({ range }) => document.getText(range)),
        Array(places).fill(name),
      );
    });
  }
});

describe('the name of a property', () => {
  it('is highlighted wherever it occurs in the same trajectory', async () => {
    const document = await openFile('highlight-key.trajectory.json', conversation);
    const found = await askAt<DocumentHighlight[]>('vscode.executeDocumentHighlights', document, 'role');
    assert.lengthOf(found, 3);
    const reward = await askAt<DocumentHighlight[]>('vscode.executeDocumentHighlights', document, 'reward');
    assert.lengthOf(reward, 1);
  });
});

describe('code lenses', () => {
  it('send the document, and summarize each group', async () => {
    const document = await openFile('sum.trajectory.json', conversation);
    const all = await lensesOf(document);
    const views = all.filter(({ command }) => command?.command === 'trajectory.openView');
    assert.deepEqual(views[0]?.command?.arguments, [{ uri: document.uri.toString(), trajectory: null }]);
    const lenses = all.filter((lens) => !views.includes(lens));
    assert.deepEqual(
      lenses.map(({ command }) => [command?.title, command?.command]),
      [
        ['Log', 'trajectory.logTrajectories'],
        ['Create Training Job', 'trajectory.createTrainingJob'],
        ['Group 1 · 2 trajectories · reward 0.25 – 1.00, mean 0.63', ''],
      ],
    );
    assert.equal(lenses[2]?.range.start.line, rangeOf(document, '"trajectories"').start.line - 1);
  });

  it('expand a long line that has problems', async () => {
    const long = groupLine.replace(
      '"reward": 1',
      `"reward": "x", "metadata": {"note": "${'z'.repeat(2000)}"}`,
    );
    const document = await openFile('long.trajectory.jsonl', `${groupLine}\n${long}\n`);
    await firstDiagnostics(document);
    const lens = (await lensesOf(document)).find(({ command }) => command?.title === 'Expand · 1 problem');
    assert.equal(lens?.range.start.line, 1);
    assert.equal(lens?.command?.command, 'trajectory.expandLine');
  });
});

describe('the hover of a trajectory', () => {
  it('shows its path, its reward and its rank in the group', async () => {
    const document = await openFile('rank.trajectory.json', conversation);
    const hovers = await askAt<Hover[]>('vscode.executeHoverProvider', document, '"reward": 0.25');
    const shown = hovers
      .flatMap(({ contents }) => contents as MarkdownString[])
      .map(({ value }) => value.replaceAll('\\', ''))
      .join('\n');
    assert.include(shown, 'trajectory_groups[0].trajectories[0].reward');
    assert.include(shown, 'Reward 0.25: rank 2 of 2 in its group.');
    assert.include(shown, 'Mean 0.625, standard deviation 0.375, from 0.25 to 1.');
  });
});

describe('completion from other occurrences in the document', () => {
  const places: readonly [what: string, typed: string, into: string, offered: readonly string[]][] = [
    ['names of metrics', '"metrics": {}', '"metrics": {""}', ['turns', 'wind']],
    ['names of tools', '"name": "measure", "content"', '"name": "", "content"', ['measure']],
    ['ids of calls', '"tool_call_id": "call_1"', '"tool_call_id": ""', ['call_1']],
  ];
  for (const [what, before, after, offered] of places) {
    it(`offers ${what}`, async () => {
      const name = `seen-${what.replaceAll(' ', '-')}.trajectory.json`;
      const document = await openFile(name, conversation.replace(before, after));
      const at = rangeOf(document, after).start.translate(0, after.indexOf('""') + 1);
      const list = await commands.executeCommand<CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at,
      );
      // The editor adds word suggestions of its own.
      const items = list.items.filter(({ kind }) => kind !== CompletionItemKind.Text);
      const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      assert.includeMembers(
        labels.map((label) => label.replaceAll('"', '')),
        [...offered],
      );
    });
  }
});

function ask<Answer>(command: string, { uri }: TextDocument): Promise<Answer> {
  return Promise.resolve(commands.executeCommand<Answer>(command, uri));
}

/** Runs a provider command inside the first occurrence of `part`. */
function askAt<Answer>(command: string, document: TextDocument, part: string): Promise<Answer> {
  const at = rangeOf(document, part).start.translate(0, 1);
  return Promise.resolve(commands.executeCommand<Answer>(command, document.uri, at));
}

function symbolsOf(document: TextDocument): Promise<DocumentSymbol[]> {
  return ask('vscode.executeDocumentSymbolProvider', document);
}

/** The names of an outline, indented by depth. */
function outlined(symbols: readonly DocumentSymbol[], depth: number, indent = ''): string[] {
  if (depth === 0) return [];
  return symbols.flatMap(({ name, children }) => [
    indent + name,
    ...outlined(children, depth - 1, `${indent}  `),
  ]);
}

/** The visible lenses of a document. */
function lensesOf({ uri }: TextDocument): Promise<CodeLens[]> {
  return Promise.resolve(commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri, 100));
}
