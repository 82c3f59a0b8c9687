// Checks what a new post carries beside its text: media with the users who are tagged in them, a quoted post, a place, and links.

import type { Tables } from '../../deps.ts';
import type { MediaRow } from '../../media/tables.ts';
import { activeUsers, rows, settingsOf } from '../../people/store.ts';
import { NotAllowed } from '../../refusals.ts';
import { isMember } from '../../rooms/write.ts';
import { findTarget } from '../sight.ts';
import type { PostRow } from '../tables.ts';
import type { Draft } from './draft.ts';

/** What a post carries, as its row has it, with its files. */
export type Attached = Pick<PostRow, 'quoted' | 'community' | 'place' | 'coordinates' | 'tagged' | 'card_uri' | 'message_link'> & {
  readonly files: readonly MediaRow[];
};

/** @throws {NotAllowed} if something is not there, or not for this user */
export async function attachmentsOf(tables: Tables, user: string, draft: Draft, now: number): Promise<Attached> {
  if (draft.community !== undefined) await requireMember(tables, user, draft.community);
  if (draft.message_link !== undefined && !isMessageLink(draft.message_link)) throw new NotAllowed('no-message-link');
  if (draft.media.length > 0 && draft.quoted !== undefined) throw new NotAllowed('two-attachments');
  return {
    files: await filesOf(tables, user, draft.media, now),
    tagged: await taggedIn(tables, draft.tagged),
    quoted: draft.quoted === undefined ? null : await quotedBy(tables, user, draft.quoted),
    ...(await whereWritten(tables, user, draft)),
    community: draft.community ?? null,
    card_uri: draft.card_uri ?? null,
    message_link: draft.message_link ?? null,
  };
}

async function requireMember(tables: Tables, user: string, community: string): Promise<void> {
  if ((await rows.find(tables, 'b_communities', community)) === undefined) throw new NotAllowed('no-community');
  if (!(await isMember(tables, community, user))) throw new NotAllowed('not-member');
}

/** Up to four photos, or one video or animation, which the user has uploaded, or somebody else for the user. */
async function filesOf(tables: Tables, user: string, ids: readonly string[], now: number): Promise<readonly MediaRow[]> {
  const found = await rows.among(tables, 'b_media', 'id', [...new Set(ids)]);
  const files = ids.flatMap((id) => found.find((row) => row.id === id && isUsable(row, user, now)) ?? []);
  if (files.length < ids.length) throw new NotAllowed('no-media');
  if (new Set(ids).size < ids.length || (files.length > 1 && files.some(({ type }) => type !== 'photo')))
    throw new NotAllowed('mixed-media');
  return files;
}

/** Whether a user may use a file, which has not expired. */
export function isUsable({ owner, owners, expires_at }: MediaRow, user: string, now: number): boolean {
  return (owner === user || owners?.includes(user) === true) && (expires_at === null || now < expires_at);
}

async function taggedIn(tables: Tables, ids: readonly string[]): Promise<PostRow['tagged']> {
  if ((await activeUsers(tables, ids)).length < new Set(ids).size) throw new NotAllowed('no-tagged');
  return ids.length === 0 ? null : [...new Set(ids)];
}

/** A repost stands for the post that it reposts. */
async function quotedBy(tables: Tables, user: string, id: string): Promise<string> {
  const found = await findTarget(tables, user, id);
  if (found === undefined) throw new NotAllowed('no-quoted');
  return found.post.id;
}

/** Nothing, for users who do not let their posts be attached to places. */
async function whereWritten(tables: Tables, user: string, { place, coordinates }: Draft): Promise<Pick<PostRow, 'place' | 'coordinates'>> {
  if (place === undefined && coordinates === null) return { place: null, coordinates };
  if (place !== undefined && (await rows.find(tables, 'b_places', place)) === undefined) throw new NotAllowed('no-such-place');
  return (await settingsOf(tables, user)).geo_enabled ? { place: place ?? null, coordinates } : { place: null, coordinates: null };
}

/** `https://microblog.example.com/messages/compose?recipient_id=1500042000000000001` */
function isMessageLink(link: string): boolean {
  const url = URL.parse(link);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.pathname === '/messages/compose' &&
    /^\d{1,19}$/.test(url.searchParams.get('recipient_id') ?? '')
  );
}
