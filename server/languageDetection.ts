/**
 * What a document's name and text say of its language. The client asks before it has a document sent to the
 * server, and the server for editors that call our languages otherwise.
 */

/** Endings of file names by language, as in the manifest of the extension. */
export const endings = {
  trajectory: ['.trajectory.json', '.trajectories.json', '.training-job.json'],
  'training-config': ['.training-config.json'],
  'trajectory-jsonl': ['.trajectory.jsonl', '.trajectories.jsonl'],
} as const;

export type Language = keyof typeof endings;

const languages = Object.keys(endings) as Language[];

/** Code units of a document that are looked at: the tools of a trajectory may come first, and be long. */
export const headLength = 65_536;

/** The language that a document has by its id or by the ending of its name, if it is one of ours. */
export function declaredLanguage(languageId: string, name: string): Language | null {
  const lowerName = name.toLowerCase();
  const isNamed = (language: Language): boolean =>
    endings[language].some((ending) => lowerName.endsWith(ending));
  return languages.find((language) => language === languageId) ?? languages.find(isNamed) ?? null;
}

/** The language of any other JSON that holds trajectories, by its first `headLength` code units. */
export function recognizedLanguage(name: string, head: string): Language | null {
  return holdsTrajectories(head) ? formOf(name, head) : null;
}

/** Whether a text holds trajectories, and does not only describe them: a JSON Schema may have some as examples. */
export function holdsTrajectories(head: string): boolean {
  return /"(trajectory_groups|messages_and_choices)"\s*:\s*\[/.test(head) && !isSchema(head);
}

function isSchema(head: string): boolean {
  return (
    /^\s*\{(\s*"(\$id|\$comment|title|description|type)"\s*:\s*"[^"]*"\s*,)*\s*"\$schema"/.test(head) ||
    /"(trajectory_groups|messages_and_choices)"\s*:\s*\{\s*"(\$ref|type|items|title|description)"/.test(head)
  );
}

/** Whether JSON stands a value on each line or is one value: as its text shows, or else its name. */
export function formOf(name: string, head: string): Language {
  const lines = head.split(/\r?\n|\r/, 60).filter((line) => line.trim() !== '');
  const first = lines[0]?.trim() ?? '';
  // A value that begins on the first line and does not end there; or an array, of which JSON Lines have none.
  if (/^\[\s*(\{|$)/.test(first) || (lines.length > 1 && /[,[{:]$/.test(first))) return 'trajectory';
  const areLines = lines.length > 1 && lines.slice(0, 2).every((line) => /^\s*\{\s*"/.test(line));
  const isWhole = /\}\s*$/.test(first);
  return isLinesName(name) || (areLines && isWhole) ? 'trajectory-jsonl' : 'trajectory';
}

/** Whether a file holds JSON Lines, by its name. */
export function isLinesName(name: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(name);
}
