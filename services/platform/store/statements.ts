// Lets benchmarks see each statement that a store executes. Nothing is published while there is no subscriber.

import { channel } from 'node:diagnostics_channel';

/** Gets the text of each query, in the asynchronous context of the code that asked for it. Begin and commit are not among them. */
const statements = channel('octavo.services.store.statement');

export function announceStatement(text: string): void {
  if (statements.hasSubscribers) statements.publish(text);
}
