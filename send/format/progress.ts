import { byteSize } from './counts';

/** Progress of a request that is being sent. */
export function progressMessage(sent: number, whole: number): string {
  if (sent >= whole) return `${byteSize(whole)} sent, waiting for the response`;
  return `${byteSize(sent)} of ${byteSize(whole)}`;
}
