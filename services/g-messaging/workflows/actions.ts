// The actions of workflows, which control carries out.

import { defineAction } from '../../platform/action.ts';
import { accountNamed, USER } from '../accounts/accounts.ts';
import type { MessagingPlatform } from '../deps.ts';
import { write } from '../store.ts';
import { addWorkflow, changeWorkflow } from './change.ts';
import { runsOf, showWorkflow } from './list.ts';
import type { WorkflowRow } from './tables.ts';

const STEPS =
  'as JSON: a list with {"send":2417}, which sends a prepared message to the contact of the event, and {"wait":60000}, which waits some milliseconds.';

const shown = (row: WorkflowRow) => ({ workflow: { ...showWorkflow(row), steps: row.steps.map((step) => ({ ...step })) } });

export const workflowActions = [
  defineAction(
    {
      name: 'add-workflow',
      summary: 'Adds a workflow, which events of a type start from now on.',
      fields: {
        name: { type: 'string', description: 'Name of the workflow.' },
        event: { type: 'string', description: 'Type of the events that start it.' },
        steps: { type: 'string', description: `Its steps, ${STEPS}` },
        user: USER,
      },
    },
    async ({ user, ...workflow }, platform: MessagingPlatform) =>
      write(platform, async (unit) => shown(await addWorkflow(unit, await accountNamed(unit.tables, user), workflow))),
  ),
  defineAction(
    {
      name: 'set-workflow',
      summary: 'Pauses or activates a workflow, or replaces its steps, for events to come. What has started goes on as it was.',
      fields: {
        workflow: { type: 'integer', description: 'Identifier of the workflow.' },
        active: { type: 'boolean', optional: true, description: 'Whether events start it. Default: as before.' },
        steps: { type: 'string', optional: true, description: `Its steps, ${STEPS} Default: as before.` },
      },
    },
    async ({ workflow, ...change }, platform: MessagingPlatform) =>
      write(platform, async (unit) => shown(await changeWorkflow(unit, workflow, change))),
  ),
  defineAction(
    {
      name: 'list-workflow-runs',
      summary: 'Lists the runs of a workflow, the newest first, at most 100, with how many steps are done and why some sent nothing.',
      fields: {
        workflow: { type: 'integer', description: 'Identifier of the workflow.' },
        contact: { type: 'integer', optional: true, description: 'Identifier of a contact. Default: all contacts.' },
      },
    },
    async ({ workflow, contact }, { store }: MessagingPlatform) => ({ runs: await runsOf(store.read, workflow, contact) }),
  ),
];
