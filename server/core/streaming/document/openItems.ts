import type { DocumentOptions } from '../../document';
import type { BranchInContext } from '../../rules/checking/partProblems';
import type { DocumentKind, DocumentType } from '../../schema/documentKind';
import type { Frame } from '../../syntax/tree/frame';
import type { Part } from '../../syntax/tree/tree';
import type { Window } from '../slidingText';
import type { StreamOptions } from '../streamOptions';
import type { Cut } from './cuts';
import type { Parsed } from './parseDocument';

/** Parts of an open array, which begin at an offset of the window. */
export interface OpenParts {
  readonly index: number;
  readonly parts: readonly Part[];
  readonly from: number;
}

/** Parts of an open array in their context, if the document is of a kind. */
export type InContext = (open: OpenParts, kind: DocumentKind) => BranchInContext;

export interface AboutOpen {
  readonly window: Window;
  readonly inContext: InContext;
}

/** Collects items of a document of one value while it is parsed, before they are cut out of the text. */
export interface OpenItems {
  /** Adds the finished items of an open container. Those of the containers around it were added before. */
  addOpen(frames: readonly Frame[], index: number, about: AboutOpen): void;
  /** All finished parts of an open array but the first are cut out of the text; its `removed` stands for them. */
  cutOut(frame: Frame, cut: Cut, about: AboutOpen): void;
  /** Adds the items that are left at the end. */
  finish(
    rest: { readonly window: Window; readonly parsed: Parsed },
    type: DocumentType,
    options: DocumentOptions,
  ): void;
}

export interface DocumentCheckOptions extends StreamOptions {
  readonly items?: OpenItems;
}
