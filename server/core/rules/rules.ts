import { dateTime } from './dateTime';
import { duplicateKey } from './duplicateKey';
import { loneSurrogate } from './loneSurrogate';
import { missingProperty } from './missingProperty';
import type { Rule } from './rule';
import { undocumentedValue } from './undocumentedValue';
import { unknownProperty } from './unknownProperty';
import { unsafeNumber } from './unsafeNumber';
import { uuid } from './uuid';
import { wrongType } from './wrongType';

/** All checks of the parts of a document: one row each. */
export const allRules: readonly Rule[] = [
  wrongType,
  unsafeNumber,
  loneSurrogate,
  dateTime,
  uuid,
  undocumentedValue,
  missingProperty,
  duplicateKey,
  unknownProperty,
];
