// Makes the post by which a user reposts another one.

import type { Entities } from '@octavo/interfaces/b-microblog';
import type { UserRow } from '../people/tables.ts';
import { PLAIN_POST, type PostRow } from './tables.ts';

/** How many characters (Unicode code points) the text of a repost has at most. */
const LONGEST = 140;
const MENTION_AT = 3;

/** What a repost has that its source does not tell. */
type Own = Pick<PostRow, 'id' | 'seq' | 'author' | 'created_at' | 'source' | 'source_url'>;

/** @param author of the source */
export function repostOf(source: PostRow, author: Pick<UserRow, 'id' | 'username'>, own: Own): PostRow {
  const prefix = `RT @${author.username}: `;
  const whole = [...prefix, ...source.text];
  const kept = whole.length > LONGEST ? LONGEST - 1 : whole.length;
  const mention = { start: MENTION_AT, end: MENTION_AT + 1 + author.username.length, username: author.username, id: author.id };
  const moved = movedBy(source.entities, prefix.length, kept);
  return {
    ...PLAIN_POST,
    ...own,
    text: kept < whole.length ? `${whole.slice(0, kept).join('')}…` : whole.join(''),
    entities: { ...moved, mentions: [mention, ...(moved.mentions ?? [])] },
    lang: source.lang,
    conversation: own.id,
    reposted: source.id,
    is_sensitive: source.is_sensitive,
    first: own.id,
    first_at: own.created_at,
  };
}

/** @param end entities that reach beyond it are left out */
function movedBy(entities: Entities, by: number, end: number): Entities {
  const lists = Object.entries(entities as Readonly<Record<string, readonly { readonly start: number; readonly end: number }[]>>).flatMap(
    ([name, list]) => {
      const moved = list.map((entity) => ({ ...entity, start: entity.start + by, end: entity.end + by }));
      const whole = moved.filter((entity) => entity.end <= end);
      return whole.length === 0 ? [] : [[name, whole]];
    },
  );
  return Object.fromEntries(lists) as Entities;
}
