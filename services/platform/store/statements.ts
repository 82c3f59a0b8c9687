// Lets benchmarks see each statement that a store executes, and those that ran into others. Nothing is published while there is no subscriber.

import { channel } from 'node:diagnostics_channel';

/** Gets the text of each query, in the asynchronous context of the code that asked for it. Begin and commit are not among them. */
const statements = channel('octavo.services.store.statement');

export function announceStatement(text: string): void {
  if (statements.hasSubscribers) statements.publish(text);
}

/** Gets the text of each statement, or `commit`, that PostgreSQL refused since the unit ran into another one. The unit runs again. */
const conflicts = channel('octavo.services.store.conflict');

export function announceConflict(text: string): void {
  if (conflicts.hasSubscribers) conflicts.publish(text);
}
