import { byteSize } from './counts';

/** How far a request is that was sent in part. */
export function progressMessage(sent: number, whole: number): string {
  if (sent >= whole) return `${byteSize(whole)} sent, waiting for the response`;
  return `${byteSize(sent)} of ${byteSize(whole)}`;
}
