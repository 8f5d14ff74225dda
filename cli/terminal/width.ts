import { eastAsianWidth } from 'get-east-asian-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Marks that are drawn over the character before. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** A pictogram that is drawn as one, two columns wide. */
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;

const plainAscii = /^[ -~]*$/;
/** Plain ASCII, or other text with the character before it, which it may be drawn over. */
const runs = /[ -~]+(?![^ -~])|[ -~]?[^ -~]+/g;

/** The characters of a text as a person counts them, with their widths in columns of a terminal. */
export function* charactersOf(
  text: string,
): Generator<{ readonly text: string; readonly at: number; readonly width: number }> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    // Segmenting takes a hundred times as long.
    if (plainAscii.test(run))
      for (const [i, c] of [...run].entries()) yield { text: c, at: index + i, width: 1 };
    else
      for (const { segment, index: i } of graphemes.segment(run))
        yield { text: segment, at: index + i, width: widthOf(segment) };
  }
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
