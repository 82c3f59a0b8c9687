// Adds workflows, pauses and activates them, and replaces their steps.

import type { Tables, Unit } from '../deps.ts';
import { readJson } from '../json.ts';
import { change, find, insert, invalid, nextId, unknown } from '../store.ts';
import { messagesOf, stepsFault } from './rules.ts';
import type { Step, WorkflowRow } from './tables.ts';

interface NewWorkflow {
  readonly name: string;
  /** The type of the events that start it. */
  readonly event: string;
  /** As JSON. */
  readonly steps: string;
}

/** Adds an active workflow. @throws the refusal 400 for a name or a type that is empty, and for steps that are wrong */
export async function addWorkflow({ tables }: Unit, account: number, { name, event, steps: text }: NewWorkflow): Promise<WorkflowRow> {
  for (const [field, value] of Object.entries({ name, event })) if (value.trim() === '') throw invalid(`/${field} must be a text.`);
  const steps = await requireSteps(tables, account, text);
  const row = { id: await nextId(tables, 'g_workflows'), account, name, is_active: true, event_type: event, steps };
  await insert(tables, 'g_workflows', row);
  return row;
}

interface WorkflowChange {
  readonly active?: boolean;
  /** As JSON. */
  readonly steps?: string;
}

/** Changes which events to come start a workflow, and what they start. @throws the refusal 404 where there is none, 400 for steps that are wrong */
export async function changeWorkflow({ tables }: Unit, id: number, { active, steps }: WorkflowChange): Promise<WorkflowRow> {
  const row = await find(tables, 'g_workflows', id);
  if (row === undefined) throw unknown('workflow', id);
  const changed = {
    ...row,
    is_active: active ?? row.is_active,
    steps: steps === undefined ? row.steps : await requireSteps(tables, row.account, steps),
  };
  await change(tables, 'g_workflows', id, changed);
  return changed;
}

async function requireSteps(tables: Tables, account: number, text: string): Promise<readonly Step[]> {
  const steps = readJson<readonly Step[]>(text, '/steps', stepsFault);
  const sent = messagesOf(steps);
  if (sent.length === 0) throw invalid('/steps must send a message.');
  const rows = await tables.selectFrom('g_prepared').select('id').where('account', '=', account).where('id', 'in', sent).execute();
  const missing = steps.findIndex((step) => 'send' in step && !rows.some(({ id }) => id === step.send));
  if (missing >= 0)
    throw invalid(`/steps/${missing}/send: the message ${sent.find((id) => !rows.some((row) => row.id === id))} does not exist.`);
  return steps;
}
