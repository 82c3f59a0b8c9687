// Handlers of the operations of the main document tagged 'Workflows'.

import type { RequiredMessagingWorkflowsHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { readRows } from '../pages.ts';
import { showWorkflow, workflowsOf } from '../workflows/list.ts';

export const workflowHandlers = (deps: Deps): RequiredMessagingWorkflowsHandlers<Caller> => ({
  async listWorkflows({ query }, { principal: { account } }) {
    const { rows, headers } = await readRows(workflowsOf(deps.store.read, account), query);
    return { status: 200, headers, body: rows.map(showWorkflow) };
  },
});
