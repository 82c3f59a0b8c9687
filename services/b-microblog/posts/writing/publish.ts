// Publishes a post, or a new version of one, for both versions of the interface.

import type { Deps, Tables } from '../../deps.ts';
import { useUploads } from '../../media/store.ts';
import { findUser, rows } from '../../people/store.ts';
import type { UserRow } from '../../people/tables.ts';
import { NotAllowed } from '../../refusals.ts';
import { STEPS } from '../../rules/identifiers.ts';
import { addPost } from '../counts.ts';
import { type Author, sourceOf } from '../source.ts';
import { nextPost, writeInOrder } from '../store.ts';
import { PLAIN_POST, type PostRow } from '../tables.ts';
import { type Attached, attachmentsOf } from './attachments.ts';
import { composed, normalText, requireFitting, type Text, withMediaLink } from './compose.ts';
import type { Draft } from './draft.ts';
import { keptOf, replace, requireEditable, tellOfEdit, threadOfVersion } from './edits.ts';
import { languageOf } from './language.ts';
import { type Thread, threadOf } from './threads.ts';

/**
 * @param before what else is written in the same unit of work, such as a file of the post
 * @throws {NotAllowed} if the draft has something that the user may not publish; nothing is written then
 */
export async function publish(
  deps: Deps,
  { user, app }: Author,
  given: Draft,
  before: (tables: Tables) => Promise<void> = async () => {},
): Promise<PostRow> {
  const draft = { ...given, text: normalText(given.text) };
  const lang = await languageOf(draft.text);
  const now = deps.clock.now();
  return writeInOrder(deps, async (tables) => {
    await before(tables);
    const checked = await check(tables, user, draft, now);
    const poll = draft.poll === undefined ? null : await addPoll(tables, draft.poll, now);
    const own = { ...(await nextPost(tables, now)), created_at: now, lang, poll, ...(await sourceOf(tables, app)) };
    const post = rowOf(deps, draft, checked, own);
    if (checked.previous !== undefined) await replace(tables, checked.previous, post.id);
    await addPost(tables, post);
    await showFirst(tables, post);
    if (checked.previous !== undefined) await tellOfEdit(tables, post);
    return post;
  });
}

/** A draft with everything that it refers to. */
interface Checked {
  readonly author: UserRow;
  /** The version that it replaces. */
  readonly previous: PostRow | undefined;
  readonly thread: Thread;
  readonly attached: Attached;
  readonly text: Text;
}

/** @throws {NotAllowed} */
async function check(tables: Tables, user: string, draft: Draft, now: number): Promise<Checked> {
  const author = await findUser(tables, user);
  if (author === undefined) throw new NotAllowed('no-user');
  const hasMore = draft.media.length > 0 || draft.poll !== undefined || draft.quoted !== undefined;
  if (draft.text !== '' || !hasMore) requireFitting(draft.text, author);
  const previous = draft.edits === undefined ? undefined : await requireEditable(tables, user, draft.edits, now);
  const thread = previous === undefined ? await threadOf(tables, author, draft) : await threadOfVersion(tables, previous, draft);
  const attached = await attachmentsOf(tables, user, draft, now);
  const text = await composed(tables, draft.text, thread);
  await requireNew(tables, user, text.text_key, previous, now);
  return { author, previous, thread, attached, text };
}

type Own = Pick<PostRow, 'id' | 'seq' | 'created_at' | 'lang' | 'poll' | 'source' | 'source_url'>;

function rowOf(deps: Deps, draft: Draft, { author, previous, thread, attached: { files, ...attached }, text }: Checked, own: Own): PostRow {
  return {
    ...PLAIN_POST,
    ...own,
    author: author.id,
    ...withMediaLink(deps, text, files, { id: own.id, username: author.username }),
    conversation: thread.conversation ?? own.id,
    reply_to: thread.reply_to,
    reply_to_user: thread.reply_to_user,
    reply_settings: draft.reply_settings,
    ...attached,
    media: files.length === 0 ? null : files.map(({ id }) => id),
    is_sensitive: draft.is_sensitive,
    is_nullcast: draft.is_nullcast,
    is_for_subscribers: draft.is_for_subscribers,
    first: own.id,
    first_at: own.created_at,
    ...(previous && keptOf(previous)),
  };
}

const SAME_TEXT_MILLISECONDS = 24 * 60 * 60 * 1000;

/** @throws {NotAllowed} if another post of the user has the same text, and is not older than a day */
async function requireNew(tables: Tables, author: string, key: string | null, previous: PostRow | undefined, now: number): Promise<void> {
  if (key === null) return;
  const same = await tables
    .selectFrom('b_posts')
    .select('first')
    .where('author', '=', author)
    .where('is_newest', '=', true)
    .where('is_nullcast', 'in', [true, false])
    .where('seq', '>', (now - SAME_TEXT_MILLISECONDS) * STEPS)
    .where('text_key', '=', key)
    .execute();
  if (same.some(({ first }) => first !== previous?.first)) throw new NotAllowed('same-text');
}

async function addPoll(tables: Tables, { options, duration_minutes }: NonNullable<Draft['poll']>, now: number): Promise<string> {
  const { id } = await nextPost(tables, now);
  const row = { id, options: options.map((label) => ({ label, votes: 0 })), duration_minutes, end_at: now + duration_minutes * 60_000 };
  await rows.insert(tables, 'b_polls', row);
  return id;
}

/** Files stay as long as the post. Those that no post had before appear first in this one. */
async function showFirst(tables: Tables, { first, media }: PostRow): Promise<void> {
  if (media === null) return;
  await useUploads(tables, media);
  await tables.updateTable('b_media').set({ post_id: first }).where('id', 'in', media).where('post_id', 'is', null).execute();
}
