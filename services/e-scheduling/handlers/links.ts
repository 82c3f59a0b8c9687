// Handlers of the operations tagged 'Scheduling links'.

import type { RequiredSchedulingLinksHandlers } from '@octavo/interfaces/e-scheduling';
import type { Kysely } from 'kysely';
import type { Given } from '../../platform/store/prepare.ts';
import { invalid, requireEventType, requireMember } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { type Listed, listIn, readPage } from '../lists.ts';
import { linkOf } from '../resources.ts';
import type { LinkRow, SchedulingTables } from '../tables.ts';
import { baseOf, idIn } from '../uris.ts';

const NO_OWNER = 'is not the URI of a user or an event type';

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

interface LinkFilters {
  readonly creator: string;
  readonly owner: string | undefined;
}

/** Those that can still be booked. */
const links = listIn('e_links', 'created_at', (tables: Kysely<SchedulingTables>, given: Given<LinkFilters & Listed>) => {
  const rows = tables
    .selectFrom('e_links')
    .selectAll()
    .where('creator_id', '=', given('creator'))
    .where((eb) => eb.or([eb('max_event_count', 'is', null), eb('booked', '<', eb.ref('max_event_count'))]));
  return given.has('owner') ? rows.where('owner_id', '=', given('owner')) : rows;
});

export const linkHandlers = ({ store, cursors, clock, ids }: Deps): Handlers<RequiredSchedulingLinksHandlers<Caller>> => {
  /** Who can be booked. @throws the refusals 400, 404 and 403 */
  async function requireOwner(caller: Caller, uri: string): Promise<Pick<LinkRow, 'owner_id' | 'owner_type' | 'slug'>> {
    const user = idIn('users', uri);
    if (user !== undefined) {
      const { slug } = await requireMember(store.read, caller, user);
      return { owner_id: user, owner_type: 'User', slug };
    }
    const id = idIn('event_types', uri);
    if (id === undefined) invalid('/body/owner', NO_OWNER);
    const { type } = await requireEventType(store.read, caller, id);
    return { owner_id: id, owner_type: 'EventType', slug: type.slug };
  }

  return {
    async listSchedulingLinks({ query }, context) {
      const { principal } = context;
      const { owner } = query;
      const id =
        owner === undefined ? undefined : (idIn('users', owner) ?? idIn('event_types', owner) ?? invalid('/query/owner', NO_OWNER));
      const name = ['links', principal.user, owner];
      const filters = { creator: principal.user, owner: id };
      const page = await readPage(links, store.read, { cursors, query, url: context.url, name, filters });
      const base = baseOf(context);
      const collection = page.rows.map((row) => linkOf(base, row));
      return { status: 200, body: { collection, pagination: page.pagination } };
    },

    async createSchedulingLink({ body: { owner, owner_type, max_event_count } }, context) {
      const found = await requireOwner(context.principal, owner);
      if (owner_type !== undefined && owner_type !== found.owner_type)
        invalid('/body/owner_type', `is not that of the owner, ${found.owner_type}`);
      const row: LinkRow = {
        id: [4, 3, 3].map((length) => ids.text(length, ALPHABET)).join('-'),
        creator_id: context.principal.user,
        ...found,
        max_event_count: max_event_count ?? null,
        booked: 0,
        created_at: clock.now(),
      };
      await store.write((tables) => tables.insertInto('e_links').values(row).execute());
      return { status: 201, body: { resource: linkOf(baseOf(context), row) } };
    },
  };
};
