// The actions of workflows, which control carries out.

import { actionsOf, boolean, integer, optional, string } from '../../platform/action.ts';
import { accountNamed, USER } from '../accounts/accounts.ts';
import type { MessagingPlatform } from '../deps.ts';
import { write } from '../store.ts';
import { addWorkflow, changeWorkflow } from './change.ts';
import { runsOf, showWorkflow } from './list.ts';
import type { WorkflowRow } from './tables.ts';

const action = actionsOf<MessagingPlatform>();

const STEPS =
  'as JSON: a list with {"send":2417}, which sends a prepared message to the contact of the event, and {"wait":60000}, which waits some milliseconds.';

const shown = (row: WorkflowRow) => ({ workflow: { ...showWorkflow(row), steps: row.steps.map((step) => ({ ...step })) } });

export const workflowActions = [
  action(
    'add-workflow',
    'Adds a workflow, which events of a type start from now on.',
    {
      name: string('Name of the workflow.'),
      event: string('Type of the events that start it.'),
      steps: string(`Its steps, ${STEPS}`),
      user: USER,
    },
    async ({ user, ...workflow }, platform) =>
      write(platform, async (unit) => shown(await addWorkflow(unit, await accountNamed(unit.tables, user), workflow))),
  ),
  action(
    'set-workflow',
    'Pauses or activates a workflow, or replaces its steps, for events to come. What has started goes on as it was.',
    {
      workflow: integer('Identifier of the workflow.'),
      active: optional(boolean('Whether events start it. Default: as before.')),
      steps: optional(string(`Its steps, ${STEPS} Default: as before.`)),
    },
    async ({ workflow, ...change }, platform) => write(platform, async (unit) => shown(await changeWorkflow(unit, workflow, change))),
  ),
  action(
    'list-workflow-runs',
    'Lists the runs of a workflow, the newest first, at most 100, with how many steps are done and why some sent nothing.',
    {
      workflow: integer('Identifier of the workflow.'),
      contact: optional(integer('Identifier of a contact. Default: all contacts.')),
    },
    async ({ workflow, contact }, { store }) => ({ runs: await runsOf(store.read, workflow, contact) }),
  ),
];
