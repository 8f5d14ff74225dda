/** The end of a command before anything was sent, and why. */
export class Stop extends Error {}

/** Ends the command with a message for the user. */
export function stop(message: string): never {
  throw new Stop(message);
}
