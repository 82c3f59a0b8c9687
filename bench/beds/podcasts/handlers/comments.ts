// Comments on episodes, and replies to them.
import type { Store } from '../store.ts';
import type { Comment, CommentFields, Episode } from '../things.ts';
import { commentView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, known } from './call.ts';
import { pageOf } from './lists.ts';

interface CommentQuery {
  readonly min_rating?: number;
  readonly parent_id?: string;
}

/** Marks that set the direction of a text. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function comments(store: Store, faults: Faults): Handlers {
  const episodeOf = (call: Call): Episode => known(call.account.episodes, call.id('episode_id'));

  function isShown({ rating, parent_id }: Comment, query: CommentQuery): boolean {
    const isRated = query.min_rating === undefined || (rating ?? 0) >= query.min_rating;
    return isRated && (query.parent_id === undefined || query.parent_id === parent_id);
  }

  function requireParent({ account }: Call, episode: Episode, id: string | null): void {
    if (id === null) return;
    const parent = account.comments.get(id);
    check(parent?.episode_id === episode.id, 'parent_id', 'There is no such comment on the episode.');
    check(parent?.parent_id === null || faults.has('reply-to-reply'), 'parent_id', 'A reply has no replies.');
  }

  return {
    listComments: (call) => {
      const { account } = call;
      const query = call.query<CommentQuery>();
      const found = account.commentsOn(episodeOf(call).id).filter((one) => isShown(one, query));
      const view = (one: Comment): object => commentView(account, one, faults);
      return pageOf(call, found.toReversed(), view, { ends: faults.has('comments-end-with-404') });
    },
    createComment: (call) => {
      const episode = episodeOf(call);
      const { author, text, rating = null, parent_id = null } = call.input<CommentFields>();
      check(!(faults.has('author-counted-in-units') && author.length > 40), 'author', 'It is too long.');
      allow(episode.status === 'published' || faults.has('comment-on-draft'), 'Drafts take no comments.');
      requireParent(call, episode, parent_id);
      const kept = faults.has('directions-removed') ? text.replace(DIRECTIONS, '') : text;
      const made = { id: store.id(), episode_id: episode.id, author, text: kept, rating, parent_id, created_at: store.now() };
      call.account.comments.set(made.id, made);
      return { status: 201, body: commentView(call.account, made, faults) };
    },
    deleteComment: (call) => {
      const id = call.id('comment_id');
      const isForeign = faults.has('foreign-comment-deleted') && !call.account.comments.has(id);
      const account = isForeign ? store.studio : call.account;
      known(account.comments, id);
      account.comments.delete(id);
      const replies = [...account.comments.values()].filter(({ parent_id }) => parent_id === id);
      for (const reply of faults.has('replies-outlive-comment') ? [] : replies) account.comments.delete(reply.id);
      return { status: 204 };
    },
  };
}
