// Triggers events, adds those of the past, and deletes them.

import type { DeleteEventsInput, NewEvent, PastEvent } from '@octavo/interfaces/g-messaging';
import type { NewEvent as MarketingEvent } from '@octavo/interfaces/g-messaging-marketing';
import type { Caller, Unit } from '../deps.ts';
import { beginDeletion } from '../sessions/deletions.ts';
import { beginSession, endSession } from '../sessions/sessions.ts';
import { invalid } from '../store.ts';
import { readRange, readTime } from '../times.ts';
import { recordEvents } from './record.ts';
import { reportEvents } from './report.ts';

/** @throws the refusal 400 for a type or a key without text, a parameter without a name, or a type that a token is not for */
export async function triggerEvent(unit: Unit, { account, reporter }: Caller, event: NewEvent | MarketingEvent): Promise<void> {
  const { eventTypeKey: type, keyValue: key, params = [] } = event;
  requireText('eventTypeKey', type);
  requireText('keyValue', key);
  if (reporter?.types?.includes(type) === false) throw invalid(`The token is not valid for events of the type ${type}.`);
  const named = params.map(({ name = '', ...value }) => {
    requireText('name', name);
    return { name, ...value };
  });
  await reportEvents(unit, account, [{ type, key, at: unit.at, params: named, contact: reporter?.contact }]);
}

function requireText(field: string, text: string): void {
  if (text.trim() === '') throw invalid(`The field ${field} must not be empty.`);
}

/** Adds events of the past. They start nothing. @returns the identifier of the session @throws the refusal 400 for one of the future */
export async function addPastEvents(unit: Unit, account: number, events: readonly PastEvent[]): Promise<string> {
  const records = events.map(({ eventTypeKey: type, keyValue: key = '', occurred, params }) => {
    requireText('eventTypeKey', type);
    const at = readTime('occurred', occurred);
    if (at > unit.at) throw invalid(`An event of the past cannot have occurred at ${occurred}.`);
    return { type, key, at, params };
  });
  const session = await beginSession(unit, account, 'events', records.length, { created: records.length });
  await recordEvents(unit.tables, account, records);
  await endSession(unit, session, 'FINISHED');
  return session;
}

/** @returns the identifier of the session @throws the refusal 400 for half a range */
export async function deleteEvents(unit: Unit, account: number, { eventTypeKey, from, to }: DeleteEventsInput['query']) {
  const range = readRange(from, to);
  return beginDeletion(unit, account, 'events', { name: eventTypeKey, ...range });
}
