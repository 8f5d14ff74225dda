import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The parsed options of a program, or one line that says what is wrong with its command line. */
export function readCommandLine<Known extends Options>(
  args: readonly string[],
  options: Known,
): ReturnType<typeof parseArgs<{ options: Known }>>['values'] | { readonly failure: string } {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The message of `parseArgs` is good to show, but some continue with advice on positional arguments.
    return { failure: `${error.message.replace(/'\. .*$/s, "'").replace(/\s+/g, ' ')}.` };
  }
}
