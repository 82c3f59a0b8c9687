// Things as the podcasts show them.
import type { Faults } from './handlers/call.ts';
import type { Account } from './store.ts';
import type { Audio, Comment, Episode, Playlist, Show } from './things.ts';

export const showView = (account: Account, show: Show): object => ({ ...show, episode_count: account.episodesOf(show.id).length });

export const audioView = ({ content, ...audio }: Audio): object => ({ ...audio, bytes: content.length });

export function episodeView(account: Account, episode: Episode, faults: Faults): object {
  const { audio, chapters, published_at, ...others } = episode;
  const isHidden = published_at === null && faults.has('drafts-without-published-at');
  return {
    ...others,
    ...(isHidden ? {} : { published_at }),
    audio: audio === null ? null : audioView(audio),
    chapter_count: chapters.length,
    comment_count: account.commentsOn(episode.id).length,
  };
}

export function playlistView(account: Account, playlist: Playlist): object {
  const durations = playlist.episode_ids.map((id) => account.episodes.get(id)?.duration_seconds ?? 0);
  return { ...playlist, duration_seconds: durations.reduce((sum, seconds) => sum + seconds, 0) };
}

export function commentView(account: Account, comment: Comment, faults: Faults): object {
  const replies = account.commentsOn(comment.episode_id).filter((one) => one.parent_id === comment.id);
  const time = comment.created_at;
  return { ...comment, created_at: faults.has('comment-times-in-seconds') ? `${time.slice(0, 19)}Z` : time, reply_count: replies.length };
}

/** The statistics of a show. */
export function statisticsView(account: Account, showId: string, faults: Faults): object {
  const episodes = account.episodesOf(showId);
  const published = episodes.filter(({ status }) => status === 'published');
  const comments = episodes.flatMap(({ id }) => account.commentsOn(id));
  const rated = comments.filter(({ rating }) => rating !== null || faults.has('average-with-unrated'));
  const sum = rated.reduce((total, { rating }) => total + (rating ?? 0), 0);
  const subscriptions = account.subscriptionsTo(showId);
  const free = subscriptions.filter(({ plan }) => plan === 'free').length;
  return {
    drafts: episodes.length - published.length,
    published: published.length,
    published_seconds: published.reduce((total, { duration_seconds }) => total + duration_seconds, 0),
    comments: comments.length,
    average_rating: rated.length === 0 ? null : Math.round((sum / rated.length) * 10) / 10,
    subscribers: { free, supporter: subscriptions.length - free },
    monthly_cents: subscriptions.reduce((total, { monthly_cents }) => total + (monthly_cents ?? 0), 0),
    latest_published_at:
      published
        .flatMap(({ published_at }) => published_at ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
}
