// What actions share: the fields that name users and applications, and how these are found.

import { refuse } from '@octavo/runtime';
import type { AppRow } from '../access/tables.ts';
import type { Tables } from '../deps.ts';
import { findUserByName, rows } from '../people/store.ts';
import type { UserRow } from '../people/tables.ts';

export const username = { type: 'string', description: 'Username, without the `@`.' } as const;
export const app = { type: 'string', description: 'Identifier of the application.' } as const;

/** @throws the refusal 404 */
export async function known(tables: Tables, name: string): Promise<UserRow> {
  const row = await findUserByName(tables, name);
  if (row === undefined) throw refuse(404, { detail: `There is no user ${name}.` });
  return row;
}

/** @throws the refusal 404 */
export async function requireApp(tables: Tables, id: string): Promise<AppRow> {
  const row = await rows.find(tables, 'b_apps', id);
  if (row === undefined) throw refuse(404, { detail: `There is no application ${id}.` });
  return row;
}
