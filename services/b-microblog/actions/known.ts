// What actions share: the fields that name users and applications, and how these are found.

import { refuse } from '@octavo/runtime';
import { actionsOf, string } from '../../platform/action.ts';
import type { AppRow } from '../access/tables.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { findUserByName, rows } from '../people/store.ts';
import type { UserRow } from '../people/tables.ts';

export const action = actionsOf<MicroblogPlatform>();

export const username = string('Username, without the `@`.');
export const app = string('Identifier of the application.');
export const post = string('Identifier of the post.');

/** @throws the refusal 404 */
export async function known(tables: Tables, name: string): Promise<UserRow> {
  const row = await findUserByName(tables, name);
  if (row === undefined) throw refuse(404, { detail: `There is no user ${name}.` });
  return row;
}

/** The identifier of a user. @throws the refusal 404 */
export async function idOf({ store }: MicroblogPlatform, name: string): Promise<string> {
  return (await known(store.read, name)).id;
}

/** @throws the refusal 404 */
export async function requireApp(tables: Tables, id: string): Promise<AppRow> {
  const row = await rows.find(tables, 'b_apps', id);
  if (row === undefined) throw refuse(404, { detail: `There is no application ${id}.` });
  return row;
}

/** A text without spaces around it. @throws the refusal 400 where it is empty or too long @param field which has it */
export function nameIn(field: string, text: string, most: number): string {
  const name = text.trim();
  if (name === '' || [...name].length > most) throw refuse(400, { detail: `/${field} must be a text of 1 to ${most} characters.` });
  return name;
}
