// Makes scheduling links.

import type { NewSchedulingLink } from '@octavo/interfaces/e-scheduling';
import { invalid, requireEventType, requireMember } from './access.ts';
import type { Caller, Deps } from './deps.ts';
import { add } from './store/rows.ts';
import type { Row } from './tables.ts';
import { idIn } from './uris.ts';

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The identifier of who can be booked: a user, or an event type. @throws the refusal 400 for another URI */
export function ownerIn(uri: string, place: '/query/owner' | '/body/owner'): string {
  return idIn('users', uri) ?? idIn('event_types', uri) ?? invalid(place, 'is not the URI of a user or an event type');
}

/** @throws the refusals 400, 404 and 403 for an owner whom the caller may not book */
export async function addLink({ store, clock, ids }: Deps, caller: Caller, given: NewSchedulingLink): Promise<Row<'e_links'>> {
  const { owner, owner_type, max_event_count = null } = given;
  const owner_id = ownerIn(owner, '/body/owner');
  const isUser = idIn('users', owner) !== undefined;
  const found = isUser ? await requireMember(store.read, caller, owner_id) : (await requireEventType(store.read, caller, owner_id)).type;
  const kind = isUser ? 'User' : 'EventType';
  if (owner_type !== undefined && owner_type !== kind) invalid('/body/owner_type', `is not that of the owner, ${kind}`);
  const id = [4, 3, 3].map((length) => ids.text(length, ALPHABET)).join('-');
  const row = { id, creator_id: caller.user, owner_id, owner_type: kind, slug: found.slug, max_event_count } as const;
  return store.write((tables) => add(tables, 'e_links', { ...row, booked: 0, created_at: clock.now() }));
}
