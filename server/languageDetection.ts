/**
 * Detects a document's language by its name and text. The client uses it to decide which documents to send to the
 * server; the server uses it for editors that have other ids for our languages.
 */

/** File name suffixes by language, as in the extension's manifest. */
export const suffixes = {
  trajectory: ['.trajectory.json', '.trajectories.json', '.training-job.json'],
  'training-config': ['.training-config.json'],
  'trajectory-jsonl': ['.trajectory.jsonl', '.trajectories.jsonl'],
} as const;

export type Language = keyof typeof suffixes;

/** All languages that are ours. */
export const languages: readonly Language[] = Object.keys(suffixes) as Language[];

/** Code units of a document to inspect. A trajectory may begin with a long list of tools. */
export const headLength = 65_536;

/** The language by id, else by file name suffix; null if it is not one of ours. */
export function declaredLanguage(languageId: string, name: string): Language | null {
  const lowerName = name.toLowerCase();
  const isNamed = (language: Language): boolean =>
    suffixes[language].some((suffix) => lowerName.endsWith(suffix));
  return languages.find((language) => language === languageId) ?? languages.find(isNamed) ?? null;
}

/** Ids that editors have for JSON Lines. */
const linesIds = ['jsonl', 'jsonlines', 'ndjson'];
const jsonIds = [...['json', 'jsonc', 'json5', 'js-json', 'json-ts'], ...linesIds];
/** Ids of a text without a language. */
const textIds = ['', 'plaintext', 'text', 'fundamental'];

/** Whether a language is one of JSON Lines. */
export function isLinesId(languageId: string): boolean {
  return linesIds.includes(languageId.toLowerCase());
}

/** Whether a language is one of JSON. */
export function isJsonId(languageId: string): boolean {
  return jsonIds.includes(languageId.toLowerCase());
}

/** Whether a document with this language id may be JSON. A program or a page is not, whatever it quotes. */
export function mayBeJson(languageId: string): boolean {
  return isJsonId(languageId) || textIds.includes(languageId.toLowerCase());
}

/** The language of any other JSON document that contains trajectories, by its first `headLength` code units. */
export function recognizedLanguage(name: string, head: string): Language | null {
  return holdsTrajectories(head) ? formOf(name, head) : null;
}

/**
 * Whether the values of a text are trajectories or contain them where our documents do. An API description, a notebook
 * or a recorded request may quote some further inside; a JSON Schema may have some as examples.
 */
export function holdsTrajectories(head: string): boolean {
  return (
    /"(trajectory_groups|messages_and_choices)"\s*:\s*\[/.test(head) && isOutside(head) && !isSchema(head)
  );
}

/** A string with the colon after it, if it is a name, or a bracket. A string without its end ends with its line. */
const token = /"([^"\\\r\n]*(?:\\.[^"\\\r\n]*)*)"?(\s*:)?|[[\]{},]/g;
/** Names of the arrays that contain groups and trajectories. */
const ways = new Set<string | null>([null, 'trajectory_groups', 'trajectories']);

/** Whether one of the arrays that only our documents have is in no property but theirs. */
function isOutside(head: string): boolean {
  /** For each open bracket, whether the property with that value is one of ours, and so is all around it. */
  const open: boolean[] = [];
  let name: string | null = null;
  for (const [piece, content, colon] of head.matchAll(token)) {
    const isWay = open.at(-1) ?? true;
    if (colon !== undefined) name = content!;
    else if (piece === ']' || piece === '}') open.pop();
    else if (piece === '[' || piece === '{') {
      if (piece === '[' && isWay && (name === 'trajectory_groups' || name === 'messages_and_choices'))
        return true;
      open.push(isWay && ways.has(name));
      name = null;
    } else name = null;
  }
  return false;
}

function isSchema(head: string): boolean {
  return (
    /^\s*\{(\s*"(\$id|\$comment|title|description|type)"\s*:\s*"[^"]*"\s*,)*\s*"\$schema"/.test(head) ||
    /"(trajectory_groups|messages_and_choices)"\s*:\s*\{\s*"(\$ref|type|items|title|description)"/.test(head)
  );
}

/** Whether JSON has a value on each line or is a single value. Decides by the text, else by the name. */
export function formOf(name: string, head: string): Language {
  const lines = head.split(/\r?\n|\r/, 60).filter((line) => line.trim() !== '');
  const first = lines[0]?.trim() ?? '';
  // A value that continues after the first line, or an array. JSON Lines have no arrays.
  if (/^\[\s*(\{|$)/.test(first) || (lines.length > 1 && ',[{:'.includes(first.at(-1)!))) return 'trajectory';
  const areLines = lines.length > 1 && lines.slice(0, 2).every((line) => /^\s*\{\s*"/.test(line));
  return isLinesName(name) || (areLines && first.endsWith('}')) ? 'trajectory-jsonl' : 'trajectory';
}

/** Whether a file contains JSON Lines, by its name. */
export function isLinesName(name: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(name);
}
