// Shows posts as version 2 has them: each field that can be asked for.

import type { Post, PostField } from '@octavo/interfaces/b-microblog';
import { type Fields, filled, isEmpty, type Mask, maskOf, withFields } from '../../masks.ts';
import { type MediaRow, mediaKey } from '../../media/tables.ts';
import { fieldNotAuthorized } from '../../problems.ts';
import { EDITABLE_MILLISECONDS, isEditable, MOST_EDITS, readsAllMetrics, referencesOf, wasEdited } from '../rules.ts';
import type { CorePost, LongText, PostRow } from '../tables.ts';
import type { Around, PostView } from './view.ts';

/** What a query asks for of posts. */
export interface PostLook {
  readonly fields: ReadonlySet<PostField>;
  readonly mask: Mask<PostRow, PostView>;
  /** Whether the columns of `CORE_COLUMNS` are enough. */
  readonly isCore: boolean;
}

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

const CORE_FIELDS: Fields<PostField, CorePost, PostView> = {
  author_id: ({ author }) => author,
  created_at: ({ created_at }) => moment(created_at),
  non_public_metrics: (row, view) =>
    isForReader(row, view, 'non_public_metrics') ? { impression_count: row.impression_count } : undefined,
  organic_metrics: (row, view) => (isForReader(row, view, 'organic_metrics') ? organic(row) : undefined),
  promoted_metrics: (row, view) => void isForReader(row, view, 'promoted_metrics'),
  public_metrics: (row) => ({ ...organic(row), quote_count: row.quote_count, bookmark_count: row.bookmark_count }),
  referenced_tweets: (row) => {
    const all = referencesOf(row);
    return isEmpty(all) ? undefined : all;
  },
  scopes: ({ author }, { around }) => (around.sights.authors.get(author)?.is_protected === true ? { followers: true } : undefined),
};

/** Topics, articles, withheld posts and promotion do not exist here. */
const FIELDS: Fields<PostField, PostRow, PostView> = {
  ...CORE_FIELDS,
  attachments: (row, { around }) =>
    filled({
      media_keys: mediaOf(row, around).map(mediaKey),
      media_source_tweet_id: sourcesOf(row, around),
      poll_ids: row.poll === null ? [] : [row.poll],
    }),
  card_uri: ({ card_uri }) => card_uri,
  community_id: ({ community }) => community,
  conversation_id: ({ conversation }) => conversation,
  display_text_range: ({ text, shown_from }) => [shown_from, [...text].length],
  edit_controls: (row) => ({
    is_edit_eligible: isEditable(row),
    editable_until: moment(row.first_at + EDITABLE_MILLISECONDS),
    edits_remaining: MOST_EDITS - row.version,
  }),
  entities: ({ entities }) => filled(entities),
  geo: ({ coordinates, place }) =>
    filled({ coordinates: coordinates && { type: 'Point' as const, coordinates: [...coordinates] }, place_id: place }),
  in_reply_to_user_id: ({ reply_to_user }) => reply_to_user,
  lang: ({ lang }) => lang,
  media_metadata: (row, { around }) => {
    const all = mediaOf(row, around).map((media) => ({ media_key: mediaKey(media), ...filled({ alt_text: media.alt_text }) }));
    return isEmpty(all) ? undefined : all;
  },
  note_tweet: ({ long }) => long && longText(long),
  possibly_sensitive: ({ is_sensitive }) => is_sensitive,
  reply_settings: ({ reply_settings }) => reply_settings,
  source: ({ source }) => source,
};

export function postLook(fields: Iterable<PostField>): PostLook {
  const asked = new Set(fields);
  return { fields: asked, mask: maskOf(FIELDS, asked), isCore: [...asked].every((field) => Object.hasOwn(CORE_FIELDS, field)) };
}

export function showPost(row: PostRow, { mask }: PostLook, view: PostView): Post {
  const shown: Post = { id: row.id, text: row.text, edit_history_tweet_ids: historyOf(row, view.around) };
  return withFields(shown, mask, row, view);
}

/** The identifiers of all versions of a post, the oldest first. */
export function historyOf(row: PostRow, { versions }: Pick<Around, 'versions'>): string[] {
  const all = wasEdited(row) ? versions.get(row.first) : undefined;
  return all === undefined ? [row.id] : all.map(({ id }) => id);
}

function mediaOf({ media }: PostRow, around: Pick<Around, 'media'>): readonly MediaRow[] {
  return (media ?? []).flatMap((id) => around.media.get(id) ?? []);
}

/** Other posts in which the media of a post appeared first. */
export function sourcesOf(row: PostRow, around: Pick<Around, 'media'>): readonly string[] {
  const all = mediaOf(row, around).flatMap(({ post_id }) => (post_id === null || post_id === row.first ? [] : [post_id]));
  return [...new Set(all)];
}

const organic = (row: CorePost) => ({
  impression_count: row.impression_count,
  like_count: row.like_count,
  reply_count: row.reply_count,
  retweet_count: row.repost_count,
});

/** Reports where the viewer may not read a metric of the author. */
function isForReader(row: CorePost, { viewer, now, section, report }: PostView, field: PostField): boolean {
  if (readsAllMetrics(row, viewer, now)) return true;
  report(fieldNotAuthorized('tweet', field, row.id, section));
  return false;
}

function longText({ text, entities: { cashtags, hashtags, mentions, urls } }: LongText) {
  return filled({ text, entities: filled({ cashtags, hashtags, mentions, urls }) });
}
