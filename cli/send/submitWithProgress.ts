import { traceOf } from '../../send/format/errorTrace';
import { progressMessage } from '../../send/format/progress';
import { doubt } from '../../send/journal/wording';
import type { Submission } from '../../send/submission';
import type { SubmitPorts, SubmitResult } from '../../send/submit';
import { submit } from '../../send/submit';
import { defaultLimits } from '../../send/transport/clocks';
import { ExitCode } from '../exitCode';
import { exitNow, onInterrupt } from '../onExit';
import { clearStatusLine, showStatusLine } from '../terminal/statusLine';
import { tell } from '../terminal/tell';

type Ports = Pick<SubmitPorts, 'journal' | 'reader' | 'acknowledged'> & { readonly token: string };

/**
 * Submits a request. An interrupt cancels it; the outcome tells whether it may have arrived. A second one does not wait
 * for that, and says what is known.
 */
export async function submitWithProgress(
  submission: Submission,
  { token, ...ports }: Ports,
): Promise<SubmitResult> {
  const abort = new AbortController();
  let mayHaveLeft = false;
  onInterrupt(() => {
    abort.abort();
    onInterrupt((code) => {
      if (!mayHaveLeft) exitNow(code);
      tell(doubt);
      exitNow(ExitCode.problems);
    });
  });
  const { bytes } = submission.digest;
  try {
    return await submit(submission, {
      ...ports,
      readToken: async (origin) => {
        // The last step before the first byte leaves.
        mayHaveLeft = true;
        return origin === submission.endpoint.origin ? token : null;
      },
      limits: defaultLimits,
      useGlobalAgent: false,
      signal: abort.signal,
      onProgress: (sent) => showStatusLine(progressMessage(sent, bytes)),
      onInternalError: (error) => tell(`Internal error while sending a request: ${traceOf(error)}`),
    });
  } finally {
    clearStatusLine();
    // Nothing is left but to tell the outcome. A second interrupt ends that, but does not undo what was sent.
    onInterrupt(() => onInterrupt((code) => exitNow(mayHaveLeft ? ExitCode.problems : code)));
  }
}
