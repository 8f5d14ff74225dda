/** How long to wait. */
export interface TimeoutOptions {
  /** Milliseconds. */
  readonly limit: number;
  /** Lets the user end the wait. */
  readonly signal?: AbortSignal;
}

/** The wait ended; the work may still complete. */
export class WaitAbandoned extends Error {}

/** Waits with a timeout for a disk or network share, which may hang. */
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
