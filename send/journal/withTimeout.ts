/** How long something is waited for. */
export interface TimeoutOptions {
  /** Milliseconds. */
  readonly limit: number;
  /** The user may end the wait as well. */
  readonly signal?: AbortSignal;
}

/** The wait is over, and what was waited for may still happen. */
export class WaitAbandoned extends Error {}

/** Waits for a disk or a share, which may hang. */
export async function withTimeout<Result>(
  work: Promise<Result>,
  { limit, signal }: TimeoutOptions,
): Promise<Result> {
  let giveUp: (reason: WaitAbandoned) => void = () => {};
  const end = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const cancel = () => giveUp(new WaitAbandoned('It was cancelled.'));
  const late = () => giveUp(new WaitAbandoned(`It took longer than ${limit / 1000} seconds.`));
  const timer = setTimeout(late, limit);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
