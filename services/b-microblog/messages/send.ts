// Sends messages for both versions: to one user, to a conversation, or to a new group.

import type { MicroblogPlatform, Tables } from '../deps.ts';
import { useUploads } from '../media/store.ts';
import { messageRefusal, standingOf } from '../people/rules.ts';
import { rows, usersByIds } from '../people/store.ts';
import { postOfAddress } from '../posts/embed.ts';
import { sightsOf } from '../posts/sight.ts';
import { nextPost, postsByIds, writeInOrder } from '../posts/store.ts';
import { isUsable } from '../posts/writing/attachments.ts';
import { normalText, withUsers } from '../posts/writing/compose.ts';
import { NotAllowed, type Reason } from '../refusals.ts';
import { edgesBetween } from '../relations.ts';
import { GROUP, messageFault, otherInPair, pairOf } from '../rules/messages.ts';
import { linked } from '../rules/short-links.ts';
import { deliver } from './deliver.ts';
import { addMembers, requireMembers } from './groups.ts';
import type { EventRow } from './tables.ts';

type SendingDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'due' | 'bus'>;

export interface MessageDraft {
  readonly text: string;
  /** Identifier of an upload. */
  readonly media: string | undefined;
}

const FAULTS = { blank: 'blank-message', character: 'wrong-message', 'too-long': 'long-message' } as const satisfies Record<string, Reason>;

/** What a message has, as its row has it. */
type Content = Pick<EventRow, 'text' | 'entities' | 'media' | 'posts'>;

/** Runs a unit of work that sends a message, once the draft could be one. @throws {NotAllowed} */
function sending<Result>(
  deps: SendingDeps,
  given: MessageDraft,
  unit: (tables: Tables, draft: MessageDraft, now: number) => Promise<Result>,
): Promise<Result> {
  const draft = { ...given, text: normalText(given.text) };
  const fault = messageFault(draft.text, draft.media !== undefined);
  if (fault !== undefined) throw new NotAllowed(FAULTS[fault]);
  const now = deps.clock.now();
  return writeInOrder(deps, (tables) => unit(tables, draft, now));
}

/** @throws {NotAllowed} if the other user is not there, or accepts no messages from the sender */
export async function sendTo(deps: SendingDeps, sender: string, other: string, given: MessageDraft): Promise<EventRow> {
  return sending(deps, given, (tables, draft, now) => sendToOne(deps, tables, { sender, other, draft, now }));
}

/** @throws {NotAllowed} also where the sender is not a participant */
export async function sendToConversation(deps: SendingDeps, sender: string, conversation: string, given: MessageDraft): Promise<EventRow> {
  return sending(deps, given, async (tables, draft, now) => {
    const other = otherInPair(conversation, sender);
    if (other !== undefined) return sendToOne(deps, tables, { sender, other, draft, now });
    const members = await requireMembers(tables, conversation, sender);
    const content = await contentOf(tables, sender, draft, now);
    return deliver(deps, tables, { conversation, type: 'MessageCreate', sender, ...content }, members, now);
  });
}

/** Starts a group with a first message. @throws {NotAllowed} also if the others are too few or too many */
export async function startGroup(deps: SendingDeps, sender: string, named: readonly string[], given: MessageDraft): Promise<EventRow> {
  return sending(deps, given, async (tables, draft, now) => {
    const others = [...new Set(named)];
    if (others.includes(sender)) throw new NotAllowed('self');
    if (others.length < GROUP.fewest || others.length > GROUP.most) throw new NotAllowed('group-size');
    await requireAccepting(tables, sender, others);
    const content = await contentOf(tables, sender, draft, now);
    const { id: conversation } = await nextPost(tables, now);
    const members = [sender, ...others];
    await addMembers(tables, conversation, members, now);
    await deliver(deps, tables, { conversation, type: 'ParticipantsJoin', sender, people: others }, members, now);
    return deliver(deps, tables, { conversation, type: 'MessageCreate', sender, ...content }, members, now);
  });
}

interface ToOne {
  readonly sender: string;
  readonly other: string;
  readonly draft: MessageDraft;
  readonly now: number;
}

async function sendToOne(deps: SendingDeps, tables: Tables, { sender, other, draft, now }: ToOne): Promise<EventRow> {
  if (sender === other) throw new NotAllowed('self');
  await requireAccepting(tables, sender, [other]);
  const content = await contentOf(tables, sender, draft, now);
  const conversation = pairOf(sender, other);
  return deliver(deps, tables, { conversation, type: 'MessageCreate', sender, ...content }, [sender, other], now);
}

async function requireAccepting(tables: Tables, sender: string, ids: readonly string[]): Promise<void> {
  const users = await usersByIds(tables, ids);
  if (users.length < ids.length) throw new NotAllowed('no-user');
  if (users.some(({ is_suspended }) => is_suspended)) throw new NotAllowed('suspended');
  const edges = await edgesBetween(tables, sender, ids);
  for (const { user_id, accepts_messages } of await rows.among(tables, 'b_user_settings', 'user_id', ids)) {
    const refusal = messageRefusal(standingOf(edges, sender, user_id), accepts_messages);
    if (refusal !== undefined) throw new NotAllowed(refusal);
  }
}

async function contentOf(tables: Tables, sender: string, { text: given, media }: MessageDraft, now: number): Promise<Content> {
  const { text, entities } = linked(given);
  if (media !== undefined) await useFile(tables, sender, media, now);
  const known = await withUsers(tables, entities);
  return { text, entities: known, media: media ?? null, posts: await postsIn(tables, sender, known) };
}

async function useFile(tables: Tables, sender: string, id: string, now: number): Promise<void> {
  const file = await rows.find(tables, 'b_media', id);
  if (file === undefined || !isUsable(file, sender, now)) throw new NotAllowed('no-attachment');
  await useUploads(tables, [id]);
}

/** The posts whose addresses are in a text, without those that the sender does not see. */
async function postsIn(tables: Tables, sender: string, { urls = [] }: EventRow['entities']): Promise<string[]> {
  const ids = urls.flatMap(({ expanded_url = '' }) => postOfAddress(expanded_url) ?? []);
  if (ids.length === 0) return [];
  const posts = await postsByIds(tables, ids);
  const sights = await sightsOf(tables, sender, posts);
  return posts.filter((post) => sights.of(post) === 'seen').map(({ id }) => id);
}
