import type { CancellationToken } from 'vscode-languageserver';
import { checkedPageOf } from '../../../core/collection/conversations/conversation';
import type { FoundProblem } from '../../../core/collection/conversations/problems';
import { textSlice, valueAtPath } from '../../../core/collection/conversations/texts';
import type { Excerpt } from '../../../core/collection/excerpt';
import { trajectoryAt } from '../../../core/collection/lookup';
import { trajectoryHints } from '../../../core/features/hints/trajectoryHints';
import { label } from '../../../core/features/visible';
import type { Work } from '../../../core/work';
import type {
  ConversationPage,
  conversationRequest,
  MessageProblem,
  textRequest,
} from '../../../viewProtocol/conversation';
import type { ServerContext } from '../../feature';
import type { Answer, Asked } from '../../params';
import { sourceOf } from './viewSources';

/** A page of a trajectory's conversation. */
export async function conversationOf(
  server: ServerContext,
  { uri, ...asked }: Asked<typeof conversationRequest>,
  token: CancellationToken,
): Promise<ConversationPage | null> {
  const page = function* (excerpt: Excerpt, version: number): Work<ConversationPage | null> {
    const trajectory = excerpt.numberOf(asked.trajectory);
    const hintsOf = server.hasHints ? trajectoryHints : null;
    const found =
      trajectory === null ? null : yield* checkedPageOf(excerpt.document, { ...asked, trajectory }, hintsOf);
    if (found === null) return null;
    const { start, ...others } = found;
    const told = (problems: readonly FoundProblem[]) => problems.map((one) => toProblem(one, start));
    const messages = found.messages.map((card) => ({ ...card, problems: told(card.problems) }));
    return { ...others, version, messages, problems: told(found.problems) };
  };
  return sourceOf(server, uri).about({ trajectories: [asked.trajectory] }, token, page);
}

/** The message quotes the document, which may contain invisible or bidirectional characters. */
function toProblem({ severity, message, from, to }: FoundProblem, start: number): MessageProblem {
  return { severity, message: label(message), from: from - start, to: to - start };
}

/** Maximum code units of text in one response. */
const maxTextLength = 1_000_000;

/** A range of a text of a trajectory. */
export async function textAt(
  server: ServerContext,
  { uri, version, trajectory, path, form, from, to }: Asked<typeof textRequest>,
  token: CancellationToken,
): Promise<Answer<typeof textRequest>> {
  const found = function* (
    { document, numberOf }: Excerpt,
    newest: number,
  ): Work<Answer<typeof textRequest>> {
    const number = newest === version ? numberOf(trajectory) : null;
    const located = number === null ? null : yield* trajectoryAt(document, number);
    const value = located && valueAtPath(document.text, located.node, path);
    return (
      value &&
      (yield* textSlice(document.text, value, { form, from, to: Math.min(to, from + maxTextLength) }))
    );
  };
  return sourceOf(server, uri).about({ trajectories: [trajectory] }, token, found);
}
