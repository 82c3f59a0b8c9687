// Declares the rows of the microblogging service, of which both of its documents show. Times are milliseconds since 1970 (UTC).

import { key, type TablesOf, table, text } from '../platform/store/table.ts';
import { accessTables } from './access/tables.ts';
import { complianceTables } from './compliance/tables.ts';
import { filterTables } from './filter/tables.ts';
import { insightTables } from './insights/tables.ts';
import { listTables } from './lists/tables.ts';
import { mediaTables } from './media/tables.ts';
import { messageTables } from './messages/tables.ts';
import { peopleTables } from './people/tables.ts';
import { placeTables } from './places/tables.ts';
import { postTables } from './posts/tables.ts';
import { roomTables } from './rooms/tables.ts';
import { streamTables } from './streams/tables.ts';
import { usageTables } from './usage/tables.ts';

/** What a developer has set for the whole sandbox. */
const options = table('b_options', { name: key(text), value: text });

export const tables = [
  options,
  ...accessTables,
  ...peopleTables,
  ...postTables,
  ...listTables,
  ...mediaTables,
  ...complianceTables,
  ...placeTables,
  ...insightTables,
  ...usageTables,
  ...roomTables,
  ...streamTables,
  ...messageTables,
  ...filterTables,
] as const;

export type MicroblogTables = TablesOf<typeof tables>;
