// Starts workflows by events of now.

import type { Unit } from '../deps.ts';
import type { EventRow } from '../events/tables.ts';
import { MOST_AT_ONCE } from '../sends/passage.ts';
import { insert } from '../store.ts';
import { STEP } from './run.ts';
import type { RunRow, WorkflowRow } from './tables.ts';

/** Starts the active workflows of the types of events. The jobs of their runs take the first step. */
export async function startWorkflows(unit: Unit, account: number, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return;
  const workflows = await unit.tables
    .selectFrom('g_workflows')
    .selectAll()
    .where('account', '=', account)
    .where('is_active', '=', true)
    .where('event_type', 'in', [...new Set(events.map(({ type }) => type))])
    .orderBy('id')
    .execute();
  for (const workflow of workflows) {
    const own = events.filter(({ type }) => type === workflow.event_type);
    for (let start = 0; start < own.length; start += MOST_AT_ONCE) await begin(unit, workflow, own.slice(start, start + MOST_AT_ONCE));
  }
}

async function begin({ deps, tables, at }: Unit, { id: workflow, steps }: WorkflowRow, events: readonly EventRow[]): Promise<void> {
  const rows = events.map(({ position, contact }): RunRow => {
    return { workflow, event: position, contact, steps, next_step: 0, due_at: at, started_at: at, ended_at: null, faults: [] };
  });
  await insert(tables, 'g_workflow_runs', rows);
  await deps.due.schedule(tables, STEP, { at, payload: { workflow, events: rows.map(({ event }) => event) } });
}
