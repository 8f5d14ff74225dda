/** A thread of its own, for work that may never end by itself. */
export interface Thread {
  post(message: unknown): void;
  /** Ends the thread at once, whatever it is doing. */
  end(): void;
}

export interface ThreadEvents {
  readonly onMessage: (message: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** Starts a thread that runs a script. Messages arrive there at `onmessage`, and `postMessage` answers, as in a web worker. */
export type StartThread = (script: string, events: ThreadEvents) => Thread;
