// Shows in `includes` what posts refer to, each thing once, with a problem for each that is not there or that the viewer may not see.

import type { Includes, MentionEntity, PostExpansion, User } from '@octavo/interfaces/b-microblog';
import { filled } from '../../masks.ts';
import { showMedia } from '../../media/show.ts';
import { showUser, type UserView } from '../../people/show.ts';
import { showPlace } from '../../places/show.ts';
import { notAuthorized, notFound } from '../../problems.ts';
import { referencesOf } from '../rules.ts';
import type { PostRow } from '../tables.ts';
import { historyOf, showPost, sourcesOf } from './fields.ts';
import type { Look } from './look.ts';
import { showPoll } from './show-poll.ts';
import type { PostView } from './view.ts';

/** Adds things to `includes`, by their identifiers. `parameter` is the field that refers to them. */
interface Adding {
  /** Gives the post if the viewer sees it. */
  post(id: string, parameter: string): PostRow | undefined;
  user(id: string, parameter: string, username?: string): void;
  media(row: PostRow, parameter: string): void;
  poll(id: string): void;
  place(id: string): void;
}

type Expand = (row: PostRow, add: Adding, view: PostView) => void;

function references(row: PostRow, add: Adding): readonly PostRow[] {
  return referencesOf(row).flatMap(({ id }) => add.post(id, 'referenced_tweets.id') ?? []);
}

function mentions(all: readonly MentionEntity[] | undefined, add: Adding, parameter: PostExpansion): void {
  for (const { id, username } of all ?? []) if (id !== undefined) add.user(id, parameter, username);
}

/** There are no articles. */
const EXPANSIONS: Readonly<Partial<Record<PostExpansion, Expand>>> = {
  'attachments.media_keys': (row, add) => add.media(row, 'attachments.media_keys'),
  'attachments.media_source_tweet'(row, add, { around }) {
    for (const id of sourcesOf(row, around)) add.post(id, 'attachments.media_source_tweet_id');
  },
  'attachments.poll_ids': ({ poll }, add) => poll !== null && add.poll(poll),
  author_id: ({ author }, add) => add.user(author, 'author_id'),
  edit_history_tweet_ids(row, add, { around }) {
    for (const id of historyOf(row, around)) add.post(id, 'edit_history_tweet_ids');
  },
  'entities.mentions.username': ({ entities }, add) => mentions(entities.mentions, add, 'entities.mentions.username'),
  'entities.note.mentions.username': ({ long }, add) => mentions(long?.entities.mentions, add, 'entities.note.mentions.username'),
  'geo.place_id': ({ place }, add) => place !== null && add.place(place),
  in_reply_to_user_id: ({ reply_to_user }, add) => reply_to_user !== null && add.user(reply_to_user, 'in_reply_to_user_id'),
  'referenced_tweets.id': references,
  'referenced_tweets.id.attachments.media_keys'(row, add) {
    for (const other of references(row, add)) add.media(other, 'referenced_tweets.id.attachments.media_keys');
  },
  'referenced_tweets.id.author_id'(row, add) {
    for (const { author } of references(row, add)) add.user(author, 'referenced_tweets.id.author_id');
  },
};

/** @param users how users are shown */
export function showIncludes(rows: readonly PostRow[], look: Look, view: PostView, users: UserView): Includes | undefined {
  const { around, report } = view;
  const own = new Set(rows.map(({ id }) => id));
  const tweets = new Map<string, { readonly row: PostRow | undefined; readonly post?: NonNullable<Includes['tweets']>[number] }>();
  const shown = {
    users: new Map<string, User>(),
    media: new Map<string, NonNullable<Includes['media']>[number]>(),
    polls: new Map<string, NonNullable<Includes['polls']>[number]>(),
    places: new Map<string, NonNullable<Includes['places']>[number]>(),
  };
  const add: Adding = {
    post(id, parameter) {
      const before = tweets.get(id);
      if (before !== undefined) return before.row;
      const row = around.posts.get(id);
      const sight = row === undefined || own.has(id) ? 'seen' : around.sights.of(row);
      const named = { type: 'tweet', parameter, value: id } as const;
      if (sight === 'hidden') report(notAuthorized(named, 'includes'));
      else if (row === undefined || sight === 'suspended') report(notFound(named));
      else {
        tweets.set(id, { row, post: showPost(row, look.included, view) });
        return row;
      }
      tweets.set(id, { row: undefined });
      return undefined;
    },
    user(id, parameter, username) {
      if (shown.users.has(id)) return;
      const row = around.sights.authors.get(id);
      if (row !== undefined && !row.is_suspended) shown.users.set(id, showUser(row, look.users, users));
      else if (username === undefined) report(notFound({ type: 'user', parameter, value: id }));
      else report(notFound({ type: 'user', parameter, value: username }, `No user has the username ${username}.`));
    },
    media(row, parameter) {
      for (const id of row.media ?? []) {
        const media = around.media.get(id);
        if (media === undefined) report(notFound({ type: 'media', parameter, value: id }));
        else shown.media.set(id, showMedia(media, look.media, users));
      }
    },
    poll(id) {
      const poll = around.polls.get(id);
      if (poll !== undefined) shown.polls.set(id, showPoll(poll, look.polls, view));
    },
    place(id) {
      const place = around.places.get(id);
      if (place !== undefined) shown.places.set(id, showPlace(place, look.places));
    },
  };
  for (const row of rows) for (const name of look.expansions) EXPANSIONS[name]?.(row, add, view);
  return filled<Includes>({
    users: [...shown.users.values()],
    tweets: [...tweets.values()].flatMap(({ post }) => post ?? []),
    media: [...shown.media.values()],
    polls: [...shown.polls.values()],
    places: [...shown.places.values()],
  });
}
