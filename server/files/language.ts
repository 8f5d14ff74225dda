import { binaryFormat } from '../core/detection/formats/binary';
import { declaredLanguage, formOf, headLength, holdsTrajectories, type Language } from '../languageDetection';
import { Unreadable } from './unreadable';

/** What the beginning of a file tells of it. */
export interface Beginning {
  /** By its name, else by its text; null if it is not ours. */
  readonly language: Language | null;
  /** The blocks that were read to find out. */
  readonly read: readonly Uint8Array[];
  /** Whether the text ended, and nothing but white space was in it. */
  readonly isBlank: boolean;
}

/** Reads the beginning of a file. Throws `Unreadable` if it is not text. */
export async function languageIn(
  blocks: AsyncGenerator<Uint8Array>,
  name: string,
  as: Language | undefined,
): Promise<Beginning> {
  const head = new Head();
  const read: Uint8Array[] = [];
  let language = as ?? declaredLanguage('', name);
  let isAtEnd = false;
  const isUnclear = (): boolean => language === null || (language !== 'trajectory-jsonl' && head.isBlank);
  while (read.length === 0 || (isUnclear() && !head.isComplete)) {
    const next = await blocks.next();
    if (next.done === true) {
      isAtEnd = true;
      break;
    }
    if (read.length === 0) rejectBinary(next.value);
    read.push(Uint8Array.from(next.value));
    head.add(next.value);
  }
  if (language === null && holdsTrajectories(head.text.slice(0, maxSearched)))
    language = formOf(name, head.text);
  return { language, read, isBlank: isAtEnd && head.isBlank };
}

/** Code units in which trajectories are searched for, which takes some milliseconds. */
const maxSearched = 1_000_000;
/** Code units of a first line that are read to see whether others follow. */
const maxFirstLine = 16_000_000;

/** The beginning of a text, by which its language is recognized. */
export class Head {
  text = '';
  /** Whether it has nothing but the white space of JSON. */
  isBlank = true;
  private readonly decoder = new TextDecoder();
  private isBeyondLine = false;

  /** Reads more than an editor does: the name may not tell JSON Lines from JSON. */
  add(bytes: Uint8Array): void {
    const piece = this.decoder.decode(bytes, { stream: true });
    this.text += piece;
    this.isBlank &&= /^[ \t\r\n]*$/.test(piece);
    const lineEnd = piece.search(/[\r\n]/);
    // Not one pattern: from each of many empty lines it would search again.
    this.isBeyondLine ||= lineEnd >= 0 && /\S/.test(piece.slice(lineEnd));
  }

  get isComplete(): boolean {
    return this.text.length >= (this.isBeyondLine ? headLength : maxFirstLine);
  }
}

/** The encoding whose byte order mark begins a file, if that is not UTF-8. */
function encodingMarked(start: Uint8Array): string | null {
  const marks = { 'UTF-32': ['fffe0000', '0000feff'], 'UTF-16': ['fffe', 'feff'] };
  const first = Buffer.from(start.subarray(0, 4)).toString('hex');
  const found = Object.entries(marks).find(([, all]) => all.some((mark) => first.startsWith(mark)));
  return found?.[0] ?? null;
}

/** Rejects a file whose beginning is not text, and names its format. */
export function rejectBinary(start: Uint8Array): void {
  const format =
    encodingMarked(start) ?? binaryFormat({ text: new TextDecoder().decode(start.subarray(0, 8000)) });
  if (format === null) return;
  const encoding = /^UTF-\d+/.exec(format)?.[0];
  if (encoding !== undefined)
    throw new Unreadable(
      `Encoded in ${encoding}, but JSON is UTF-8. Convert it with \`iconv -f ${encoding} -t UTF-8\`.`,
    );
  throw new Unreadable(`This is ${format}, not text.`);
}
