import { label } from '../../server/core/features/visible';
import { clearStatusLine } from './statusLine';
import { withoutCommands } from './workflowCommands';

/**
 * Tells the user something on standard error. Text of a document or a file name in it controls neither the terminal nor
 * a workflow.
 */
export function tell(message: string): void {
  clearStatusLine();
  process.stderr.write(`${withoutCommands(message.split('\n').map(label).join('\n'))}\n`);
}

/** Tells why something cannot be done. The name of a file stays on one line. */
export function tellFailure(shown: string, message: string): void {
  tell(`trajectory: ${label(shown)}: ${message}`);
}
