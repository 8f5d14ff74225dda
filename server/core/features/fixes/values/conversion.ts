/** The replacement of a value. `isSure` if nothing is lost and nothing else can have been meant. */
export interface Conversion {
  readonly title: string;
  readonly insert: string;
  readonly isSure: boolean;
}
