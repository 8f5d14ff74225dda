import { inertText } from '../../../send/format/plainText';

/** Links with other protocols are refused. */
const allowedProtocols = ['http:', 'https:', 'mailto:'];

/** A longer target cannot be shown in full, so it is not opened. */
export const maxTargetLength = 2000;

/** A link's target, normalized so that the shown and the opened address are the same; or why it is refused. */
export type LinkTarget =
  | { readonly kind: 'target'; readonly address: string; readonly destination: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Checks the target of a link in a document. */
export function readTarget(text: string): LinkTarget {
  if (!URL.canParse(text)) return refused(`Link not opened: ${text}`);
  const url = new URL(text);
  if (!allowedProtocols.includes(url.protocol)) {
    return refused(`Only links to the web and to mail addresses are opened, not ${text}`);
  }
  if (url.href.length > maxTargetLength) {
    return refused(
      `Link not opened: its target is longer than ${maxTargetLength.toLocaleString('en')} characters.`,
    );
  }
  return {
    kind: 'target',
    address: url.href,
    destination: url.protocol === 'mailto:' ? url.pathname : url.host,
  };
}

function refused(message: string): LinkTarget {
  return { kind: 'refused', message: inertText(message, 400) };
}
