import { describe, expect, it } from 'vitest';
import { createOutbox } from '../../../client/view/outbox';
import type { ToView } from '../../../client/view/viewMessages';

const document: ToView = { type: 'document', name: 'a', uri: 'file:///a', formerly: [] };
const changed: ToView = { type: 'changed', version: 2 };
const show = (trajectory: number): ToView => ({ type: 'show', trajectory, message: null });

describe('The messages to a page', () => {
  it('wait for the page, only the newest of each kind that it could not request itself', () => {
    const { outbox, sent } = create();
    [show(1), changed, show(2)].forEach(outbox.post);
    expect(sent).toEqual([]);
    outbox.open(document);
    expect(sent).toEqual([document, show(2)]);
  });

  it('are repeated to a new page unless the old one has received them', () => {
    const { outbox, sent } = create();
    outbox.open(document);
    outbox.post(show(1));
    outbox.received(show(1));
    outbox.post({ type: 'command', command: 'compare' });
    sent.length = 0;
    outbox.open(document);
    expect(sent).toEqual([document, { type: 'command', command: 'compare' }]);
  });

  it('are repeated if only an earlier one was received', () => {
    const { outbox, sent } = create();
    outbox.open(document);
    outbox.post(show(1));
    outbox.post(show(2));
    outbox.received(show(1));
    sent.length = 0;
    outbox.open(document);
    expect(sent).toEqual([document, show(2)]);
  });
});

function create() {
  const sent: ToView[] = [];
  return { sent, outbox: createOutbox((message) => sent.push(message)) };
}
