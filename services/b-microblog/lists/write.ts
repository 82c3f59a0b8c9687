// Makes, changes and deletes lists for both versions: what one writes, the other reads.

import type { Deps, MicroblogPlatform, Tables } from '../deps.ts';
import { newIdentifier } from '../identifiers.ts';
import { rows } from '../people/store.ts';
import { NotAllowed } from '../refusals.ts';
import { nextPlace } from '../rules/identifiers.ts';
import { countPublic } from './members.ts';
import { forgetList } from './remove.ts';
import { MOST_LISTS, slugOf } from './rules.ts';
import { namesOfOwner, requireOwnList } from './store.ts';
import type { ListRow } from './tables.ts';

export interface ListParts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly is_private?: boolean | undefined;
}

/** @throws {NotAllowed} where the owner has as many lists as can be */
export function createList({ store, clock, ids }: Deps, owner: string, given: ListParts & { readonly name: string }): Promise<ListRow> {
  const created_at = clock.now();
  const id = newIdentifier(ids, created_at);
  return store.write(async (tables) => {
    const { name, description = '', is_private = false } = given;
    if (name === '') throw new NotAllowed('no-list-name');
    const others = await namesOfOwner(tables, owner);
    if (others.length >= MOST_LISTS) throw new NotAllowed('too-many-lists');
    const slug = slugOf(name, new Set(others.map((other) => other.slug)));
    const seq = nextPlace(created_at, others.at(-1)?.seq);
    const row = { id, owner, name, slug, description, is_private, created_at, seq, member_count: 0, follower_count: 0 };
    // As in `addEdge`: with another request at the same time, PostgreSQL runs the unit again.
    await rows.insertMissing(tables, 'b_lists', row);
    return row;
  });
}

/** Changes what is given of a list. @throws {NotAllowed} for a list of somebody else */
export async function changeList({ store }: Pick<Deps, 'store'>, user: string, id: string, given: ListParts): Promise<void> {
  await store.write(async (tables) => {
    const row = await requireOwnList(tables, user, id);
    const { name = row.name, description = row.description, is_private = row.is_private } = given;
    if (name === '') throw new NotAllowed('no-list-name');
    const slug = name === row.name ? row.slug : await newSlug(tables, row, name);
    await rows.change(tables, 'b_lists', id, { name, slug, description, is_private });
    if (is_private !== row.is_private) await countPublic(tables, id, is_private ? -1 : 1);
  });
}

async function newSlug(tables: Tables, { id, owner }: ListRow, name: string): Promise<string> {
  const others = (await namesOfOwner(tables, owner)).filter((other) => other.id !== id);
  return slugOf(name, new Set(others.map(({ slug }) => slug)));
}

/** Deletes a list, with its members, followers and pins. @throws {NotAllowed} for a list of somebody else */
export function deleteList(deps: Pick<MicroblogPlatform, 'store' | 'clock' | 'due'>, user: string, id: string): Promise<ListRow> {
  const at = deps.clock.now();
  return deps.store.write(async (tables) => {
    const row = await requireOwnList(tables, user, id);
    await rows.remove(tables, 'b_lists', { id });
    await forgetList(deps, tables, { list: id, is_private: row.is_private }, at);
    return row;
  });
}
