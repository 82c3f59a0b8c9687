// Where the events of js-yaml begin in the text.
import { EVENT_ID, type Event } from 'js-yaml';

/** The offset at which an event begins; −1 for one without text of its own (an empty value, a document, the end of a collection). */
export function ownStart(event: Event | undefined): number {
  if (event === undefined) return -1;
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return event.valueStart;
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
      return -1;
  }
}

/** Where an event begins in the text. One without text of its own begins where the one before it does, and a document where its content does. */
export function startOf(events: readonly Event[], index: number): number {
  const step = events[index]?.type === EVENT_ID.DOCUMENT ? 1 : -1;
  for (let at = index; at >= 0 && at < events.length; at += step) {
    const start = ownStart(events[at]);
    if (start !== -1) return start;
  }
  return 0;
}
