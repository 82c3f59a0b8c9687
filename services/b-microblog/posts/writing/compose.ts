// Writes the text of a post as it is kept: with the names of those whom a reply addresses, short links in place of addresses, and what stands in it.

import type { Entities } from '@octavo/interfaces/b-microblog';
import { hashOf } from '../../../platform/secrets.ts';
import { type Deps, originOf, type Tables } from '../../deps.ts';
import { type MediaRow, mediaKey } from '../../media/tables.ts';
import { usersByNames } from '../../people/store.ts';
import type { UserRow } from '../../people/tables.ts';
import { NotAllowed, type Reason } from '../../refusals.ts';
import { charactersIn, cutTo } from '../../rules/characters.ts';
import { linked, mediaLinkOf } from '../../rules/short-links.ts';
import { measureText, TEXT_LIMITS } from '../../rules/text-length.ts';
import type { PostRow } from '../tables.ts';
import type { Thread } from './threads.ts';

export type Text = Pick<PostRow, 'text' | 'text_key' | 'entities' | 'shown_from' | 'long'>;

const FAULTS = { blank: 'blank-text', character: 'wrong-character', 'too-long': 'long-text' } as const satisfies Record<string, Reason>;

/** The text as it is counted and compared. */
export function normalText(text: string): string {
  return text.normalize('NFC').trim();
}

/** @throws {NotAllowed} if the text is blank, too long, or has a character that no post can have */
export function requireFitting(text: string, { verified_type }: UserRow): void {
  const { fault } = measureText(text, verified_type === 'none' ? TEXT_LIMITS.standard : TEXT_LIMITS.verified);
  if (fault !== undefined) throw new NotAllowed(FAULTS[fault]);
}

export async function composed(tables: Tables, text: string, { added, addressed }: Thread): Promise<Text> {
  const whole = [...added.map(({ username }) => `@${username}`), text].join(' ').trim();
  const { text: shown, entities } = linked(whole);
  const known = await withUsers(tables, entities);
  const isLong = !measureText(text, TEXT_LIMITS.standard).fits;
  return {
    ...(isLong ? cut(shown, known) : { text: shown, entities: known }),
    text_key: whole === '' ? null : hashOf(whole),
    shown_from: Math.min(shownFrom(known, addressed), charactersIn(shown)),
    long: isLong ? { text: shown, entities: known } : null,
  };
}

/** Mentions of users who are not there are plain text. */
export async function withUsers(tables: Tables, { mentions = [], ...others }: Entities): Promise<Entities> {
  const users = await usersByNames(tables, [...new Set(mentions.map(({ username }) => username))]);
  const byName = new Map(users.map((row) => [row.username.toLowerCase(), row]));
  const found = mentions.flatMap((mention) => {
    const user = byName.get(mention.username.toLowerCase());
    return user === undefined ? [] : [{ ...mention, username: user.username, id: user.id }];
  });
  return { ...others, ...(found.length > 0 && { mentions: found }) };
}

/** The beginning of a long text, with the entities that it has whole. */
function cut(text: string, entities: Entities): Pick<PostRow, 'text' | 'entities'> {
  const shown = cutTo(text, TEXT_LIMITS.standard);
  // Characters that count twice make a text long before it has so many.
  if (shown === text) return { text, entities };
  const end = charactersIn(shown) - 1;
  const lists = Object.entries(entities as Readonly<Record<string, readonly { readonly end: number }[]>>);
  const whole = lists.map(([name, list]) => [name, list.filter((entity) => entity.end <= end)] as const);
  return { text: shown, entities: Object.fromEntries(whole.filter(([, list]) => list.length > 0)) as Entities };
}

/** Where the text begins after the names of those whom a reply addresses, each followed by a space. */
function shownFrom({ mentions = [] }: Entities, addressed: readonly UserRow[]): number {
  const ids = new Set(addressed.map(({ id }) => id));
  let from = 0;
  for (const { start, end, id } of mentions) {
    if (start !== from || id === undefined || !ids.has(id)) break;
    from = end + 1;
  }
  return from;
}

/** Adds the link that stands for the files of a post at its end. */
export function withMediaLink(
  deps: Pick<Deps, 'originOf'>,
  { text, ...others }: Text,
  files: readonly MediaRow[],
  { id, username }: { readonly id: string; readonly username: string },
): Text {
  const [first] = files;
  if (first === undefined) return { text, ...others };
  const link = mediaLinkOf(`${originOf(deps)}/${username}/status/${id}/${first.type === 'photo' ? 'photo' : 'video'}/1`);
  const start = text === '' ? 0 : charactersIn(text) + 1;
  const entity = { ...link, start, end: start + link.url.length, media_key: mediaKey(first) };
  const { entities } = others;
  return { ...others, text: [text, link.url].join(' ').trim(), entities: { ...entities, urls: [...(entities.urls ?? []), entity] } };
}
