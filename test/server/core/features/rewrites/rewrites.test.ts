import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { literalsToJson } from '../../../../../server/core/features/printed/literals';
import { rewriteDocument } from '../../../../../server/core/features/rewrites/rewrites';
import type { Rewritten } from '../../../../../server/core/features/rewrites/rewritten';
import { runToEnd } from '../../../../../server/core/work';
import { bare, group, laidOut, otherForms, otherShapes, otherTexts, request } from '../../detection/samples';
import { open, options } from '../../support';
import { withEdits } from '../support';

const { trajectory, lines } = options;

function rewritten(text: string, how = trajectory): Rewritten & { readonly text: string } {
  const document = open(text, how);
  const [rewrite] = document.type.wrongFile!.rewrites;
  const result = runToEnd(rewriteDocument(document, rewrite!));
  return { ...result, text: withEdits(text, result.edits) };
}

describe('A rewrite makes a recognized document without errors', () => {
  const samples = [...otherTexts, ...otherForms, ...otherShapes].filter(
    ({ rewrites }) => rewrites !== undefined,
  );
  it.each(samples)('of $name', ({ text, how }) => {
    const { text: after } = rewritten(text, how);
    const document = open(after, how);
    expect(document.type.kind).not.toBe('unrecognized');
    expect(problemsOf(document).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('Every token stays as it is', () => {
  it('where a fence is removed', () => {
    const inside = `${laidOut(request)}\n`;
    expect(rewritten(`Text\n\`\`\`json\n${inside}\`\`\`\n`).text).toBe(inside);
    expect(rewritten(`\`\`\`json\n${inside}`).text).toBe(inside);
  });
  it('where lines before the document are removed', () => {
    expect(rewritten(`${'2026-01-01 INFO start\n'.repeat(20)}${request}`).text).toBe(request);
  });
  it('where a document becomes lines', () => {
    expect(rewritten(laidOut(`[${group}, ${group}]`), lines).text.split('\n')).toEqual([
      expect.stringContaining('"trajectories"'),
      expect.stringContaining('"trajectories"'),
      '',
    ]);
    expect(rewritten(`[${group},${bare}]`, lines).text).toBe(`${group}\n${bare}\n`);
    expect(rewritten(`[${bare}, ${bare}]`, lines).text).toBe(`${bare}\n${bare}\n`);
  });
  it('where lines become a log request', () => {
    const { text } = rewritten(`${group}\n${group}\n`);
    const joined = `{"split": "", "trajectory_groups": [${group}, ${group}]}`;
    expect(text.replace(/\s/g, '')).toBe(joined.replace(/\s/g, ''));
    expect(text).toMatch(
      /^\{\n {2}"split": "",\n {2}"trajectory_groups": \[\n {4}\{\n {6}"trajectories": \[\n/,
    );
  });
  it('where a document or a line is inside something else', () => {
    expect(rewritten(`{"status": 200, "body": {"data": ${request}}}`).text).toBe(request);
    expect(rewritten(`{"id": 1, "row": ${group}}\r\n{"row": ${group}}`, lines).text).toBe(
      `${group}\n${group}\n`,
    );
    expect(rewritten(`{"row": ${bare}, "id": 1}\n\n{"id": 2}\n`, lines).text).toBe(`${bare}\n{"id": 2}\n`);
  });
  it('where a line has several trajectories, unlike the first', () => {
    const pair = `{"a": ${bare}, "b": ${bare}}`;
    expect(rewritten(`{"a": ${bare}}\n${pair}\n`, lines).text).toBe(`${bare}\n${pair}\n`);
  });
  it('where quotes were written in another way', () => {
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    expect(rewritten(cell(laidOut(request))).text).toBe(laidOut(request));
    expect(rewritten(`${cell(group)}\r\n${cell(group)}`, lines).text).toBe(`${group}\r\n${group}`);
    expect(rewritten(JSON.stringify(laidOut(request)).slice(1, -1)).text).toBe(laidOut(request));
  });
  it('where quotes were written as in HTML, with the other characters or alone', () => {
    const quotes = (text: string): string => text.replaceAll('"', '&quot;');
    const all = (text: string): string =>
      quotes(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).replaceAll("'", '&#x27;');
    for (const word of ['It', "R&D's &amp;", 'a < b &lt; c', '&#8211;', '&nbsp;'])
      for (const [text, how] of [
        [laidOut(request), options.trajectory],
        [group, lines],
      ] as const) {
        const said = text.replace('It', word);
        expect(rewritten(all(said), how).text).toBe(said);
        if (/&(?!#?\w+;)|</.test(word)) expect(rewritten(quotes(said), how).text).toBe(said);
      }
  });
  it('where apostrophes have zeros in their numbers, and where brackets stay, as in an attribute', () => {
    const said = group.replace('It', "it's R&D <think> \u00a0");
    const numbered = said.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#039;');
    expect(rewritten(numbered, lines).text).toBe(said);
    const attribute = said.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');
    expect(rewritten(attribute, lines).text).toBe(said);
  });
  it('where each line has a mark, and a string has a line separator', () => {
    const one = group.replace('It', 'Dear Bob,\u2028> it\u2028x | it');
    expect(rewritten(`${one},\n${group},\r\n${group},\n`, lines).text).toBe(`${one}\n${group}\r\n${group}\n`);
    for (const mark of ['> ', 'x | ', '7: '])
      expect(rewritten(`${mark}${one}\n${mark}${group}\r\n`, lines).text).toBe(`${one}\n${group}\r\n`);
  });
  it('where what is around a document is removed', () => {
    expect(rewritten(`{"status": 200, "body": ${request}, "a": 1}\n`).text).toBe(`${request}\n`);
    expect(rewritten(` [ ${laidOut(request)} ]`).text).toBe(` ${laidOut(request)}`);
    expect(rewritten(`{"rollouts": [${group}]}`).text).toBe(
      `{\n  "split": "",\n  "trajectory_groups": [${group}]\n}`,
    );
  });
  it('where a string is decoded', () => {
    expect(rewritten(JSON.stringify(request)).text).toBe(request);
    expect(rewritten(JSON.stringify(laidOut(group)), lines).text).not.toContain('\n');
    // All lines in one string, the last one laid out.
    const all = JSON.stringify(`${group}\r\n${group}\n${laidOut(group)}\n`);
    expect(rewritten(`${all}\n`, lines).text).toBe(`${group}\n${group}\n${group}\n`);
    // A line break in a string stays, and is a syntax error.
    const broken = laidOut(group).replace('It', 'a\n b');
    expect(rewritten(JSON.stringify(broken), lines).text).toBe(broken);
  });
});

describe('What is kept of a wrapped document is no deeper than its wrapper was', () => {
  const laidOutIn = (value: unknown): string => JSON.stringify(value, null, 2);
  const inside = JSON.parse(request) as { readonly trajectory_groups: unknown };
  it('where it is in one or two others', () => {
    for (const wrapper of [{ status: 200, body: inside }, { body: { data: inside, a: 1 } }, [inside]])
      expect(rewritten(laidOutIn(wrapper)).text).toBe(laidOutIn(inside));
  });
  it('where it is a list of groups, which gets a request around it', () => {
    const made = laidOutIn({ split: '', trajectory_groups: inside.trajectory_groups });
    for (const wrapper of [
      { rollouts: inside.trajectory_groups },
      { body: { data: inside.trajectory_groups } },
    ])
      expect(rewritten(laidOutIn(wrapper)).text).toBe(made);
  });
  it('where it is a training config, indented by tabs and with CRLF line ends', () => {
    const config = { learning_rate: 1e-5, ppo: false };
    const written = (value: unknown): string => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n');
    expect(rewritten(written({ experimental_config: config }), options.config).text).toBe(written(config));
  });
  it('where a line is less deep than the first, or empty', () => {
    expect(rewritten(`{\n    "body": {\n\n  "split": "a",\n      "trajectory_groups": []}}`).text).toBe(
      `{\n\n  "split": "a",\n  "trajectory_groups": []}`,
    );
  });
});

describe('A rewrite says why it fails, or what it leaves out', () => {
  it('where there are several fences', () => {
    const block = `\`\`\`json\n${request}\n\`\`\`\n`;
    const { edits, notice } = rewritten(block + block);
    expect(edits).toEqual([]);
    expect(notice).toContain('the document has 2 code fences');
  });
  it('where a request becomes lines', () => {
    const { notice, left } = rewritten(request, lines);
    expect(notice).toBe('JSON Lines contains only the groups. Left out: split. Undo gets it back.');
    expect(left).toEqual(['split']);
    // A request without a group stays as it is.
    const none = '{"split": "a", "trajectory_groups": []}';
    expect(rewritten(`[${group}, ${none}]`, lines).left ?? []).toEqual([]);
    const numbered = (count: number) => Array.from({ length: count }, (_, i) => `"n${i}": 1, `).join('');
    expect(rewritten(request.replace('{', `{${numbered(8)}`), lines).notice).toContain(
      'n0, n1, n2, n3, n4, others.',
    );
    expect(rewritten(`[${group}]`, lines).notice).toBeNull();
  });
  it('where trajectories become groups', () => {
    expect(rewritten(`${bare}\n${bare}`).notice).toContain('a group of its own');
  });
  it('where groups are mixed with trajectories', () => {
    const { text, notice } = rewritten(`${group}\n${bare}`);
    expect(JSON.parse(text).trajectory_groups).toEqual([
      JSON.parse(group),
      { trajectories: [JSON.parse(bare)] },
    ]);
    expect(notice).toContain('a group of its own');
  });
  it('where brackets do not match', () => {
    const { edits, notice } = rewritten(`${group}\n{"trajectories": [`);
    expect(edits).toEqual([]);
    expect(notice).toContain('do not match');
  });
  it('where the lines are something else', () => {
    const { edits, notice } = rewritten(`{"row": ${bare}}\n{"row": ${bare}}\n`);
    expect(edits).toEqual([]);
    expect(notice).toContain('Not converted: These lines have a trajectory in "row".');
  });
  it('where a line break is in a string, or ends a comment', () => {
    const broken = group.replace('"content"', '"content": "a\n\n  b", "name"');
    for (const text of [`${laidOut(group)}\n${broken}\n`, laidOut(group).replace('{', '{ // a group')]) {
      const { edits, notice } = rewritten(text, lines);
      expect(edits).toEqual([]);
      expect(notice).toContain('syntax errors');
    }
    const { edits, notice } = rewritten(`${group}\n${broken}\n`);
    expect(edits).toEqual([]);
    expect(notice).toContain('syntax errors');
    // A line break between two tokens is no loss, beside another error.
    const other = rewritten(laidOut(`[${group}]`).replace('"reward": 1', '"reward": NaN'), lines);
    expect(other.text.match(/\n/g)).toHaveLength(1);
  });
  it('where a literal is assigned to a variable', () => {
    expect(rewritten("data = {'a': True, 'b': None, 'c': 'x;'}\n").text).toBe(
      '{"a": true, "b": null, "c": "x;"}\n',
    );
    expect(rewritten('const data = [{a: 1, b: 2, c: 3}];\n').text).toBe('[{"a": 1, "b": 2, "c": 3}]\n');
  });
  it('where an escape means something else in the language of its document', () => {
    expect(rewritten("{a: '\\$5', b: '\\a', c: 010}").text).toBe('{"a": "$5", "b": "a", "c": 010}');
    expect(rewritten("{'a': '\\$5', 'b': '\\a', 'c': 1}").text).toBe(
      '{"a": "\\\\$5", "b": "\\u0007", "c": 1}',
    );
  });
  it('where a value has no JSON form', () => {
    const { text, notice } = rewritten("{'a': <Foo at 0x1>, 'b': nan, 'c': 1}");
    expect(text).toBe('{"a": <Foo at 0x1>, "b": nan, "c": 1}');
    expect(notice).toBe('2 values have no JSON equivalent. They are left unchanged and marked in the text.');
  });
});

describe('Literals of Python and JavaScript', () => {
  const rows: readonly (readonly [string, string])[] = [
    ["{'a': True, 'b': None, 'c': False}", '{"a": true, "b": null, "c": false}'],
    [`{'a': "it's", 'b': 'say "hi"', 'c': 'it\\'s'}`, `{"a": "it's", "b": "say \\"hi\\"", "c": "it's"}`],
    ["['\\x41\\n', '\\U0001f600', '\\d', r'\\d', u'x']", '["A\\n", "😀", "\\\\d", "\\\\d", "x"]'],
    ["{'a': (1, 2), 'b': (3,), 'c': ()}", '{"a": [1, 2], "b": [3], "c": []}'],
    ["{'a': {1, 2}, 'b': {}, 'c': {1: 'x'}}", '{"a": [1, 2], "b": {}, "c": {"1": "x"}}'],
    ["[('long '\n  'text')]", '["long text"]'],
    ["['a' 'b', 'c']", '["ab", "c"]'],
    ['[np.float64(1.0), array([1, 2], dtype=int32), Decimal("1.5")]', '[1.0, [1, 2], "1.5"]'],
    [
      "{'a': np.True_, 'b': np.False_, 'c': Counter({'x': 2}), 'd': Counter()}",
      '{"a": true, "b": false, "c": {"x": 2}, "d": {}}',
    ],
    ['[1., .5, 1_000, 0x10, -1e-5]', '[1.0, 0.5, 1000, 16, -1e-5]'],
    ["{role: 'user', content: undefined,} // end", '{"role": "user", "content": null} '],
    ["{/* a */ role: 'user', /* it's \n b */ n: 1, /* c */}", '{ "role": "user",  "n": 1 }'],
    ['{a: 1 /* b', '{"a": 1 /* b'],
    ["{'a': datetime.datetime(2026, 1, 1), 'b': b'x'}", '{"a": "2026-01-01T00:00:00", "b": b\'x\'}'],
    [
      "{'a': datetime.datetime(2026, 1, 1, tzinfo=zone), 'b': 1}",
      '{"a": datetime.datetime(2026, 1, 1, tzinfo=zone), "b": 1}',
    ],
    [
      "[Message(role='user', calls=None), <Role.USER: 'user'>, tensor([1.], device='cuda')]",
      '[{"role": "user", "calls": null}, "user", [1.0]]',
    ],
    ["{'a': 1}\n{'b': 2}\n", '{"a": 1}\n{"b": 2}\n'],
    ["{'a': 'long \\\ntext', # end\n'b': 1}", '{"a": "long text", \n"b": 1}'],
    ["{'a': 'long \\\r\ntext', # end\r\n'b': 1}", '{"a": "long text", \r\n"b": 1}'],
    [
      "{'a': set(), 'b': [frozenset( ), dict(), OrderedDict(), list()], 'c': 1}",
      '{"a": [], "b": [ [], {}, {}, []], "c": 1}',
    ],
    ["{'a': OrderedDict([('k', 1)]), 'b': dict({'k': 1})}", '{"a": {"k": 1}, "b": {"k": 1}}'],
    [
      "OrderedDict([('b', OrderedDict([('b', (1, 2)), ('a', [('x', 1)])])), ('a', OrderedDict()), ('b', {'c': None})])",
      '{"b": {"b": [1, 2], "a": [["x", 1]]}, "a": {}, "b": {"c": null}}',
    ],
    [
      "collections.OrderedDict([(1, 'a'), (True, 'b'), (None, 'c'), (0.5, 'd'), ( 'e' , 'f'\n 'g'), ])",
      '{"1": "a", "true": "b", "null": "c", "0.5": "d",  "e" : "fg" }',
    ],
    ['OrderedDict([])', '{}'],
    ...[
      "[((1, 2), 'a')]",
      "[('a', 1, 2)]",
      "[('a',)]",
      "[('a', 1), 'b']",
      "['ab']",
      '[(np, 1)]',
      "[('a')]",
    ].map((pairs): readonly [string, string] => [`[OrderedDict(${pairs})]`, `[OrderedDict(${pairs})]`]),
    [
      "[defaultdict(<class 'int'>, {'a': 1}), defaultdict(None, {}), defaultdict(<function f.<locals>.<lambda> at 0x7f1A>, {'a': defaultdict(<class 'list'>, {'b': [1]})})]",
      '[{"a": 1}, {}, {"a": {"b": [1]}}]',
    ],
    ["{'a': defaultdict(f, {'b': 1}), 'c': None}", '{"a": defaultdict(f, {\'b\': 1}), "c": null}'],
    ["{'a': UUID(), 'b': set([])}", '{"a": UUID(), "b": []}'],
    ["[dict({'a': 1}, b=2), dict({'a': 1},)]", '[dict({\'a\': 1}, b=2), {"a": 1}]'],
    ["['\\N{DASH}', r'\\N{DASH}', '\\a']", `['\\N{DASH}', "\\\\N{DASH}", "\\u0007"]`],
    ["{'a': 'no end", '{"a": \'no end'],
  ];
  it.each(rows)('%s', (text, json) => {
    expect(runToEnd(literalsToJson(text, 'Python')).text).toBe(json);
  });
  it.each([
    [
      "['\\$5', '\\a', '\\d\\8', '\\N', '\\07', '\\U0001f600', '\\u{1f600}']",
      '["$5", "a", "d8", "N", "\\u0007", "U0001f600", "😀"]',
    ],
    ['[010, 0x10, 0.5, 0]', '[010, 16, 0.5, 0]'],
  ])('%s in JavaScript', (text, json) => {
    expect(runToEnd(literalsToJson(text, 'JavaScript')).text).toBe(json);
  });
  it('can contain strings of any length', () => {
    const long = 'ab\\n'.repeat(5_000_000);
    expect(runToEnd(literalsToJson(`['${long}']`, 'Python')).text.length).toBe(long.length + 4);
  });
  it('of very many wrappers end', () => {
    const count = 100_000;
    const nested = (inner: string): string => `${'dict('.repeat(count)}${inner}${')'.repeat(count)}`;
    expect(runToEnd(literalsToJson(nested("{'a': 1}"), 'Python')).text).toBe('{"a": 1}');
    expect(runToEnd(literalsToJson(`[${nested("[['a', 1, 2]]")}]`, 'Python')).left).toBe(1);
  });
  it('of one megabyte end', () => {
    for (const piece of [
      "'a' ",
      "OrderedDict([('a', ",
      '/*',
      'f(',
      '(',
      "'",
      "{'a': (",
      'a b ',
      '\\"',
      '"\\\'',
    ])
      expect(() => runToEnd(literalsToJson(piece.repeat(1_000_000 / piece.length), 'Python'))).not.toThrow();
  });
});
