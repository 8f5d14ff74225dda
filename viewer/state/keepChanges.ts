import type { ViewState } from '../../client/view/viewMessages';

/**
 * Passes states on, but none twice: each one is work for the window that also draws the text, and while someone types,
 * most are the same.
 */
export function keepChanges(keep: (state: ViewState) => void): (state: ViewState) => void {
  let last = '';
  return (state) => {
    const text = JSON.stringify(state);
    if (text === last) return;
    last = text;
    keep(state);
  };
}
