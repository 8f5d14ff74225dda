import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandLineText } from '../../../../../server/core/features/lines/expandLine';
import { joinLinesText } from '../../../../../server/core/features/lines/joinLines';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { text as anyText, value } from '../../arbitrary';
import { open, options } from '../../support';

const expanded = (content: string, line = 0) =>
  runToEnd(expandLineText(open(content, options.lines), line))?.text ?? null;
const joined = (content: string, like = '') => runToEnd(joinLinesText(content, like));

describe('A line is expanded', () => {
  it('to several lines, with every token unchanged', () => {
    expect(expanded('{}\n {"trajectories": [{"reward":1.0, "reward" : 2e0,"tools": []}]}\r\n{}', 1)).toBe(
      '{\n  "trajectories": [\n    {\n      "reward": 1.0,\n      "reward": 2e0,\n      "tools": []\n    }\n  ]\n}',
    );
  });
  it('even if it is a bare trajectory', () => {
    expect(expanded('{"messages_and_choices": []}')).toBe('{\n  "messages_and_choices": []\n}');
  });
  it('as far as it can be read, if it is broken', () => {
    expect(expanded('{"a": 1, "trajectories": [{"reward": }')).toBe(
      '{\n  "a": 1,\n  "trajectories": [\n    {\n      "reward": }',
    );
  });
  it('only where there is a value', () => {
    expect(expanded('{}\n  \n{}', 1)).toBeNull();
    expect(expanded('{}', 1)).toBeNull();
    expect(expanded('{}', -1)).toBeNull();
    expect(runToEnd(expandLineText(open('{"split": "a"}'), 0))).toBeNull();
  });
});

describe('Lines are joined', () => {
  it('with a space where one belongs', () => {
    expect(joined('\n{\n  "a": [\n    1,\r\n    2\r  ],\n\n  "b"\n:\n"c  d"\n}\n')).toBe(
      '{"a": [1, 2], "b": "c  d"}',
    );
  });
  it('to an empty text if they are blank', () => {
    expect(joined('')).toBe('');
    expect(joined(' \r\n\t')).toBe('');
  });
  it('without running broken tokens together', () => {
    expect(joined('[1\n2]')).toBe('[1 2]');
    expect(joined('[tru\ne]')).toBe('[tru e]');
    expect(joined('{"a": 1 // the first\n, "b": 2}')).toBeNull();
    expect(joined('{"a": "b\nc"}')).toBeNull();
    expect(joined("{'a\n': 1}")).toBeNull();
  });
  it('even if the last string is not closed', () => {
    expect(joined('["a')).toBe('["a');
  });
  it('quickly, whatever the white space', () => {
    const blank = ' \t'.repeat(100_000);
    expect(joined(`["${blank}",${blank}\n${blank}1]`)).toBe(`["${blank}", 1]`);
  });
});

describe('What was expanded can be joined again', () => {
  /** The text as written by a program that uses the same white space in each kind of gap. */
  const written = (
    json: unknown,
    { comma, colon, pad }: { comma: string; colon: string; pad: string },
  ): string => {
    const style = { comma, colon, pad };
    if (typeof json !== 'object' || json === null) return JSON.stringify(json);
    const members = Array.isArray(json)
      ? json.map((item) => written(item, style))
      : Object.entries(json).map(([name, item]) => `${JSON.stringify(name)}${colon}${written(item, style)}`);
    const [open, close] = Array.isArray(json) ? ['[', ']'] : ['{', '}'];
    return members.length === 0 ? open + close : `${open}${pad}${members.join(comma)}${pad}${close}`;
  };
  const styles = [
    { comma: ',', colon: ':', pad: '' },
    { comma: ', ', colon: ': ', pad: '' },
    { comma: ',', colon: ': ', pad: '' },
    { comma: ', ', colon: ' : ', pad: ' ' },
  ];
  it.each(styles)('byte for byte, if its white space was uniform: $comma $colon $pad', (style) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' '), (json, end) => {
        const line = written(json, style) + end;
        expect(joined(expanded(line)!, line)).toBe(line);
      }),
      inputs(200),
    );
  });
  it('in the style of the line, if something was added', () => {
    expect(joined('{\n  "a": 1,\n  "b": []\n}\n', '{"a":1}')).toBe('{"a":1,"b":[]}');
    expect(joined('[\n  1,\n  {\n    "b": 2\n  }\n]', '[1,2]')).toBe('[1,{"b":2}]');
    expect(joined('{\n  "a": 1,\n  "b":\n}', '{"a":1}')).toBe('{"a":1,"b":}');
  });
  it('only if it is one value', () => {
    expect(joined('{"a": 1}\n{"b": 2}', '{"a": 1}')).toBeNull();
    expect(joined('[]\n\n[]', '[]')).toBeNull();
    expect(joined('{"a": {}},\n"b": {}}', '{}')).not.toBeNull();
  });
  it('as Python writes it, if its white space was mixed', () => {
    const line = '{"a":1, "b": [1,2,  3]}';
    expect(joined(expanded(line)!, line)).toBe('{"a": 1, "b": [1, 2, 3]}');
  });
  it('with the same value', () => {
    fc.assert(
      fc.property(value, (json) => {
        const line = json.replace(/[\r\n]+/g, ' ');
        const back = joined(expanded(line)!, line)!;
        expect(back).not.toMatch(/[\r\n]/);
        expect(JSON.parse(back)).toEqual(JSON.parse(line));
      }),
      inputs(150),
    );
  });
  it('or is refused, but never loses a character other than white space', () => {
    const solid = (content: string) => content.replace(/[ \t\r\n]+/g, '');
    fc.assert(
      fc.property(anyText, (content) => {
        const line = content.replace(/[\r\n]+/g, ' ');
        const lines = expanded(line);
        if (lines === null) return;
        expect(solid(lines)).toBe(solid(line));
        const back = joined(lines, line);
        if (back !== null) expect(solid(back)).toBe(solid(line));
      }),
      inputs(200),
    );
  });
});
