import { bareTrajectory } from './bareTrajectory';
import { dateTime } from './dateTime';
import { duplicateKey } from './duplicateKey';
import { flatTool } from './flatTool';
import { loneSurrogate } from './loneSurrogate';
import { missingProperty } from './missingProperty';
import { mixedLines } from './mixedLines';
import { replacementCharacter } from './replacementCharacter';
import type { Rule } from './rule';
import { undocumentedValue } from './undocumentedValue';
import { unknownProperty } from './unknownProperty';
import { unlikeItem } from './unlikeItem';
import { unsafeNumber } from './unsafeNumber';
import { unusualValue } from './unusualValue';
import { uuid } from './uuid';
import { wrongType } from './wrongType';

/** All checks of the parts of a document: one row each. */
export const allRules: readonly Rule[] = [
  wrongType,
  unusualValue,
  unsafeNumber,
  loneSurrogate,
  replacementCharacter,
  dateTime,
  uuid,
  undocumentedValue,
  missingProperty,
  mixedLines,
  duplicateKey,
  unknownProperty,
  flatTool,
  bareTrajectory,
  unlikeItem,
];
