import { ExitCode, worse } from './exitCode';

let code: ExitCode = ExitCode.clean;

/** What the program will end with: the most serious thing so far. */
export const status = {
  get code(): ExitCode {
    return code;
  },
  add(other: ExitCode): void {
    code = worse(code, other);
    process.exitCode = code;
  },
};
