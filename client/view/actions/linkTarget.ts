import { inertText } from '../../../send/format/plainText';

/** Links with other protocols are rejected. */
const allowedProtocols = ['http:', 'https:', 'mailto:'];

/** A longer target cannot be shown in full, so it is not opened. */
export const maxTargetLength = 2000;

/** A link's target, normalized so that the shown and the opened URL are the same; or why it is rejected. */
export type LinkTarget =
  | { readonly kind: 'target'; readonly url: string; readonly destination: string }
  | { readonly kind: 'rejected'; readonly message: string };

/** Checks the target of a link in a document. */
export function readTarget(text: string): LinkTarget {
  if (!URL.canParse(text)) return rejected(`Link not opened, because it is not a complete URL: ${text}`);
  const url = new URL(text);
  if (!allowedProtocols.includes(url.protocol)) {
    return rejected(`Only links to the web and to mail addresses are opened, not ${text}`);
  }
  if (url.href.length > maxTargetLength) {
    return rejected(
      `Link not opened: its target is longer than ${maxTargetLength.toLocaleString('en')} characters.`,
    );
  }
  return {
    kind: 'target',
    url: url.href,
    destination: url.protocol === 'mailto:' ? url.pathname : url.host,
  };
}

function rejected(message: string): LinkTarget {
  return { kind: 'rejected', message: inertText(message, 400) };
}
