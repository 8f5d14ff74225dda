import {
  cutOff,
  instead,
  isMark,
  isName,
  isNumber,
  isReward,
  isSentence,
  isText,
  isValueOf,
  lossless,
  type Place,
  type SlipKind,
  written,
} from './kinds';
import { escapings, inNotation, notations } from './notations';
import type { JsonToken } from './tokens';

const next = ({ tokens, index }: Place): string => tokens[index + 1]?.text ?? '';
const previous = ({ tokens, index }: Place): string => tokens[index - 1]?.text ?? '';
const inner = (text: string): string => text.slice(1, -1);
const isInner = (_: JsonToken, { index, tokens }: Place): boolean => index > 3 && index < tokens.length - 3;
const isCommaBefore =
  (first: string): SlipKind['fits'] =>
  (token, place) =>
    token.text === ',' && next(place).startsWith(first);

const isWhole: SlipKind['fits'] = (token) => isNumber(token) && /^\d+$/.test(token.text);

const separators: readonly SlipKind[] = [
  instead('a comma is missing between properties', isCommaBefore('"'), () => ''),
  instead('a comma is missing between objects', isCommaBefore('{'), () => ''),
  instead(
    'a comma before a closing brace',
    (token, place) => token.text === '}' && previous(place) !== '{',
    (text) => `,${text}`,
  ),
  instead(
    'a comma before a closing bracket',
    (token, place) => token.text === ']' && previous(place) !== '[',
    (text) => `,${text}`,
  ),
  instead('an extra comma', isMark(','), () => ',,'),
  instead('a semicolon for a comma', isMark(','), () => ';'),
  instead('a colon is missing', isMark(':'), () => ''),
  instead('two colons', isMark(':'), () => '::'),
  instead('an equals sign for a colon', isMark(':'), () => ' ='),
  lossless(instead('a colon with an equals sign', isMark(':'), () => ' := ')),
  instead('a comma for a colon', isMark(':'), () => ','),
];

const brackets: readonly SlipKind[] = [
  instead(
    'a } is missing',
    (token, place) => token.text === '}' && isInner(token, place),
    () => '',
  ),
  instead(
    'a ] is missing',
    (token, place) => token.text === ']' && isInner(token, place),
    () => '',
  ),
  instead(
    'a { is missing',
    (token, place) => token.text === '{' && isInner(token, place),
    () => '',
  ),
  instead(
    'a [ is missing',
    (token, place) => token.text === '[' && isInner(token, place),
    () => '',
  ),
  instead(
    'an extra }',
    (token, place) => token.text === '}' && isInner(token, place),
    () => '}}',
  ),
  instead(
    'an extra ]',
    (token, place) => token.text === ']' && isInner(token, place),
    () => ']]',
  ),
  instead(
    'a } for a ]',
    (token, place) => token.text === ']' && isInner(token, place),
    () => '}',
  ),
  instead(
    'a ] for a }',
    (token, place) => token.text === '}' && isInner(token, place),
    () => ']',
  ),
];

const quotes: readonly SlipKind[] = [
  instead(
    'the opening quote of a string is missing',
    (token) => isText(token) && token.text.length > 2,
    (text) => text.slice(1),
  ),
  instead(
    'the closing quote of a string is missing',
    (token) => isText(token) && token.text.length > 2,
    (text) => text.slice(0, -1),
  ),
  instead('the opening quote of a name is missing', isName, (text) => text.slice(1)),
  instead('the closing quote of a name is missing', isName, (text) => text.slice(0, -1)),
  lossless(instead('a name with doubled quotes', isName, (text) => `"${text}"`)),
  instead('a name without quotes', isName, inner),
  instead('a word without quotes', (token) => isText(token) && /^"[A-Za-z_]\w*"$/.test(token.text), inner),
  instead('a sentence without quotes', isSentence, inner),
  instead('a name in single quotes', isName, (text) => `'${inner(text)}'`),
  instead('a string in single quotes', isText, (text) => `'${inner(text).replaceAll("'", "\\'")}'`),
  instead('a very long string in single quotes', isValueOf('content'), () =>
    `'${`It said "yes", and it is so: {1, [2]}. `.repeat(400)}'`.replaceAll(/(?<=\w)'(?=\w)/g, "\\'"),
  ),
  instead('a string in typographic quotes', isSentence, (text) => `“${inner(text)}”`),
  instead('a name in typographic quotes', isName, (text) => `“${inner(text)}”`),
  instead('a string in backticks', isSentence, (text) => `\`${inner(text)}\``),
  instead('a Python string in three quotes', isSentence, (text) => `""${text.replace(' ', '\n')}""`),
  instead('a Python string with a prefix', isText, (text) => `r${text}`),
  instead('unescaped quotes in a string', isSentence, (text) => text.replace(/ (\w+)/, ' "$1"')),
  instead('an extra quote after a string', isText, (text) => `${text}"`),
  instead(
    'an extra quote before a string',
    (token) => isText(token) && token.text.length > 2,
    (text) => `"${text}`,
  ),
];

const strings: readonly SlipKind[] = [
  instead('a raw line break in a string', isSentence, (text) => text.replace(' ', '\n')),
  instead('raw line breaks in a string', isSentence, (text) => text.replaceAll(' ', '\n')),
  instead('a raw Windows line break in a string', isSentence, (text) => text.replace(' ', '\r\n')),
  instead('a raw tab in a string', isSentence, (text) => text.replace(' ', '\t')),
  instead('raw tabs in a string', isSentence, (text) => text.replaceAll(' ', '\t')),
  instead('pasted code in a string', isText, () => '"def f(x):\n\tif x:\n\t\treturn {}\n}\n\nprint(f(1))"'),
  instead('an invalid escape', isSentence, (text) => text.replace(' ', '\\d')),
  instead('an escaped apostrophe', isSentence, (text) => text.replace(' ', "\\'")),
  instead('a Python escape', isSentence, (text) => text.replace(' ', '\\x41')),
  instead('a Unicode escape cut short', isSentence, (text) => text.replace(' ', '\\u12 ')),
  instead('a backslash at the end of a string', isSentence, (text) => `${text.slice(0, -1)}\\"`),
];

const words: readonly SlipKind[] = [
  instead(
    'True',
    (token) => token.text === 'true',
    () => 'True',
  ),
  instead(
    'undefined',
    (token) => token.text === 'null',
    () => 'undefined',
  ),
  instead(
    'None',
    (token) => token.text === 'null',
    () => 'None',
  ),
  instead(
    'TRUE',
    (token) => token.text === 'true',
    () => 'TRUE',
  ),
  instead('a number with a plus sign', isNumber, (text) => (text.startsWith('-') ? null : `+${text}`)),
  instead('a number without a leading zero', isNumber, () => '.5'),
  instead('a number with a trailing point', isNumber, (text) => (text.includes('.') ? null : `${text}.`)),
  instead('a number with a leading zero', isNumber, (text) =>
    text.startsWith('-') ? null : `0${text === '0' ? '0' : text}`,
  ),
  instead('a number with underscores', isNumber, () => '1_000'),
  instead('a long integer', isWhole, (text) => `${text}L`),
  instead('a BigInt', isWhole, (text) => `${text}n`),
  instead('a decimal comma', isNumber, () => '0,5'),
  instead('a percent sign', isNumber, () => '50%'),
  instead('a NumPy number', isReward, () => 'np.float64(1.0)'),
  instead('a Decimal', isReward, () => "Decimal('0.5')"),
  instead('NaN for a reward', isReward, () => 'NaN'),
  instead('None for a reward', isReward, () => 'None'),
  instead(
    'a value is missing',
    (token) => isNumber(token) && token.name !== '',
    () => '',
  ),
];

const others: readonly SlipKind[] = [
  instead('a comment after a comma', isMark(','), () => ', /* why */'),
  lossless(instead('a comment of HTML', isMark(','), () => ', <!-- {"role": why -->')),
  instead(
    'a Python comment',
    (token, place) => token.text === ',' && !place.isLines && place.text[token.to] === '\n',
    () => ',  # why',
  ),
  instead(
    'a line comment',
    (token, place) => token.text === ',' && !place.isLines && place.text[token.to] === '\n',
    () => ',  // why',
  ),
  instead('an ellipsis', isMark(','), () => ', ...,'),
  cutOff('cut off in a string', isSentence, (text) => text.length >> 1),
  cutOff(
    'cut off in an escape',
    (token) => isText(token) && token.text.includes('\\"'),
    (text) => text.indexOf('\\"') + 1,
  ),
  cutOff('cut off in a name', isName, (text) => text.length >> 1),
  cutOff('cut off after a name', isName, (text) => text.length),
  cutOff('cut off after a colon', isMark(':'), () => 1),
  cutOff('cut off after a comma', isMark(','), () => 1),
  cutOff('cut off after a value', isNumber, (text) => text.length),
  cutOff(
    'cut off in a literal',
    (token) => token.text === 'true' || token.text === 'null',
    () => 2,
  ),
  cutOff(
    'cut off after a bracket',
    (token, place) => token.text === '{' && place.index > 2,
    () => 1,
  ),
];

/** Values that may be pasted from a program's output, by what they are. */
const pasted: Readonly<Record<string, SlipKind['fits']>> = {
  'a message': (token, place) => token.text === '{' && next(place) === '"role"',
  metadata: isValueOf('metadata', 'metrics'),
  'a conversation': isValueOf('messages_and_choices'),
};

const containers: readonly SlipKind[] = Object.entries(pasted).flatMap(([what, fits]) => [
  ...Object.entries(notations).map(([name, notation]) =>
    written(`${what} as ${name}`, fits, (value) => inNotation(value, notation)),
  ),
  ...Object.entries(escapings).map(([name, escaped]) =>
    written(`${what} as ${name}`, fits, (value) => escaped(JSON.stringify(value))),
  ),
]);

const isRecord: SlipKind['fits'] = ({ text, from }, { isLines, text: whole }) =>
  isLines && text === '{' && (from === 0 || whole[from - 1] === '\n');

/** A line break after a token of JSON Lines, before a token that fits. */
const brokenLine = (where: string, fits: SlipKind['fits'], after = ''): SlipKind =>
  lossless(
    instead(
      `a line broken ${where}`,
      (token, place) => place.isLines && token.text !== '}' && fits(token, place),
      (text) => `${text}\n${after}`,
    ),
  );

const lines: readonly SlipKind[] = [
  written('a record printed over several lines', isRecord, (value) => JSON.stringify(value, null, 2)),
  written('a record printed with tabs', isRecord, (value) =>
    JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
  ),
  brokenLine('after a comma', isMark(',')),
  brokenLine('after a colon', isMark(':'), '  '),
  brokenLine('after a name', isName, '\n\n'),
  brokenLine('after a value', isText),
];

/** Mistakes that make the text invalid JSON. */
export const syntaxKinds: readonly SlipKind[] = [
  ...separators,
  ...brackets,
  ...quotes,
  ...strings,
  ...words,
  ...others,
  ...containers,
  ...lines,
];
