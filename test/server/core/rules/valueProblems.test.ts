import { describe } from 'vitest';
import { options } from '../support';
import { around, aroundConfig, documents, everywhere, job, type Row, uuid } from './catalogue';

const { trajectory } = options;

describe('invalid-uuid', () => {
  const body = (id: string) => `{"model_id": ${id}, "trajectory_groups": [{"trajectories": [{}]}]}`;
  const invalid = (marked: string, shown = marked) =>
    `error invalid-uuid ⟦${marked}⟧ model_id must be a UUID, such as 123e4567-e89b-12d3-a456-426614174000; found ${shown}.`;
  documents([
    [body(`"${uuid}"`), trajectory],
    [body(`"${uuid.toUpperCase()}"`), trajectory],
    [body('"00000000-0000-0000-0000-000000000000"'), trajectory],
    [body(`"\\u0033${uuid.slice(1)}"`), trajectory],
    [body('""'), trajectory, invalid('""')],
    [body('"3f2a1b9c"'), job, invalid('"3f2a1b9c"')],
    [body(`"${uuid}0"`), trajectory, invalid(`"${uuid}0"`)],
    [body(`"{${uuid}}"`), trajectory, invalid(`"{${uuid}}"`)],
    [body(`"urn:uuid:${uuid}"`), trajectory, invalid(`"urn:uuid:${uuid}"`)],
    [body(`"${uuid.replaceAll('-', '')}"`), trajectory, invalid(`"${uuid.replaceAll('-', '')}"`)],
    [body(`" ${uuid}"`), trajectory, invalid(`" ${uuid}"`)],
    [body(`"${'x'.repeat(100)}"`), trajectory, invalid(`"${'x'.repeat(100)}"`, `"${'x'.repeat(56)}…`)],
    [
      `{"split": "s", "model": "m", "trajectory_groups": [{"trajectories": [{}]}]}`,
      trajectory,
      'hint unknown-property ⟦"model"⟧ "model" is not documented for a log request; it is sent as is.',
    ],
  ]);
});

describe('invalid-date-time and not-utc', () => {
  const invalid = (value: string): Row => [
    `{"start_time": "${value}"}`,
    `error invalid-date-time ⟦"${value}"⟧ start_time must be an ISO 8601 date and time in UTC, such as 2026-03-14T09:26:53Z; found "${value}".`,
  ];
  const notUtc = (value: string, found: string): Row => [
    `{"start_time": "${value}"}`,
    `error not-utc ⟦"${value}"⟧ start_time must be in UTC with a trailing Z; ${found}.`,
  ];
  const unusual = (value: string): Row => [
    `{"start_time": "${value}"}`,
    `warning invalid-date-time ⟦"${value}"⟧ start_time is ISO 8601, but not in its usual format, such as 2026-03-14T09:26:53Z, and may be rejected.`,
  ];
  const precise = (digits: number) => `2026-03-14T09:26:53.${'0'.repeat(digits)}Z`;
  const beginning = precise(1000).slice(0, 60);
  everywhere(around, [
    [`{"start_time": "${precise(900)}"}`],
    [
      `{"start_time": "${precise(1000)}"}`,
      `error invalid-date-time ⟦"${precise(1000)}"⟧ start_time must be an ISO 8601 date and time in UTC, such as 2026-03-14T09:26:53Z; found "${beginning}".`,
    ],
    ['{"start_time": "2026-03-14T09:26:53Z"}'],
    ['{"start_time": "2026-03-14T09:26:53.123456Z"}'],
    ['{"start_time": "2024-02-29T23:59:60Z"}'],
    ['{"start_time": "2000-02-29T00:00:00Z"}'],
    ['{"start_time": "2026-03-14T09:26:53\\u005a"}'],
    invalid(''),
    invalid('yesterday'),
    invalid('2026-03-14'),
    invalid('2026-02-29T09:26:53Z'),
    invalid('1900-02-29T09:26:53Z'),
    invalid('2026-04-31T09:26:53Z'),
    invalid('2026-13-01T09:26:53Z'),
    invalid('2026-00-10T09:26:53Z'),
    invalid('2026-03-14T25:00:00Z'),
    invalid('2026-03-14T09:60:00Z'),
    invalid('2026-03-14T24:00:01Z'),
    invalid('2026-03-14T24:00:00.5Z'),
    ['{"start_time": "2026-03-14T24:00:00.0Z"}'],
    invalid('14.03.2026 09:26:53'),
    invalid('2026-03-14T09:26:53+25:00'),
    invalid('2026-03-14T09:26:53 UTC'),
    invalid('2026-03-14T09:26:53Z '),
    invalid('1773480413'),
    invalid('2026-03-14T0926:53Z'),
    invalid('20260314T09:26:53Z'),
    unusual('20260314T092653Z'),
    unusual('2026-073T09:26:53Z'),
    unusual('2026-W11-6T09:26Z'),
    unusual('2026-03-14T09Z'),
    unusual('2026-03-14T24Z'),
    unusual('20260314T240000Z'),
    unusual('2026-03-14T09:26.5Z'),
    unusual('2026-03-14T09.5Z'),
    unusual('20260314T092653.25Z'),
    unusual('2024-366T09:26Z'),
    invalid('2026-03-14T24.5Z'),
    invalid('20260314T240100Z'),
    invalid('2026-02-30T09Z'),
    invalid('20260230T092653Z'),
    invalid('2026-366T09:26Z'),
    invalid('20261314T092653Z'),
    invalid('2026-W54-1T09:26Z'),
    invalid('20260314T092653'),
    notUtc('2026-03-14T10:26:53+01:00', 'its zone is +01:00'),
    notUtc('2026-03-14T09:26:53+00:00', 'its zone is +00:00'),
    notUtc('2026-03-14T09:26:53-0530', 'its zone is -0530'),
    notUtc('2026-03-14T09:26:53', 'it has no zone'),
    notUtc('2026-03-14T09:26:53.5', 'it has no zone'),
  ]);
});

describe('undocumented-value', () => {
  everywhere(aroundConfig, [
    ['{"importance_sampling_level": "token"}'],
    ['{"importance_sampling_level": "\\u0074oken"}'],
    [
      '{"importance_sampling_level": "sequence"}',
      'information undocumented-value ⟦"sequence"⟧ Only "token" is documented for importance_sampling_level; this value is sent as is.',
    ],
    [
      '{"importance_sampling_level": ""}',
      'information undocumented-value ⟦""⟧ Only "token" is documented for importance_sampling_level; this value is sent as is.',
    ],
  ]);
  everywhere(around, [['{"messages_and_choices": [{"role": "wizard"}], "tools": [{"type": "gadget"}]}']]);
});

describe('unsafe-number', () => {
  const rounded = (text: string, to: string) =>
    `warning unsafe-number ⟦${text}⟧ ${text} has more digits than a 64-bit floating point number keeps; most JSON parsers make it ${to}.`;
  const infinite = (text: string) =>
    `warning unsafe-number ⟦${text}⟧ ${text} is too large for a 64-bit floating point number; most JSON parsers make it infinite.`;
  everywhere(around, [
    ['{"metadata": {"seed": 12345678901234567890}}', rounded('12345678901234567890', '12345678901234567168')],
    ['{"metadata": {"seed": -9007199254740993}}', rounded('-9007199254740993', '-9007199254740992')],
    [
      '{"metadata": {"seed": 9007199254740992, "other": 18014398509481984, "zeros": 10000000000000000000000}}',
    ],
    [`{"reward": 0.${'1'.repeat(9_998)}}`],
    [
      `{"reward": 0.${'1'.repeat(9_999)}}`,
      `warning unsafe-number ⟦0.${'1'.repeat(9_999)}⟧ This number has 10,001 characters; a 64-bit floating point number keeps 17 digits.`,
    ],
    ['{"reward": 1e400}', infinite('1e400')],
    ['{"reward": -1E+309}', infinite('-1E+309')],
    [
      '{"reward": 1.7976931348623157e308, "metrics": {"tiny": 1e-400, "long": 0.1000000000000000055511151231257827}}',
    ],
  ]);
  everywhere(aroundConfig, [['{"epsilon": 1e999}', infinite('1e999')]]);
});

describe('lone-surrogate', () => {
  const half = (marked: string) =>
    `warning lone-surrogate ⟦${marked}⟧ This is half of a surrogate pair. It cannot be encoded in UTF-8: a parser rejects it or replaces it.`;
  const invalid = 'error syntax ⟦\\😀⟧ Invalid escape \\😀. Write a backslash as \\\\.';
  const say = (content: string) => `{"messages_and_choices": [{"content": "${content}"}]}`;
  everywhere(around, [
    [say('\\ud83d\\ude00 😀 \\uD83D\\uDE00')],
    [say('cut \\ud83d'), half('\\ud83d')],
    [say('\\ude00\\ud83d'), half('\\ude00')],
    [say('\\\\ud83d \\ud83dx'), half('\\ud83d')],
    [say('x\ud83dx'), half('\ud83d')],
    [say('\\😀'), invalid],
    [say('\\😀 \ud83d'), invalid, half('\ud83d')],
    ['{"logs": ["\\uDFFF"]}', half('\\uDFFF')],
  ]);
});
