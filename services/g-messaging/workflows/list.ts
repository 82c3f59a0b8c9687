// Lists workflows, and their runs.

import type { Workflow } from '@octavo/interfaces/g-messaging';
import type { Tables } from '../deps.ts';
import { timeText } from '../times.ts';
import type { RunRow, WorkflowRow } from './tables.ts';

/** The workflows of an account, the oldest first. */
export function workflowsOf(tables: Tables, account: number) {
  return tables.selectFrom('g_workflows').selectAll().where('account', '=', account).orderBy('id');
}

export function showWorkflow({ id, name, is_active: active, event_type: eventTypeKey }: WorkflowRow): Workflow {
  return { id, name, active, eventTypeKey };
}

const MOST_RUNS = 100;

/** The runs of a workflow, the newest first. @param contact only those of this one */
export async function runsOf(tables: Tables, workflow: number, contact?: number) {
  const rows = tables.selectFrom('g_workflow_runs').selectAll().where('workflow', '=', workflow).orderBy('event', 'desc').limit(MOST_RUNS);
  return (await (contact === undefined ? rows : rows.where('contact', '=', contact)).execute()).map(showRun);
}

function showRun({ event, contact, steps, next_step, due_at, started_at, ended_at, faults }: RunRow) {
  return {
    event,
    contact,
    started: timeText(started_at),
    steps: steps.length,
    done: next_step,
    due: due_at === null ? null : timeText(due_at),
    ended: ended_at === null ? null : timeText(ended_at),
    faults: faults.map(({ step, at, reason }) => ({ step: step + 1, at: timeText(at), reason })),
  };
}
