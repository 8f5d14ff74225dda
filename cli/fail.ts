import { ExitCode } from './exitCode';
import { status } from './status';
import { tellFailure } from './terminal/tell';

/** Tells why something cannot be done, and lets the program fail at its end. */
export function fail(shown: string, message: string): void {
  tellFailure(shown, message);
  status.add(ExitCode.failed);
}
