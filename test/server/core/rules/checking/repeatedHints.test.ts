import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { stringOf } from '../../../../../server/core/text/text';
import { inputs } from '../../../../budget';
import { editDocument, open, options } from '../../support';

const message = (rest: string) => `{"role": "user", "content": "${'word '.repeat(40)}"${rest}}`;
const trajectory = (...messages: readonly string[]) => `{"messages_and_choices": [${messages.join(', ')}]}`;
const group = (...trajectories: readonly string[]) => `{"trajectories": [${trajectories.join(', ')}]}`;
const hintsOf = (document: ReturnType<typeof open>) =>
  problemsOf(document).filter(({ severity }) => severity === 'hint');

describe('A key that is not documented', () => {
  it('is reported once per kind of object, at its first occurrence, with a count', () => {
    const thinking = message(', "thought": "a"');
    const content = group(
      `{"thought": 1, "messages_and_choices": [${Array(1200).fill(thinking).join()}]}`,
      trajectory(...Array(11).fill(thinking)),
    );
    const document = open(content);
    expect(hintsOf(document).map(({ from, message }) => [from, message])).toEqual([
      [content.indexOf('"thought"'), '"thought" is not documented for a trajectory; it is sent as is.'],
      [
        content.indexOf('"thought": "a"'),
        '"thought" is not documented for a message; it is sent as is (1,211 times in this document).',
      ],
    ]);
    expect(document.counts).toEqual([0, 0, 0, 2]);
  });

  it('does not displace other entries of the list', () => {
    const wrong = '{"reward": null, "a": 1, "b": 1}';
    const found = problemsOf(open(group(...Array(998).fill(wrong))));
    expect(found.map(({ code }) => code)).toEqual([
      ...Array(998).fill('null-value'),
      'unknown-property',
      'unknown-property',
    ]);
    const cut = problemsOf(open(group(...Array(999).fill(wrong))));
    expect(cut.filter(({ code }) => code === 'null-value')).toHaveLength(999);
    expect(cut.at(-1)!.message).toContain('999 of 1001 problems');
  });

  it('that looks misspelt is reported at each occurrence', () => {
    const found = problemsOf(open(group(...Array(30).fill('{"rewrad": 1}'))));
    expect(found).toHaveLength(30);
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['warning']));
  });

  it('is reported only if it is among the first hundred by name; a hint says that there are more', () => {
    const names = Array.from({ length: 150 }, (_, i) => `"k${String(i).padStart(3, '0')}": 0`);
    const some = (from: number, to: number) => group(`{${names.slice(from, to).reverse().join(', ')}}`);
    const content = `${some(100, 150)}\n${some(0, 100)}\n${some(90, 110)}`;
    const [notice, ...listed] = hintsOf(open(content, options.lines));
    expect(notice).toMatchObject({ code: 'too-many-problems', severity: 'hint' });
    expect(listed.map(({ message }) => message.slice(1, 5)).sort()).toEqual(
      names.slice(0, 100).map((name) => name.slice(1, 5)),
    );
    expect(listed.filter(({ message }) => message.includes('2 times'))).toHaveLength(10);
    expect(hintsOf(open(some(0, 100), options.lines))).toHaveLength(100);
  });

  it('has in JSON Lines the sum of its counts in each line', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'reward', 'd');
    const line = fc
      .array(fc.array(names, { maxLength: 3 }), { maxLength: 4 })
      .map((all) => group(...all.map((keys) => `{${keys.map((key) => `"${key}": 1`).join()}}`)));
    const countsOf = (content: string): Map<string, number> =>
      new Map(
        hintsOf(open(content, options.lines)).map((hint) => [
          hint.message[1]!,
          Number(/\((\d+) times/.exec(hint.message)?.[1] ?? 1),
        ]),
      );
    const property = fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      const sums = new Map<string, number>();
      for (const each of lines)
        for (const [name, count] of countsOf(each)) sums.set(name, (sums.get(name) ?? 0) + count);
      expect(countsOf(lines.join('\n'))).toEqual(sums);
    });
    fc.assert(property, inputs(50));
  });

  it('has the same count and place as in a fresh parse, after any edits to a document of many parts', () => {
    const content = Array.from({ length: 90 }, (_, i) =>
      group(trajectory(...Array.from({ length: 40 }, (_, j) => message(`, "k${(i + j) % 7}": 1`)))),
    ).join('\n');
    const first = open(content, options.lines);
    const inserts = fc.constantFrom('', ' ', '\n', '"z": 1, ', `${group('{"y": 1}')}\n`, '"k3"');
    const edit = fc.tuple(fc.nat(content.length), fc.constantFrom(0, 1, 30, 9000), inserts);
    const property = fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      let document = first;
      for (const [from, length, insert] of edits) {
        document = editDocument(document, [{ from, to: from + length, insert }]);
        expect(hintsOf(document)).toEqual(hintsOf(open(stringOf(document.text), options.lines)));
      }
    });
    fc.assert(property, inputs(20));
  });
});
