/** Exit codes of the program. */
export const ExitCode = {
  clean: 0,
  problems: 1,
  /** A usage error, or a file that could not be read or written. */
  failed: 2,
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The more serious of two exit codes, which is the higher one. */
export function worse(a: ExitCode, b: ExitCode): ExitCode {
  return a > b ? a : b;
}
