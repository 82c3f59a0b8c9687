// Declares the rows of the messaging service, of which both of its documents show. Times are milliseconds since 1970 (UTC) on the sandbox clock.

import type { TablesOf } from '../platform/store/table.ts';
import { accountTables } from './accounts/tables.ts';
import { balanceTables } from './balance/tables.ts';
import { behaviourTables } from './behaviour/tables.ts';
import { broadcastTables } from './broadcasts/tables.ts';
import { catalogueTables } from './catalogue/tables.ts';
import { contactTables } from './contacts/tables.ts';
import { eventTables } from './events/tables.ts';
import { groupTables } from './groups/tables.ts';
import { hookTables } from './hooks/tables.ts';
import { importTables } from './imports/tables.ts';
import { messageTables } from './messages/tables.ts';
import { orderTables } from './orders/tables.ts';
import { sendTables } from './sends/tables.ts';
import { sessionTables } from './sessions/tables.ts';
import { siteTables } from './sites/tables.ts';
import { workflowTables } from './workflows/tables.ts';

export const tables = [
  ...accountTables,
  ...contactTables,
  ...groupTables,
  ...sessionTables,
  ...importTables,
  ...eventTables,
  ...orderTables,
  ...messageTables,
  ...catalogueTables,
  ...siteTables,
  ...balanceTables,
  ...sendTables,
  ...behaviourTables,
  ...broadcastTables,
  ...hookTables,
  ...workflowTables,
] as const;

export type MessagingTables = TablesOf<typeof tables>;
