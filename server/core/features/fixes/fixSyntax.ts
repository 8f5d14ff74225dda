import { Mistake } from '../../syntax/mistakes';
import type { Fixer } from './fix';
import { fixMissingBracket, fixStrayBracket, fixUnclosed } from './fixBrackets';
import {
  fixExtraComma,
  fixMissingColon,
  fixMissingComma,
  fixMissingValue,
  fixRest,
  fixStrayColon,
} from './fixSeparators';
import {
  fixBadEscape,
  fixControl,
  fixMissingQuote,
  fixSingleQuotes,
  fixUnescapedQuote,
  fixUnterminated,
} from './fixStrings';
import { fixByteOrderMark, fixComment, fixKey, fixLiteral, fixNumber, fixText } from './fixWords';

/** `syntax`: the repair that each kind of mistake has, where it has an obvious one. */
export const fixSyntax: Fixer = (document, problem, context) => {
  const mistake = problem.fix?.mistake;
  return mistake === undefined ? [] : (repairs[mistake]?.(document, problem, context) ?? []);
};

const repairs: Record<number, Fixer> = {
  [Mistake.missingComma]: fixMissingComma,
  [Mistake.trailingComma]: fixExtraComma,
  [Mistake.extraComma]: fixExtraComma,
  [Mistake.comment]: fixComment,
  [Mistake.singleQuotes]: fixSingleQuotes,
  [Mistake.unquotedKey]: fixKey,
  [Mistake.pythonLiteral]: fixLiteral,
  [Mistake.malformedNumber]: fixNumber,
  [Mistake.controlCharacter]: fixControl,
  [Mistake.badEscape]: fixBadEscape,
  [Mistake.unterminatedString]: fixUnterminated,
  [Mistake.unescapedQuote]: fixUnescapedQuote,
  [Mistake.secondRoot]: fixRest,
  [Mistake.unclosed]: fixUnclosed,
  [Mistake.strayBracket]: fixStrayBracket,
  [Mistake.missingBracket]: fixMissingBracket,
  [Mistake.missingValue]: fixMissingValue,
  [Mistake.missingColon]: fixMissingColon,
  [Mistake.missingKey]: fixStrayColon,
  [Mistake.unexpectedText]: fixText,
  [Mistake.unexpectedColon]: fixStrayColon,
  [Mistake.byteOrderMark]: fixByteOrderMark,
  [Mistake.missingQuote]: fixMissingQuote,
};
