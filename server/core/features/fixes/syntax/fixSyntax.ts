import { SyntaxErrorKind } from '../../../syntax/syntaxErrors';
import type { Fixer } from '../fix';
import {
  fixMissingArray,
  fixMissingBracket,
  fixMissingList,
  fixParenthesis,
  fixStrayBracket,
  fixWrongBracket,
} from './brackets/fixBrackets';
import { fixUnclosed } from './brackets/fixUnclosed';
import { fixBrokenLine } from './fixBrokenLine';
import { fixCutOff } from './fixCutOff';
import { fixBadEscape, fixControl } from './fixEscapes';
import { fixJoinedStrings } from './fixJoinedStrings';
import { fixLogLine, fixNextBehind, fixRest, fixSecond, fixTextBefore } from './fixLines';
import { fixColon, fixName, fixPythonString, fixQuotes } from './fixNotation';
import {
  fixColonInName,
  fixExtraComma,
  fixMissingColon,
  fixMissingComma,
  fixMissingKey,
  fixMissingValue,
  fixNameTwice,
  fixOtherMark,
  fixStrayColon,
} from './fixSeparators';
import { fixMissingQuote, fixStrayQuote, fixUnescapedQuote, fixUnterminated } from './fixStrings';
import {
  fixByteOrderMark,
  fixComment,
  fixInvisible,
  fixLiteral,
  fixNoSuchNumber,
  fixNumber,
  fixText,
} from './fixWords';

/** `syntax`: the obvious fixes of each kind of syntax error. */
export const fixSyntax: Fixer = function* (document, problem, target) {
  const errorKind = problem.fix?.errorKind;
  if (errorKind === undefined) return [];
  const own = fixes[errorKind]?.(document, problem, target) ?? [];
  return [...fixNextBehind(document, problem), ...(Array.isArray(own) ? own : yield* own)];
};

const fixes: Record<number, Fixer> = {
  [SyntaxErrorKind.missingComma]: fixMissingComma,
  [SyntaxErrorKind.trailingComma]: fixExtraComma,
  [SyntaxErrorKind.extraComma]: fixExtraComma,
  [SyntaxErrorKind.comment]: fixComment,
  [SyntaxErrorKind.singleQuotes]: fixQuotes,
  [SyntaxErrorKind.foreignQuotes]: fixQuotes,
  [SyntaxErrorKind.pythonString]: fixPythonString,
  [SyntaxErrorKind.unquotedKey]: fixName,
  [SyntaxErrorKind.pythonLiteral]: fixLiteral,
  [SyntaxErrorKind.malformedNumber]: fixNumber,
  [SyntaxErrorKind.controlCharacter]: fixControl,
  [SyntaxErrorKind.badEscape]: fixBadEscape,
  [SyntaxErrorKind.unterminatedString]: fixUnterminated,
  [SyntaxErrorKind.unescapedQuote]: fixUnescapedQuote,
  [SyntaxErrorKind.secondRoot]: fixRest,
  [SyntaxErrorKind.secondInLine]: fixSecond,
  [SyntaxErrorKind.textBefore]: fixTextBefore,
  [SyntaxErrorKind.unclosed]: fixUnclosed,
  [SyntaxErrorKind.strayBracket]: fixStrayBracket,
  [SyntaxErrorKind.missingBracket]: fixMissingBracket,
  [SyntaxErrorKind.missingArray]: fixMissingArray,
  [SyntaxErrorKind.missingList]: fixMissingList,
  [SyntaxErrorKind.missingValue]: fixMissingValue,
  [SyntaxErrorKind.missingColon]: fixMissingColon,
  [SyntaxErrorKind.missingKey]: fixMissingKey,
  [SyntaxErrorKind.unexpectedText]: fixText,
  [SyntaxErrorKind.undefined]: fixText,
  [SyntaxErrorKind.unexpectedColon]: fixStrayColon,
  [SyntaxErrorKind.byteOrderMark]: fixByteOrderMark,
  [SyntaxErrorKind.missingQuote]: fixMissingQuote,
  [SyntaxErrorKind.strayQuote]: fixStrayQuote,
  [SyntaxErrorKind.lineBreak]: fixControl,
  [SyntaxErrorKind.brokenLine]: fixBrokenLine,
  [SyntaxErrorKind.cutOff]: fixCutOff,
  [SyntaxErrorKind.cutOffLine]: fixCutOff,
  [SyntaxErrorKind.otherMark]: fixOtherMark,
  [SyntaxErrorKind.foreignColon]: fixColon,
  [SyntaxErrorKind.wrongBracket]: fixWrongBracket,
  [SyntaxErrorKind.parenthesis]: fixParenthesis,
  [SyntaxErrorKind.nameTwice]: fixNameTwice,
  [SyntaxErrorKind.joinedStrings]: fixJoinedStrings,
  [SyntaxErrorKind.colonInName]: fixColonInName,
  [SyntaxErrorKind.noSuchNumber]: fixNoSuchNumber,
  [SyntaxErrorKind.printedValue]: fixText,
  [SyntaxErrorKind.logLine]: fixLogLine,
  [SyntaxErrorKind.invisible]: fixInvisible,
};
