import { label } from '../visible';
import type { ComparisonFormat } from './comparison';
import type { ExportedMessage, ExportedPage, ExportedText } from './reading';
import { count, messageTitle, moreCharacters, moreParts, trajectoryFacts, trajectoryTitle } from './words';

/** The head of a conversation: what it is, and all of its data besides the messages. */
export function trajectoryMarkdown(page: ExportedPage): string {
  const sections = page.sections.map(({ name, text }) => `**${inline(name)}**\n\n${fenced(text)}`);
  const rest = page.sectionsLeftOut === 0 ? [] : [`*${page.sectionsLeftOut} more members are left out.*`];
  return paragraphs(`# ${trajectoryTitle(page)}`, inline(trajectoryFacts(page)), ...sections, ...rest);
}

/** A message: its role as a heading, and its texts in fences. */
export function messageMarkdown(message: ExportedMessage, level = 2): string {
  const { reasoning, parts, calls } = message;
  const texts = parts.map((part) =>
    part.type === 'text' ? fenced(part.text) : `*Image: ${inline(part.description)}*`,
  );
  const called = calls.flatMap(({ name, id, arguments: given, answeredBy }) => {
    const result = answeredBy === null ? 'no result' : `result: message ${answeredBy + 1}`;
    const head = `**Call of ${inline(name ?? 'no name')}** (${[...(id === null ? [] : [inline(id)]), result].join(', ')})`;
    return [head, given === null ? 'No arguments.' : fenced(given)];
  });
  const more = moreParts(message);
  return paragraphs(
    `${'#'.repeat(level)} ${inline(messageTitle(message))}`,
    ...(reasoning === null ? [] : ['**Reasoning**', fenced(reasoning)]),
    ...texts,
    ...called,
    ...(more === null ? [] : [`*${more}*`]),
  );
}

/** A comparison, without the messages that are the same in all. */
export const markdownComparison: ComparisonFormat = {
  start: (title, columns) =>
    block(
      `# Comparison: ${inline(title)}`,
      columns.map((column) => `- ${inline(column.title)}: ${inline(column.facts)}`).join('\n'),
    ),
  runStart: (length) => block(`*${count(length, 'message is', 'messages are')} the same in all.*`),
  runEnd: '',
  same: null,
  mark: (name) => block(`## ${name}`),
  row: (columns, messages) =>
    messages
      .map((message, i) =>
        message === null
          ? ''
          : `${block(`### ${inline(columns[i]!.title)}`)}${messageMarkdown(message, 4)}\n`,
      )
      .join(''),
  end: (note) => (note === null ? '' : paragraphs(`*${note}*`)),
};

/** Paragraphs before others. */
function block(...all: readonly string[]): string {
  return `${paragraphs(...all)}\n`;
}

function paragraphs(...all: readonly string[]): string {
  return all.map((one) => `${one}\n`).join('\n');
}

/** A text in a fence that is longer than any run of backticks in it, so that the text cannot close it. */
function fenced({ text, leftOut, isJson }: ExportedText): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const note = leftOut === 0 ? '' : `\n\n*${moreCharacters(leftOut)}*`;
  return `${fence}${isJson ? 'json' : 'text'}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}${note}`;
}

/** A text in one line in which nothing is markup: invisible characters are escapes, and punctuation is escaped. */
export function inline(text: string): string {
  const line = label(text);
  return line.replace(/[\\`*_{}[\]()#+!|<>&~@:]/g, (sign) =>
    sign === '<' ? '&lt;' : sign === '&' ? '&amp;' : `\\${sign}`,
  );
}
