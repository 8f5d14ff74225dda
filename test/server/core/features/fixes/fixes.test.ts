import { describe, expect, it } from 'vitest';
import { type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import { fixesFor } from '../../../../../server/core/features/fixes/fixes';
import { wrapInLogRequest } from '../../../../../server/core/features/fixes/fixRoot';
import { runToEnd } from '../../../../../server/core/work';
import { open, options } from '../../support';
import { inMetrics, inTrajectory, modelId, withEdits } from '../support';

const job: DocumentOptions = { language: 'trajectory', name: 'test.training-job.json' };

/** Each fix of a document, as `title => text after it`, with `|` for the cursor and `*` for the preferred one. */
function fixes(content: string, how = options.trajectory, recentModelIds: string[] = [modelId]): string[] {
  const document = open(content, how);
  return problemsOf(document).flatMap((problem) =>
    runToEnd(fixesFor(document, problem, { recentModelIds })).map(({ title, edits, cursor, isPreferred }) => {
      let after = withEdits(content, edits);
      if (cursor !== undefined) after = `${after.slice(0, cursor)}|${after.slice(cursor)}`;
      return `${isPreferred ? '*' : ''}${title} => ${after}`;
    }),
  );
}

/** Checks a table: each row is a text and its fixes. */
function expectFixes(around: (part: string) => string, table: [string, ...string[]][]): void {
  for (const [before, ...expected] of table) {
    const offered = fixes(around(before));
    const wanted = expected.map((line) => {
      const at = line.indexOf(' => ');
      return `${line.slice(0, at)} => ${around(line.slice(at + 4))}`;
    });
    expect({ before, offered }).toEqual({ before, offered: wanted });
  }
}

describe('the fix of a syntax error', () => {
  it('inserts missing commas, and removes extra ones', () => {
    expectFixes(inMetrics, [
      ['{ "a": 1 "b": 2 }', '*Insert the missing comma => { "a": 1, "b": 2 }'],
      ['{ "a": [1 2] }', '*Insert the missing comma => { "a": [1, 2] }'],
      ['{ "a": 1, }', '*Remove the comma => { "a": 1 }'],
      ['{ "a": [1, 2,] }', '*Remove the comma => { "a": [1, 2] }'],
      ['{ "a": [1,, 2] }', '*Remove the comma => { "a": [1, 2] }'],
      ['{ "a" := 1 }', '*Replace with : => { "a": 1 }'],
      ['{ "a": 1 <!-- {, --> }', '*Remove the comment => { "a": 1 }'],
      ['{ , "a": 1 }', '*Remove the comma => {  "a": 1 }'],
    ]);
  });

  it('puts brackets around properties that are the whole document', () => {
    const members = '  "learning_rate": 1e-6,\n  "ppo": true';
    const title = '*Put { and } around the properties';
    for (const change of [(text: string) => text, (text: string) => text.replaceAll('\n', '\r\n')]) {
      const after = `${title} => ${change(`{\n${members}\n}`)}`;
      expect(fixes(change(members), options.config)).toEqual([after]);
      expect(fixes(change(`${members},\n`), options.config)).toEqual([`${after}${change('\n')}`]);
    }
    expect(fixes('"ppo": true,', options.config)).toEqual([`${title} => {"ppo": true}`]);
    const closed = '*Insert the missing { => {"ppo": true}';
    expect(fixes('"ppo": true}', options.config)).toEqual([closed]);
    expect(fixes('"a": [1', options.config)).not.toContainEqual(expect.stringContaining(title));
  });

  it('replaces words of other languages with their JSON form', () => {
    expectFixes(inMetrics, [
      ['{ a: 1 }', '*Replace with "a" => { "a": 1 }'],
      ['{ "a": True }', '*Replace with true => { "a": true }'],
      ['{ "a": [False] }', '*Replace with false => { "a": [false] }'],
      ['{ "a": None }', '*Replace with null => { "a": null }'],
      ['{ "a": .5 }', '*Replace with 0.5 => { "a": 0.5 }'],
      ['{ "a": -.5 }', '*Replace with -0.5 => { "a": -0.5 }'],
      ['{ "a": +1 }', '*Replace with 1 => { "a": 1 }'],
      ['{ "a": 1. }', '*Replace with 1.0 => { "a": 1.0 }'],
      ['{ "a": 01 }', 'Replace with 1 => { "a": 1 }', 'Put it in quotes => { "a": "01" }'],
      ['{ "a": 1.e5 }', '*Replace with 1.0e5 => { "a": 1.0e5 }'],
      ['{ "a": 1_000 }', '*Replace with 1000 => { "a": 1000 }'],
      ['{ "a": 1e-6f }', '*Replace with 1e-6 => { "a": 1e-6 }'],
      ['{ "a": 1.5e6F }', '*Replace with 1.5e6 => { "a": 1.5e6 }'],
      ['{ "a": -1L }', '*Replace with -1 => { "a": -1 }'],
      [
        '{ "a": 12345678901234567890n }',
        '*Replace with 12345678901234567890 => { "a": 12345678901234567890 }',
      ],
      ['{ "a": 1.5f }', '*Replace with 1.5 => { "a": 1.5 }'],
      ['{ "a": 0x1F }', '*Replace with 31 => { "a": 31 }'],
      ['{ "a": NaN }', 'Replace with null => { "a": null }', 'Remove "a" => {  }'],
      [
        '{ "a": np.float64(1.) }',
        '*Replace with 1.0 => { "a": 1.0 }',
        'Replace with "np.float64(1.)" => { "a": "np.float64(1.)" }',
      ],
      [
        '{ "a": [1, datetime.datetime(2026, 5, 1), 2] }',
        '*Replace with "2026-05-01T00:00:00" => { "a": [1, "2026-05-01T00:00:00", 2] }',
        'Replace with "datetime.datetime(2026, 5, 1)" => { "a": [1, "datetime.datetime(2026, 5, 1)", 2] }',
        'Remove datetime.datetime(2026, 5, 1) => { "a": [1, 2] }',
      ],
      [
        '{ "a": Msg(x=\'it\', n=[1, (2,)]) }',
        '*Replace with {"x": "it", "n": [1, [2]]} => { "a": {"x": "it", "n": [1, [2]]} }',
        'Replace with "Msg(x=\'it\', n=[1, (2,)])" => { "a": "Msg(x=\'it\', n=[1, (2,)])" }',
      ],
      [
        '{ "a": <Foo object at 0x7f> }',
        'Replace with "<Foo object at 0x7f>" => { "a": "<Foo object at 0x7f>" }',
      ],
      [
        '{ "a": Decimal(\'0.5\') }',
        '*Replace with 0.5 => { "a": 0.5 }',
        'Replace with "Decimal(\'0.5\')" => { "a": "Decimal(\'0.5\')" }',
      ],
      ['{ "a": 50% }', 'Replace with 0.5 => { "a": 0.5 }', 'Replace with 50 => { "a": 50 }'],
      ['{ "a": 0,5 }', '*Replace with a decimal point => { "a": 0.5 }'],
      ['{ "a": 0,05 }', '*Replace with a decimal point => { "a": 0.05 }'],
      ['{ "a": 1,5e-5 }', '*Replace with a decimal point => { "a": 1.5e-5 }'],
      ['{ "a": [1,05] }', 'Replace with 5 => { "a": [1,5] }', 'Put it in quotes => { "a": [1,"05"] }'],
      [
        '{ "a": 1,500 }',
        'Replace with a decimal point => { "a": 1.500 }',
        'Remove the comma => { "a": 1500 }',
      ],
      ['{ "a": 1.2.3 }', 'Put it in quotes => { "a": "1.2.3" }'],
      ['{ "a": ture }', '*Replace with true => { "a": true }', 'Replace with "ture" => { "a": "ture" }'],
      ['{ "a": FALSE }', '*Replace with false => { "a": false }', 'Replace with "FALSE" => { "a": "FALSE" }'],
      [
        '{ "a": [nul] }',
        '*Replace with null => { "a": [null] }',
        'Replace with "nul" => { "a": ["nul"] }',
        'Remove nul => { "a": [] }',
      ],
      ['{ "a": yes }', 'Replace with "yes" => { "a": "yes" }', 'Remove yes: { "a":  }'].slice(0, 2) as [
        string,
        string,
      ],
    ]);
  });

  it('fixes strings', () => {
    expectFixes(inMetrics, [
      [`{ "a": 'it' }`, '*Use double quotes => { "a": "it" }'],
      ['{ "a": r"C:\\d" }', '*Convert to a JSON string => { "a": "C:\\\\d" }'],
      [`{ "a": b'x' }`, '*Convert to a JSON string => { "a": "x" }'],
      [
        '{ "a": """say "hi"\ntwice\\n\\\nnow""" }',
        '*Convert to a JSON string => { "a": "say \\"hi\\"\\ntwice\\nnow" }',
      ],
      [`{ 'a': 1 }`, '*Use double quotes => { "a": 1 }'],
      [`{ "a": 'say "hi"' }`, '*Use double quotes => { "a": "say \\"hi\\"" }'],
      [`{ "a": 'it\\'s \\x41\\d\\n' }`, '*Use double quotes => { "a": "it\'s \\u0041\\\\d\\n" }'],
      ['{ "a": "1\t2" }', '*Replace with \\t => { "a": "1\\t2" }'],
      ['{ "a": "1\u00012" }', '*Replace with \\u0001 => { "a": "1\\u00012" }'],
      ['{ "a": "17 \\°C" }', '*Double the backslash => { "a": "17 \\\\°C" }'],
      [
        `{ "a": "it\\'s" }`,
        `*Replace with ' => { "a": "it's" }`,
        `Double the backslash => { "a": "it\\\\'s" }`,
      ],
      [
        '{ "a": "\\x41" }',
        '*Replace with \\u0041 => { "a": "\\u0041" }',
        'Double the backslash => { "a": "\\\\x41" }',
      ],
      ['{ "a": "\\U0001f600 \\u{41}" }', '*Escape 2 characters => { "a": "😀 A" }'],
      ['{ "a": "say "hi" now" }', '*Escape 2 quotes => { "a": "say \\"hi\\" now" }'],
      [
        '{ "a": ""hi"" }',
        'Remove the extra quotes => { "a": "hi" }',
        'Escape 2 quotes => { "a": "\\"hi\\"" }',
      ],
      [
        '{ "a": ""say hi"" }',
        '*Escape 2 quotes => { "a": "\\"say hi\\"" }',
        'Remove the extra quotes => { "a": "say hi" }',
      ],
      ['{ "a": "x\n }', '*Close the string => { "a": "x"\n }'],
      ['{ "a": "x,\n "b": 1 }', '*Close the string => { "a": "x",\n "b": 1 }'],
      ['{ "a": ["x],\n "b": 1 }', '*Close the string => { "a": ["x"],\n "b": 1 }'],
      ['{ ""a"": 1 }', '*Remove the extra quotes => { "a": 1 }', 'Escape 2 quotes => { "\\"a\\"": 1 }'],
      ['{ a": 1 }', '*Insert the missing quote => { "a": 1 }'],
    ]);
  });

  it('converts a container in the notation of another language, or in other quotes, at once', () => {
    const convert = '*Convert this object to JSON';
    expectFixes(inMetrics, [
      ['{ a: 1, "b": 2 }', '*Replace with "a" => { "a": 1, "b": 2 }'],
      ['{ "a": “it” }', '*Use double quotes => { "a": "it" }'],
      ['{ "a": `it\'s \\`x\\`` }', '*Use double quotes => { "a": "it\'s `x`" }'],
      [
        "{ a: 1, $b: 'it', 'c': undefined, d: [`x`, {e: None,},], }",
        `${convert} => { "a": 1, "$b": "it", "c": null, "d": ["x", {"e": null}] }`,
      ],
      ['{ “a”: “b, \\“c” d\\n”, „e“: «f» }', `${convert} => { "a": "b, \\"c” d\\n", "e": "f" }`],
      [
        '{ \\"a\\": \\"C:\\\\\\\\x\\", \\"b\\": [\\"\\\\n\\\\\\"\\"] }',
        `${convert} => { "a": "C:\\\\x", "b": ["\\n\\""] }`,
      ],
      // Only the quotes were escaped.
      ['{ \\"a\\": \\"C:\\\\new\\", \\"b\\": \\"\\n\\" }', `${convert} => { "a": "C:\\\\new", "b": "\\n" }`],
      [
        '{ \\"a\\": \\"{\\\\"b\\\\": \\\\"\\\\\\\\"c\\\\\\\\"\\\\"}\\", \\"d\\": 1 }',
        `${convert} => { "a": "{\\"b\\": \\"\\\\\\"c\\\\\\"\\"}", "d": 1 }`,
      ],
      [
        '{ &quot;a&quot;: &quot;1 &lt; 2 &amp;amp; 3, \\&quot;4&#39;\\&quot;&quot;, &quot;b&quot;: 1 }',
        `${convert} => { "a": "1 < 2 &amp; 3, \\"4'\\"", "b": 1 }`,
      ],
      [
        '{ &quot;a&quot;: &quot;1 < 2 &amp; 3&quot;, &quot;b&quot;: 1 }',
        `${convert} => { "a": "1 < 2 &amp; 3", "b": 1 }`,
      ],
      ['{ "a" => 1, "b"=> [{"c" = `d`}] }', `${convert} => { "a": 1, "b": [{"c": "d"}] }`],
      ['["x", {a: 1, b: 2}]', `${convert} => ["x", {"a": 1, "b": 2}]`],
      [
        "{'a': [1 2] 'b': {c: True}}",
        `${convert} => {"a": [1, 2], "b": {"c": true}}`,
        "*Insert the missing comma => {'a': [1, 2] 'b': {c: True}}",
        "*Insert the missing comma => {'a': [1 2], 'b': {c: True}}",
      ],
      // The comma of an array that is not closed is no comma of its object.
      ["{'a': [1 'b': 2}", `${convert} => {"a": [1 "b": 2}`, "*Insert the missing ] => {'a': [1], 'b': 2}"],
      ['[[{a: 1}], {b: 2}]', '*Convert this array to JSON => [[{"a": 1}], {"b": 2}]'],
      // The comma in an object that is not closed is removed once.
      ['[{a: 1,]', '*Insert the missing } => [{a: 1}]', '*Convert this array to JSON => [{"a": 1]'],
    ]);
  });

  it('joins the lines of a value of JSON Lines', () => {
    const good = '{"trajectories": [{"reward": 1}]}';
    for (const [lines, count] of [
      ['{"trajectories": [\n  {\n    "reward": 1\n  }\n]}', 5],
      ['{"trajectories":\n\n[{"reward": 1}]}', 3],
      ['{"trajectories": [\r\n{"reward": 1}]}', 2],
    ] as const)
      expect(fixes(`${good}\n${lines}\n${good}\n`, options.lines)).toEqual([
        `*Join the ${count} lines of this value => ${good}\n${good}\n${good}\n`,
      ]);
    expect(fixes(`${good}\n{"trajectories": [\n"a\nb"]}\n`, options.lines)[0]).toContain('Replace with \\n');
  });

  it('closes open containers, matching their opening brackets', () => {
    expect(fixes('{\n  "split": "x",\n  "trajectory_groups": [\n    {}\n')).toEqual([
      '*Insert the missing ]} => {\n  "split": "x",\n  "trajectory_groups": [\n    {}\n  ]\n}\n',
    ]);
    expect(fixes('{ "split": "x", "trajectory_groups": [{ "trajectories": [] }')).toEqual([
      '*Insert the missing ]} => { "split": "x", "trajectory_groups": [{ "trajectories": [] }] }',
    ]);
    expect(fixes('{\r\n\t"split": "x",\r\n\t"trajectory_groups": [{}],\r\n')).toEqual([
      '*Insert the missing } => {\r\n\t"split": "x",\r\n\t"trajectory_groups": [{}]\r\n}\r\n',
    ]);
    expectFixes(inTrajectory, [
      [
        '"messages_and_choices": [{ "role": "user" }, "reward": 1',
        '*Insert the missing ] => "messages_and_choices": [{ "role": "user" }], "reward": 1',
      ],
      [
        '"messages_and_choices": [{ "role": "user" ], "reward": 1',
        '*Insert the missing } => "messages_and_choices": [{ "role": "user" } ], "reward": 1',
      ],
      [
        '"messages_and_choices": [], "reward": 1]',
        '*Remove the bracket => "messages_and_choices": [], "reward": 1',
        'Insert the missing [ => "messages_and_choices": [], "reward": [1]',
      ],
      [
        '"messages_and_choices": [ "role": "user" }], "reward": 1',
        '*Insert the missing { => "messages_and_choices": [ {"role": "user" }], "reward": 1',
      ],
    ]);
  });

  it('opens an array or an object whose bracket is missing', () => {
    expectFixes(inTrajectory, [
      ['"tools": {}], "reward": 1', '*Insert the missing [ => "tools": [{}], "reward": 1'],
      ['"tools": {}, {}], "reward": 1', '*Insert the missing [ => "tools": [{}, {}], "reward": 1'],
      ['"metrics": "a": 1}, "reward": 1', '*Insert the missing { => "metrics": {"a": 1}, "reward": 1'],
      [
        '"tools": ["type": "f"}], "reward": 1',
        '*Insert the missing { => "tools": [{"type": "f"}], "reward": 1',
      ],
    ]);
    expectFixes(inMetrics, [
      ['{ "a": "x", "y"], "b": 1 }', '*Insert the missing [ => { "a": ["x", "y"], "b": 1 }'],
    ]);
  });

  it('puts what begins like a number in quotes where a string is documented, but prefers that to no literal', () => {
    expectFixes(
      (content) => inTrajectory(`"messages_and_choices": [{ "role": "user", "content": ${content} }]`),
      [
        ['3rd', '*Put it in quotes => "3rd"'],
        ['0null', 'Put it in quotes => "0null"'],
        ['1true', 'Put it in quotes => "1true"'],
      ],
    );
  });

  it('removes the opening bracket of an array that is never closed, before what is documented in its place', () => {
    expectFixes(
      (members) => inTrajectory(`"messages_and_choices": [{ ${members} }]`),
      [
        [
          '"role": ["user", "content": "Hi"',
          '*Remove the bracket => "role": "user", "content": "Hi"',
          'Insert the missing ] => "role": ["user"], "content": "Hi"',
        ],
        [
          '"role": "user", "content": ["Hi"',
          '*Remove the bracket => "role": "user", "content": "Hi"',
          'Insert the missing ] => "role": "user", "content": ["Hi"]',
        ],
      ],
    );
  });

  it('offers no string where a number or a boolean is documented', () => {
    expectFixes(inTrajectory, [
      ['"reward": 1e−5', '*Replace with 1e-5 => "reward": 1e-5'],
      ['"reward": 10**-5'],
      ['"reward": −0.5', '*Replace with -0.5 => "reward": -0.5'],
    ]);
    expect(fixes('{"ppo": yes}', options.config)[0]).toBe('*Replace with true => {"ppo": true}');
    const meant = [inTrajectory('"reward": yes'), '{"ppo": −1}', '{"ppo": 1e−5}'].map((text) =>
      fixes(text, text.startsWith('{"ppo"') ? options.config : options.trajectory).filter((fix) =>
        fix.startsWith('*'),
      ),
    );
    expect(meant).toEqual([[], [], []]);
  });

  it('inserts the name of a list with its bracket, where both are missing', () => {
    const start = '{"split": "a", "trajectory_groups": [{';
    expect(fixes(`${start}{"reward": 1}, {"reward": 2}]}]}`)).toEqual([
      `*Insert the missing "trajectories": [ => ${start}"trajectories": [{"reward": 1}, {"reward": 2}]}]}`,
    ]);
    expectFixes(inTrajectory, [
      [
        '{ "role": "user" }], "reward": 1',
        '*Insert the missing "messages_and_choices": [ => "messages_and_choices": [{ "role": "user" }], "reward": 1',
      ],
      // The closing bracket is missing, too.
      [
        '{ "role": "user" }, { "role": "user" }',
        '*Insert the missing "messages_and_choices": [ => "messages_and_choices": [{ "role": "user" }, { "role": "user" }]',
      ],
      // It is there already.
      ['{ "role": "user" }], "messages_and_choices": []'],
      // Nothing tells which list it is.
      ['{ "a": "b" }], "reward": 1'],
    ]);
  });

  it('closes an array whose bracket and comma are missing before a property', () => {
    expectFixes(inTrajectory, [
      [
        '"messages_and_choices": [{ "role": "user" } "reward": 1',
        '*Insert the missing ] => "messages_and_choices": [{ "role": "user" }], "reward": 1',
      ],
    ]);
  });

  it('closes brackets in JSON Lines on their own line', () => {
    expect(
      fixes('{"trajectories": [{"reward": 1}\n{"trajectories": [{"reward": 1}]}', options.lines),
    ).toEqual([
      '*Insert the missing ]} => {"trajectories": [{"reward": 1}]}\n{"trajectories": [{"reward": 1}]}',
    ]);
  });

  it('removes extra characters', () => {
    expect(fixes('{ "split": "x", "trajectory_groups": [{}] }}')).toEqual([
      '*Remove the bracket => { "split": "x", "trajectory_groups": [{}] }',
    ]);
    expect(fixes('\ufeff{ "split": "x", "trajectory_groups": [{}] }')).toEqual([
      '*Remove the byte order mark => { "split": "x", "trajectory_groups": [{}] }',
    ]);
    expectFixes(inMetrics, [
      ['{ "a":: 1 }', '*Remove the colon => { "a": 1 }'],
      ['{ "a" 1 }', '*Insert the missing colon => { "a": 1 }'],
    ]);
  });

  it('removes comments without joining what they separate', () => {
    expectFixes(inMetrics, [
      ['{ "a": 1, /* why */ "b": 2 }', '*Remove the comment => { "a": 1, "b": 2 }'],
      ['{ "a": 1 // why\n}', '*Remove the comment => { "a": 1\n}'],
      ['{\n  // why\n  "a": 1\n}', '*Remove the comment => {\n  "a": 1\n}'],
      ['{\r\n  /* why\r\n  and how */\r\n  "a": 1\r\n}', '*Remove the comment => {\r\n  "a": 1\r\n}'],
    ]);
  });

  it('leaves open whether a documented number begins with zeros or lost its decimal point', () => {
    expectFixes(inTrajectory, [
      ['"reward": 05', 'Replace with 5 => "reward": 5', 'Replace with 0.5 => "reward": 0.5'],
      ['"reward": -001', 'Replace with -1 => "reward": -1', 'Replace with -0.01 => "reward": -0.01'],
      ['"reward": 00.5', '*Replace with 0.5 => "reward": 0.5'],
      ['"reward": 00', '*Replace with 0 => "reward": 0'],
    ]);
  });

  it('removes a comma that hides a value', () => {
    expect(fixes(inTrajectory('"reward": , 1'))[0]).toBe(
      `*Remove the comma => ${inTrajectory('"reward":  1')}`,
    );
  });

  it('removes a property rather than writing a null that may be rejected, but keeps the key of a number', () => {
    for (const word of ['None', 'NULL', 'undefined', 'NaN'])
      expect(fixes(inTrajectory(`"reward": ${word}, "tools": []`)).slice(0, 3)).toEqual([
        `Replace with null => ${inTrajectory('"reward": null, "tools": []')}`,
        `Replace with 0 => ${inTrajectory('"reward": 0, "tools": []')}`,
        `Remove "reward" => ${inTrajectory('"tools": []')}`,
      ]);
    expect(fixes(inTrajectory('"tools": None, "reward": 1'))[0]).toBe(
      `*Remove "tools" => ${inTrajectory('"reward": 1')}`,
    );
    expect(fixes('{"split": None, "trajectory_groups": []}')[0]).toBe(
      '*Replace with null => {"split": null, "trajectory_groups": []}',
    );
  });

  it('removes a log line, with one line break', () => {
    const line = '{"trajectories": [{}]}';
    const log = '[2026-05-01 10:00:00,123] INFO starting';
    for (const [before, after] of [
      [`${log}\n${line}\n`, `${line}\n`],
      [`${line}\r\n${log}\r\n${line}\r\n`, `${line}\r\n${line}\r\n`],
      [`${line}\n${log}\n`, `${line}\n`],
      [`${line}\n${log}`, line],
    ] as const)
      expect(fixes(before, options.lines)).toEqual([`*Remove the line => ${after}`]);
    expect(fixes(`${line}\ndone\n`, options.lines)).toEqual([`Remove the line => ${line}\n`]);
  });

  it('writes all escapes of a string at once', () => {
    expectFixes(inMetrics, [
      [String.raw`{ "a": "\d \w\n \s" }`, String.raw`*Escape 3 characters => { "a": "\\d \\w\n \\s" }`],
      ['{ "a": "C:\\q\t\\x41" }', String.raw`*Escape 3 characters => { "a": "C:\\q\t\u0041" }`],
    ]);
  });

  it('offers an empty value of the documented type', () => {
    expectFixes(inTrajectory, [
      ['"tools": , "reward": 1', '*Insert [] => "tools": [|], "reward": 1', 'Remove "tools" => "reward": 1'],
      [
        '"reward": 1, "metrics":',
        '*Insert {} => "reward": 1, "metrics": {|}',
        'Remove "metrics" => "reward": 1',
      ],
      ['"reward": , "tools": []', 'Remove "reward" => "tools": []'],
    ]);
  });
});

describe('a missing property', () => {
  it('is inserted in the interface’s order, in the style of the document', () => {
    expect(fixes('{ "trajectory_groups": [{}] }')).toEqual([
      '*Insert "split" => { "split": "|", "trajectory_groups": [{}] }',
    ]);
    expect(fixes('{\n    "trajectory_groups": [{}]\n}')).toEqual([
      '*Insert "split" => {\n    "split": "|",\n    "trajectory_groups": [{}]\n}',
    ]);
    expect(fixes('{\r\n\t"note": 1,\r\n\t"split": "x"\r\n}')).toEqual([
      '*Insert "trajectory_groups" => {\r\n\t"note": 1,\r\n\t"split": "x",\r\n\t"trajectory_groups": [|]\r\n}',
    ]);
    expect(fixes('{"split":"x"}')).toEqual([
      '*Insert "trajectory_groups" => {"split":"x", "trajectory_groups": [|]}',
    ]);
    expect(fixes('{}')).toEqual([
      '*Insert "split" => {\n  "split": "|"\n}',
      '*Insert "trajectory_groups" => {\n  "trajectory_groups": [|]\n}',
    ]);
  });

  it('is renamed if its value stands under another name', () => {
    const groups = '[{"trajectories": [{"reward": 1}]}]';
    expect(fixes(`{"split": "x", "data": ${groups}}`)).toEqual([
      `*Rename "data" to "trajectory_groups" => {"split": "x", "trajectory_groups": ${groups}}`,
      `Insert "trajectory_groups" => {"split": "x", "trajectory_groups": [|], "data": ${groups}}`,
    ]);
    expect(fixes('{"split": "x", "trajectories": [{"reward": 1}]}')[0]).toBe(
      `*Rename "trajectories" to "trajectory_groups" => {"split": "x", "trajectory_groups": ${groups}}`,
    );
    expect(fixes(`{"id": "${modelId}", "trajectory_groups": ${groups}}`, job)[0]).toBe(
      `*Rename "id" to "model_id" => {"model_id": "${modelId}", "trajectory_groups": ${groups}}`,
    );
  });

  it('can be inserted with a recently used model', () => {
    expect(fixes('{ "trajectory_groups": [{}] }', job)).toEqual([
      '*Insert "model_id" => { "model_id": "|", "trajectory_groups": [{}] }',
      `Insert "model_id": ${modelId} => { "model_id": "${modelId}", "trajectory_groups": [{}] }`,
    ]);
  });
});

describe('a value of the wrong type', () => {
  it('is converted where nothing is lost', () => {
    expectFixes(inTrajectory, [
      ['"reward": "0.5"', '*Replace with 0.5 => "reward": 0.5'],
      ['"reward": "1e3"', '*Replace with 1e3 => "reward": 1e3'],
      ['"reward": "high"'],
      ['"reward": "0.5 "', '*Replace with 0.5 => "reward": 0.5'],
      ['"reward": true', '*Replace with 1 => "reward": 1'],
      ['"reward": false', '*Replace with 0 => "reward": 0'],
      ['"reward": [0.5]', 'Replace with 0.5 => "reward": 0.5'],
      ['"reward": [0.5, 1]'],
      ['"tools": [{ "type": 1 }]', '*Replace with "1" => "tools": [{ "type": "1" }]'],
      ['"tools": [{ "type": false }]', '*Replace with "false" => "tools": [{ "type": "false" }]'],
      ['"tools": [{ "type": {} }]', 'Convert to a JSON string => "tools": [{ "type": "{}" }]'],
      [
        '"tools": [{ "function": { "strict": "true" } }]',
        '*Replace with true => "tools": [{ "function": { "strict": true } }]',
      ],
      [
        '"tools": [{ "function": { "strict": 1 } }]',
        '*Replace with true => "tools": [{ "function": { "strict": true } }]',
      ],
      ['"tools": [{ "function": { "strict": 2 } }]'],
      ['"tools": { "type": "function" }', '*Wrap in an array => "tools": [{ "type": "function" }]'],
      ['"tools": "function"'],
      ['"logs": "one"', '*Wrap in an array => "logs": ["one"]'],
    ]);
  });
  it('becomes a text of its own only by choice where certain texts are documented', () => {
    const level = '{"importance_sampling_level": "true"}';
    const value = level.replace('"true"', 'true');
    expect(fixes(value, options.config)).toContain(`Replace with "true" => ${level}`);
  });
});

describe('a null', () => {
  it('is removed with its property and one comma', () => {
    expectFixes(inTrajectory, [
      ['"metrics": null', '*Remove "metrics" => '],
      ['"metrics": null, "tools": []', '*Remove "metrics" => "tools": []'],
      ['"tools": [], "metrics": null', '*Remove "metrics" => "tools": []'],
      ['"tools": [],\n  "metrics": null,\n  "logs": []', '*Remove "metrics" => "tools": [],\n  "logs": []'],
      ['"reward": null, "tools": []', 'Remove "reward" => "tools": []'],
      ['"tools": [null, {}]', 'Remove this item => "tools": [{}]'],
    ]);
  });

  it('of a required property has no fix', () => {
    expect(fixes('{ "split": null, "trajectory_groups": [{}] }')).toEqual([]);
  });
});

describe('an identifier or a time', () => {
  it('can be replaced by a recently used model', () => {
    expect(fixes('{ "model_id": "3f2a1b9c", "trajectory_groups": [{}] }')).toEqual([
      `Use model id ${modelId} => { "model_id": "${modelId}", "trajectory_groups": [{}] }`,
    ]);
  });

  it('is converted to the standard form if it has the digits of a UUID', () => {
    const digits = modelId.replaceAll('-', '');
    expect(fixes(`{ "model_id": "urn:uuid:${modelId}", "trajectory_groups": [{}] }`, job, [])).toEqual([
      `*Convert to the standard UUID form => { "model_id": "${modelId}", "trajectory_groups": [{}] }`,
    ]);
    expect(fixes(`{ "model_id": "{${digits}}", "trajectory_groups": [{}] }`, job, [])).toEqual([
      `*Convert to the standard UUID form => { "model_id": "${modelId}", "trajectory_groups": [{}] }`,
    ]);
  });

  it.each([
    ['2026-03-14T10:26:53+01:00', '2026-03-14T09:26:53Z'],
    ['2026-03-14T10:26:53.123456789+01:00', '2026-03-14T09:26:53.123456789Z'],
    ['2026-03-14T10:26:53,5+01:00', '2026-03-14T09:26:53,5Z'],
    ['2026-03-14T10:26+01:00', '2026-03-14T09:26Z'],
    ['2026-01-01T00:10:00+05:45', '2025-12-31T18:25:00Z'],
    ['2024-02-28T23:00:00-0200', '2024-02-29T01:00:00Z'],
    ['2026-03-14T10:26:53-00:00', '2026-03-14T10:26:53Z'],
    ['2026-03-14T24:00:00+00:00', '2026-03-15T00:00:00Z'],
    ['2016-12-31T23:59:60+00:00', '2016-12-31T23:59:60Z'],
    ['0050-03-14T10:26:53+01', '0050-03-14T09:26:53Z'],
    ['2026-03-14t10:26:53z', '2026-03-14T10:26:53Z'],
  ])('keeps the instant of %s', (time, utc) => {
    expectFixes(inTrajectory, [
      [`"start_time": "${time}"`, `*Convert to UTC: ${utc} => "start_time": "${utc}"`],
    ]);
  });

  it('is not guessed', () => {
    expectFixes(inTrajectory, [
      ['"start_time": "2026-03-14T09:26:53"', 'Treat as UTC => "start_time": "2026-03-14T09:26:53Z"'],
      ['"start_time": "2026-02-30T09:26:53+01:00"'],
      ['"start_time": "0000-01-01T00:10:00+05:45"'],
    ]);
  });
});

describe('a property name', () => {
  it('is replaced with the documented one that was meant', () => {
    expectFixes(inTrajectory, [
      ['"rewards": 1', '*Rename to "reward" => "reward": 1'],
      [
        '"startTime": "2026-03-14T09:26:53Z"',
        '*Rename to "start_time" => "start_time": "2026-03-14T09:26:53Z"',
      ],
      ['"anything": 1'],
    ]);
  });

  it('that appears twice is removed where readers drop it', () => {
    expectFixes(inTrajectory, [
      ['"reward": 0, "tools": [], "reward": 1', '*Remove this "reward" => "tools": [], "reward": 1'],
      ['"reward": 0, "rew\\u0061rd": 1', '*Remove this "reward" => "rew\\u0061rd": 1'],
    ]);
  });

  it('is not removed or moved first while something is missing that may explain it', () => {
    const group = '{"trajectories": [{"reward": 1}]}';
    const torn = [
      `{"split": "t", "trajectory_groups": [{"trajectories": [{"reward": 0}, ${group}]}`,
      '{"split": "t", "trajectory_groups": [{"trajectories": [{"reward": 0, "reward": 1 "tools": []}]}]}',
    ];
    const offered = torn.map((text) => fixes(text).map((fix) => fix.replace(/ => .*/, '')));
    expect(offered[0]).toContain('Put its trajectories in its place');
    expect(offered[1]!.filter((title) => title.includes('Remove this'))).toEqual(['Remove this "reward"']);
  });
});

describe('a root that is not a log request', () => {
  it.each([
    ['[{ "trajectories": [] }]', '{\n  "split": "|",\n  "trajectory_groups": [{ "trajectories": [] }]\n}'],
    [
      '[{ "messages_and_choices": [] }]\n',
      '{\n  "split": "|",\n  "trajectory_groups": [{ "trajectories": [{ "messages_and_choices": [] }] }]\n}\n',
    ],
    [
      '{ "messages_and_choices": [] }',
      '{\n  "split": "|",\n  "trajectory_groups": [{ "trajectories": [{ "messages_and_choices": [] }] }]\n}',
    ],
  ])('%s becomes a log request', (before, after) => {
    expect(fixes(before)).toEqual([`*Wrap in a log request => ${after}`]);
  });

  it('keeps its layout one level deeper, with its own indentation', () => {
    const laidOut = (unit: string) =>
      `[\n${unit}{\n\n${unit}${unit}"trajectories": [\n${unit}${unit}]\n${unit}}\n]`;
    for (const unit of ['  ', '    ', '\t']) {
      const inner = laidOut(unit).replace(/\n(?!\n)/g, `\n${unit}`);
      expect(fixes(laidOut(unit))).toEqual([
        `*Wrap in a log request => {\n${unit}"split": "|",\n${unit}"trajectory_groups": ${inner}\n}`,
      ]);
    }
  });

  it.each(['[{ "role": "user" }]', '[{ "from": "human", "value": "Hi" }]', '[1]', '{ "conversations": [] }'])(
    '%s is left alone, because any fix would be a guess',
    (content) => {
      expect(fixes(content)).toEqual([]);
      expect(wrapInLogRequest(open(content))).toBeNull();
    },
  );

  it('may be a group, which is not a problem but can be wrapped', () => {
    const content = '{ "trajectories": [] }';
    expect(withEdits(content, wrapInLogRequest(open(content))!.edits)).toBe(
      '{\n  "split": "",\n  "trajectory_groups": [{ "trajectories": [] }]\n}',
    );
  });
});

describe('the fix of a line that differs from the others', () => {
  const bare = '{"messages_and_choices": [{"role": "assistant"}], "reward": 1}';
  const group = `{"trajectories": [${bare}]}`;
  it('makes a group of a trajectory among groups', () => {
    expect(fixes(`${group}\n ${bare} \n${group}`, options.lines)).toEqual([
      `*Wrap the trajectory in a group => ${group}\n ${group} \n${group}`,
    ]);
  });
  it('is left to the user among trajectories, which may belong together', () => {
    for (const content of [`${bare}\n${group}`, `${group}\n{"trajectory_groups": []}`, `${group}\n{"id": 1}`])
      expect(fixes(content, options.lines)).toEqual([]);
  });
});

it('the fix of a missing property looks at very many others in steps', () => {
  const others = Array.from({ length: 100_000 }, (_, i) => `"other${i}": 1`).join(', ');
  const document = open(`{"model_id": "${modelId}", ${others}}`, job);
  const problem = problemsOf(document).find(({ code }) => code === 'missing-property')!;
  let steps = 0;
  const fixing = fixesFor(document, problem, { recentModelIds: [] });
  let step = fixing.next();
  for (; step.done !== true; step = fixing.next()) steps++;
  expect(step.value.map(({ title }) => title)).toEqual(['Insert "trajectory_groups"']);
  expect(steps).toBeGreaterThan(9);
});
