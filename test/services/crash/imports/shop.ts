// The shop whose imports are killed, and the files that it imports.

import type { Kysely } from 'kysely';
import type { MessagingTables } from '../../../../services/g-messaging/tables.ts';
import { type ControlledSandbox, createSandbox } from '../../../../services/index.ts';
import type { StorePlace } from '../../../../services/platform/store/open.ts';

/** Contacts of an import by a file, and of one by a request. */
export const IN_FILE = 4_000;
export const IN_BODY = 1_800;
/** The group of all contacts that are imported. */
export const GROUP = 'Imported';

/** The email address of a contact of an import. */
export const emailOf = (name: string, index: number) => `${index}@${name}.example`;

/** Each address is a file: `https://papaver-books.example/<name>.csv` has the contacts of the import with this name. */
function fileAt(url: string): Response {
  const name = new URL(url).pathname.slice(1, -'.csv'.length);
  const rows = Array.from({ length: IN_FILE }, (_, index) => `${emailOf(name, index)},Row ${index}`);
  return new Response(['email,firstName', ...rows].join('\n'));
}

export function openShop(store: StorePlace): Promise<ControlledSandbox> {
  return createSandbox({
    services: ['g-messaging'],
    store,
    network: { fetch: async (url) => fileAt(url) },
    // A loss of the database is what the test is about.
    warn: () => {},
  });
}

export function rowsOf(sandbox: ControlledSandbox): Kysely<MessagingTables> {
  return sandbox.platformOf('g-messaging').store.read as Kysely<MessagingTables>;
}
