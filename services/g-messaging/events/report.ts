// Reports events that happen now.

import type { Unit } from '../deps.ts';
import { startWorkflows } from '../workflows/start.ts';
import { type NewRecord, recordEvents } from './record.ts';

/** Records events of now, and starts the workflows of their types. Events of the past are only recorded. */
export async function reportEvents(unit: Unit, account: number, events: readonly NewRecord[]): Promise<void> {
  await startWorkflows(unit, account, await recordEvents(unit.tables, account, events));
}
