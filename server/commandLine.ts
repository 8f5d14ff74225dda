import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The values of a program's options, or one line that says what is wrong with its command line. */
export function readCommandLine<Known extends Options>(
  options: Known,
): ReturnType<typeof parseArgs<{ options: Known }>>['values'] | { readonly failure: string } {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What parseArgs throws says what is wrong; some messages go on about positional arguments.
    return { failure: `${error.message.replace(/'\. .*$/s, "'").replace(/\s+/g, ' ')}.` };
  }
}
