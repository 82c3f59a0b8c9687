// Reads the notes that readers wrote on posts, and adds them.

import type { Note, NoteField, NoteResponse } from '@octavo/interfaces/b-microblog';
import { refuse } from '@octavo/runtime';
import type { Context, Deps, MicroblogPlatform } from '../deps.ts';
import { newIdentifier } from '../identifiers.ts';
import { rows } from '../people/store.ts';
import { notFound } from '../problems.ts';
import { problemOf } from './read.ts';
import { sightsOf } from './sight.ts';
import { findPost } from './store.ts';
import type { NoteRow } from './tables.ts';

function showNote(row: NoteRow, fields: readonly NoteField[]): Note {
  const { id, text, classification, rating_status, created_at, is_deleted } = row;
  const all = { classification, rating_status, created_at: new Date(created_at).toISOString(), deleted: is_deleted };
  const asked = Object.entries(all).filter(([name]) => fields.includes(name as NoteField));
  return { id, text, ...Object.fromEntries(asked) };
}

/** The newest note on a post. */
export async function noteOn(
  { store: { read } }: Deps,
  { principal }: Context,
  { postId, 'note.fields': fields = [] }: { readonly postId: string; readonly 'note.fields'?: readonly NoteField[] },
) {
  const post = await findPost(read, postId);
  const problem = problemOf(post, await sightsOf(read, principal.user, post === undefined ? [] : [post]), 'postId', postId);
  const note = problem === undefined ? (await rows.all(read, 'b_notes', { post_id: postId }, ['id'])).at(-1) : undefined;
  const missing = problem ?? notFound({ type: 'tweet', parameter: 'postId', value: postId }, `The post ${postId} has no note.`);
  const body: NoteResponse = note === undefined ? { errors: [missing] } : { data: showNote(note, fields) };
  return { status: 200 as const, body };
}

/**
 * Adds a note, which is the newest on its post.
 * @returns the identifier
 * @throws the refusal 404 where there is no such post
 */
export async function addNote(
  { store, clock, ids }: MicroblogPlatform,
  note: Pick<NoteRow, 'post_id' | 'text' | 'classification' | 'rating_status'>,
): Promise<string> {
  const now = clock.now();
  const fresh = BigInt(newIdentifier(ids, now));
  return store.write(async (tables) => {
    if ((await findPost(tables, note.post_id)) === undefined) throw refuse(404, { detail: `There is no post ${note.post_id}.` });
    const last = BigInt((await rows.all(tables, 'b_notes', { post_id: note.post_id }, ['id'])).at(-1)?.id ?? 0);
    const id = String(fresh > last ? fresh : last + 1n);
    await rows.insert(tables, 'b_notes', { ...note, id, created_at: now, is_deleted: false });
    return id;
  });
}
