import { eastAsianWidth } from 'get-east-asian-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Marks that are drawn over the character before. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** A pictogram that is drawn as one, two columns wide. */
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;

const plainAscii = /^[ -~]*$/;

/** The characters of a text as a person counts them, with their widths in columns of a terminal. */
export function* charactersOf(
  text: string,
): Generator<{ readonly text: string; readonly at: number; readonly width: number }> {
  // Segmenting takes a hundred times as long.
  if (plainAscii.test(text)) for (let at = 0; at < text.length; at++) yield { text: text[at]!, at, width: 1 };
  else
    for (const { segment, index } of graphemes.segment(text))
      yield { text: segment, at: index, width: widthOf(segment) };
}

function widthOf(grapheme: string): number {
  if (zeroWidth.test(grapheme)) return 0;
  if (emoji.test(grapheme)) return 2;
  return eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

/** The width of a text in columns of a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of charactersOf(text)) width += character.width;
  return width;
}
