import type {
  FromView,
  PageRequestMessage,
  PageRequests,
  ToView,
  ViewState,
} from '../client/view/viewMessages';

/** The extension side of the view. */
export interface Host {
  post(message: FromView): void;
  /**
   * Null when the document is gone or has changed. Rejects with a message for the user. `isOther`: about the file that
   * the document is compared with.
   */
  ask<Name extends keyof PageRequests>(
    name: Name,
    params: PageRequests[Name]['params'],
    isOther?: boolean,
  ): Promise<PageRequests[Name]['result']>;
  state(): ViewState | undefined;
  keep(state: ViewState): void;
}

/** The API of `acquireVsCodeApi`, which can be called only once. */
export interface WebviewApi {
  postMessage(message: FromView): void;
  getState(): ViewState | undefined;
  setState(state: ViewState): void;
}

type Announcement = Exclude<ToView, { readonly type: 'answer' | 'failure' }>;

/** Creates the host. Messages other than answers go to `listen`. */
export function hostOf(api: WebviewApi, listen: (message: Announcement) => void): Host {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  // The host may still answer the page that was here before: no question has the number of one of that page's.
  let asked = 1000 * Date.now();
  window.addEventListener('message', ({ data, origin }: MessageEvent<ToView>) => {
    // The surrounding frame speaks for the host. VS Code hides it behind another `parent`, but its origin is ours.
    if (origin !== window.origin) return;
    if (data.type !== 'answer' && data.type !== 'failure') return listen(data);
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.type === 'answer') question?.resolve(data.result as never);
    else question?.reject(new Error(data.message));
  });
  return {
    post: (message) => api.postMessage(message),
    ask: (name, params, isOther = false) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject });
        const about = isOther ? { isOther } : {};
        api.postMessage({ type: 'question', id, name, params, ...about } as PageRequestMessage);
      }),
    state: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}
