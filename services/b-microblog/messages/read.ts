// Reads and sends messages for version 2.

import type { NewDirectMessage } from '@octavo/interfaces/b-microblog';
import { readTokenPage } from '../../platform/lists.ts';
import type { Context, Deps, MicroblogPlatform } from '../deps.ts';
import { noUser } from '../people/read.ts';
import { findUser } from '../people/store.ts';
import { listBody, otherList, pageMeta, singleBody } from '../responses.ts';
import { lastExpired, otherInPair, pairOf } from '../rules/messages.ts';
import { shortCursors } from '../short-cursors.ts';
import { requireMembers } from './groups.ts';
import { type MessageDraft, sendTo, sendToConversation, startGroup } from './send.ts';
import { type EventQuery, showEvents } from './show.ts';
import { eventsIn, findEvent } from './store.ts';
import type { EventRow } from './tables.ts';

interface EventsQuery extends EventQuery {
  readonly max_results?: number | undefined;
  readonly pagination_token?: string | undefined;
  readonly event_types?: readonly EventRow['type'][] | undefined;
}

const ON_PAGE = 100;
const TYPES: readonly EventRow['type'][] = ['MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave'];

/** The user of a token, which these operations need. */
const userOf = ({ principal }: Context): string => principal.user ?? '';

/** The newest events come first. @param conversation absent: those of all conversations */
export async function eventsPage(deps: Deps, context: Context, query: EventsQuery = {}, conversation?: string) {
  const owner = userOf(context);
  const { max_results: limit = ON_PAGE, pagination_token: token, event_types = TYPES } = query;
  const types = TYPES.filter((type) => event_types.includes(type));
  const above = lastExpired(deps.clock.now());
  const asked = { cursors: shortCursors(deps.cursors), caller: owner, token, limit, isDown: true, above };
  const page =
    (await readTokenPage(eventsIn, deps.store.read, { owner, conversation, kind: undefined, types }, asked)) ??
    otherList('pagination_token');
  const shown = await showEvents(deps, owner, page.rows, query);
  return { status: 200 as const, body: listBody(shown, pageMeta(page.rows.length, page)) };
}

export async function eventsWithUser(deps: Deps, context: Context, query: EventsQuery | undefined, other: string) {
  if ((await findUser(deps.store.read, other)) === undefined)
    return { status: 200 as const, body: { errors: [noUser('participant_id', other)], meta: { result_count: 0 } } };
  return eventsPage(deps, context, query, pairOf(userOf(context), other));
}

/** @throws {NotAllowed} for a conversation of which the caller is no participant */
export async function eventsOfConversation(deps: Deps, context: Context, query: EventsQuery | undefined, conversation: string) {
  const user = userOf(context);
  if (otherInPair(conversation, user) === undefined) await requireMembers(deps.store.read, conversation, user);
  return eventsPage(deps, context, query, conversation);
}

export async function oneEvent(deps: Deps, context: Context, query: EventQuery | undefined, id: string) {
  const user = userOf(context);
  const event = await findEvent(deps.store.read, user, id, deps.clock.now());
  const detail = `No event has the identifier ${id}.`;
  if (event === undefined)
    return { status: 200 as const, body: { errors: [{ title: 'Not Found Error', type: 'about:blank' as const, detail }] } };
  return { status: 200 as const, body: singleBody(await showEvents(deps, user, [event], query)) };
}

function draftOf({ text = '', attachments = [] }: NewDirectMessage): MessageDraft {
  return { text, media: attachments[0]?.media_id };
}

function sentAnswer({ conversation, id }: EventRow) {
  return { status: 201 as const, body: { data: { dm_conversation_id: conversation, dm_event_id: id } } };
}

export async function sendToUserAnswer(deps: MicroblogPlatform, context: Context, other: string, body: NewDirectMessage) {
  return sentAnswer(await sendTo(deps, userOf(context), other, draftOf(body)));
}

export async function sendAnswer(deps: MicroblogPlatform, context: Context, conversation: string, body: NewDirectMessage) {
  return sentAnswer(await sendToConversation(deps, userOf(context), conversation, draftOf(body)));
}

export async function groupAnswer(
  deps: MicroblogPlatform,
  context: Context,
  { participant_ids, message }: { readonly participant_ids: readonly string[]; readonly message: NewDirectMessage },
) {
  return sentAnswer(await startGroup(deps, userOf(context), participant_ids, draftOf(message)));
}
