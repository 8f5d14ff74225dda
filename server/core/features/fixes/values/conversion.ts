/** What stands in the place of a value; `isSure` where nothing is lost and nothing else can have been meant. */
export interface Conversion {
  readonly title: string;
  readonly insert: string;
  readonly isSure: boolean;
}
