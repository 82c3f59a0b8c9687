// Reads, sends and deletes messages to and from one user for version 1.1. It knows nothing of groups.

import type { DirectMessage, NewDirectMessage, User } from '@octavo/interfaces/b-microblog-v1';
import { readPage } from '../../platform/lists.ts';
import type { ContextV1, Deps, MicroblogPlatform } from '../deps.ts';
import { requireUser } from '../people/read-v1.ts';
import { shownAll, type UserLooks } from '../people/shown-v1.ts';
import { usersByIds } from '../people/store.ts';
import type { UserRow } from '../people/tables.ts';
import { usersWithLatest } from '../posts/latest-v1.ts';
import { ON_PAGE, type PlaceQuery } from '../posts/read-v1.ts';
import { showEntities } from '../posts/show-v1.ts';
import { NotAllowed } from '../refusals.ts';
import { lastExpired, momentOf, otherInPair } from '../rules/messages.ts';
import { timestampOf } from '../rules/time.ts';
import { deleteFromMailbox } from './remove.ts';
import { sendTo } from './send.ts';
import { eventsIn, findEvent, placeOfEvent } from './store.ts';
import type { BoxRow, EventRow } from './tables.ts';

interface MailboxQuery extends PlaceQuery, UserLooks {
  readonly page?: number | undefined;
}

/** Only so many messages of a mailbox can be read. */
const MOST = 800;

/** The newest messages that the caller has sent or received. */
export async function mailboxAnswer(deps: Deps, context: ContextV1, kind: BoxRow['kind'], query: MailboxQuery = {}) {
  const { read } = deps.store;
  const [page, count] = [Math.max(1, query.page ?? 1), Math.max(1, query.count ?? ON_PAGE)];
  const most = Math.min(count, MOST - (page - 1) * count);
  if (most <= 0) return { status: 200 as const, body: [] };
  const { since_id, max_id } = query;
  const since = since_id === undefined ? 0 : await placeOfEvent(read, since_id);
  const above = Math.max(lastExpired(deps.clock.now()), since);
  const below = max_id === undefined ? undefined : (await placeOfEvent(read, max_id)) + 1;
  const boxed = { owner: context.principal.user, conversation: undefined, kind, types: ['MessageCreate'] as const };
  const { rows } = await readPage(eventsIn, read, boxed, { limit: count, page, isDown: true, above, below });
  return { status: 200 as const, body: await shownMessages(deps, context, rows.slice(0, most), query) };
}

/** @throws {NotAllowed} where the caller does not have the message */
export async function messageAnswer(deps: Deps, context: ContextV1, id: string) {
  const event = await findEvent(deps.store.read, context.principal.user, id, deps.clock.now());
  if (event === undefined || event.kind === 'group') throw new NotAllowed('no-message');
  return answer(deps, context, event);
}

export async function sendToNamed(deps: MicroblogPlatform, context: ContextV1, { text, ...named }: NewDirectMessage) {
  const { id } = await requireUser(deps, named);
  return answer(deps, context, await sendTo(deps, context.principal.user, id, { text, media: undefined }));
}

export async function deleteNamed(deps: MicroblogPlatform, context: ContextV1, { id, ...looks }: UserLooks & { readonly id: string }) {
  return answer(deps, context, await deleteFromMailbox(deps, context.principal.user, id), looks);
}

async function answer(deps: Deps, context: ContextV1, event: EventRow, looks: UserLooks = {}) {
  const [body] = await shownMessages(deps, context, [event], { skip_status: true, ...looks });
  if (body === undefined) throw new NotAllowed('no-message');
  return { status: 200 as const, body };
}

async function shownMessages(deps: Deps, context: ContextV1, rows: readonly EventRow[], looks: UserLooks): Promise<DirectMessage[]> {
  const mentioned = rows.flatMap(({ entities: { mentions = [] } }) => mentions.flatMap(({ id }) => id ?? []));
  const participants = new Set(rows.flatMap(({ conversation }) => conversation.split('-')));
  const users = await usersByIds(deps.store.read, [...new Set([...participants, ...mentioned])]);
  const known = new Map(users.map((user) => [user.id, user]));
  const hasEntities = looks.include_entities !== false;
  const shown = await shownParticipants(
    deps,
    context,
    users.filter(({ id }) => participants.has(id)),
    looks,
  );
  return rows.flatMap((row) => {
    const [sender, recipient] = [shown.get(row.sender), shown.get(otherInPair(row.conversation, row.sender) ?? '')];
    if (sender === undefined || recipient === undefined) return [];
    const message = showMessage(row, sender, recipient);
    return [hasEntities ? { ...message, entities: showEntities(row.entities, known) } : message];
  });
}

/** Messages of a user who is suspended later are still there. */
async function shownParticipants(
  deps: Deps,
  context: ContextV1,
  users: readonly UserRow[],
  looks: UserLooks,
): Promise<ReadonlyMap<string, User>> {
  const active = await usersWithLatest(deps, context, users, looks);
  const suspended = users.filter(({ is_suspended }) => is_suspended);
  const others = suspended.length === 0 ? [] : await shownAll(deps, context, suspended, looks);
  return new Map([...active, ...others].map((user) => [user.id_str, user]));
}

function showMessage(row: EventRow, sender: User, recipient: User): DirectMessage {
  return {
    id: BigInt(row.id),
    id_str: row.id,
    text: row.text,
    created_at: timestampOf(momentOf(row)),
    sender,
    sender_id: sender.id,
    sender_id_str: sender.id_str,
    sender_screen_name: sender.screen_name,
    recipient,
    recipient_id: recipient.id,
    recipient_id_str: recipient.id_str,
    recipient_screen_name: recipient.screen_name,
  };
}
