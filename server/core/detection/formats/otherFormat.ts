import type { Rewrite } from '../../schema/documentKind';

/** A format that is not JSON. */
export interface OtherFormat {
  readonly message: string;
  readonly rewrites?: readonly Rewrite[];
}
