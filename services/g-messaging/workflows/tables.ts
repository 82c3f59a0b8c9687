// Declares the rows of workflows, which send messages when events happen, and of their runs.

import { flag, integer, json, key, nullable, type RowOf, table, text } from '../../platform/store/table.ts';

/** A step sends a prepared message to the contact of the event, or waits some milliseconds. */
export type Step = { readonly send: number } | { readonly wait: number };

const since = '002-broadcasts';

const workflows = table(
  'g_workflows',
  {
    id: key(integer),
    account: integer,
    name: text,
    /** Whether events start it. */
    is_active: flag,
    /** The type of the events that start it. */
    event_type: text,
    steps: json<readonly Step[]>(),
  },
  { since, indexes: { listed: ['account', 'id'], type: ['account', 'event_type'] } },
);

const runs = table(
  'g_workflow_runs',
  {
    workflow: key(integer),
    /** The position of the event that started it. An event starts a workflow once. */
    event: key(integer),
    /** The contact of the event. */
    contact: nullable(integer),
    /** Those that the workflow had when it started. */
    steps: json<readonly Step[]>(),
    /** The index of the next step. */
    next_step: integer,
    /** When the next step is taken. Null: all are. */
    due_at: nullable(integer),
    started_at: integer,
    ended_at: nullable(integer),
    /** Why steps sent nothing, each by its index. */
    faults: json<readonly { readonly step: number; readonly at: number; readonly reason: string }[]>(),
  },
  { since, indexes: { contact: ['contact'] } },
);

export const workflowTables = [workflows, runs] as const;

export type WorkflowRow = RowOf<typeof workflows>;
export type RunRow = RowOf<typeof runs>;
