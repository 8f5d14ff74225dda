import { inertText } from '../../../send/format/plainText';

/** Whatever else a link may start stays in the document. */
const allowedProtocols = ['http:', 'https:', 'mailto:'];

/** A longer target cannot be shown whole, and what is not shown is not opened. */
export const maxTargetLength = 2000;

/** What a link leads to, written so that it can be shown and opened alike; or why it is not opened. */
export type LinkTarget =
  | { readonly kind: 'target'; readonly address: string; readonly destination: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads the target of a link in a document. */
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
