// Declares the rows of imports: what a session has still to save.

import { integer, json, key, table, text } from '../../platform/store/table.ts';
import type { GivenContact } from '../contacts/rules.ts';

/** Some contacts of an import. */
const batches = table('g_import_batches', { session: key(text), number: key(integer), contacts: json<readonly GivenContact[]>() });

export const importTables = [batches] as const;
