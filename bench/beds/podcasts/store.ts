// What the podcasts keep in memory, for each account.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Comment, Episode, Playlist, Show, Subscription } from './things.ts';

/** What one account has. Maps keep the order of creation. */
export class Account {
  readonly shows = new Map<string, Show>();
  readonly episodes = new Map<string, Episode>();
  readonly comments = new Map<string, Comment>();
  readonly playlists = new Map<string, Playlist>();
  readonly subscriptions = new Map<string, Subscription>();

  episodesOf(showId: string): Episode[] {
    return [...this.episodes.values()].filter((one) => one.show_id === showId);
  }

  commentsOn(episodeId: string): Comment[] {
    return [...this.comments.values()].filter((one) => one.episode_id === episodeId);
  }

  /** Deletes an episode with its comments. */
  deleteEpisode(id: string): void {
    this.episodes.delete(id);
    for (const comment of this.commentsOn(id)) this.comments.delete(comment.id);
  }

  /** Takes an episode out of all playlists. */
  unlist(id: string): void {
    for (const list of this.playlists.values())
      this.playlists.set(list.id, { ...list, episode_ids: list.episode_ids.filter((one) => one !== id) });
  }

  subscriptionsTo(showId: string): Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.show_id === showId);
  }
}

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** All accounts. They share a clock. */
export class Store extends Clock {
  readonly studio = new Account();
  readonly tower = new Account();

  id(): string {
    return Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  }

  /** Finds a thing in any account, as a service does that forgets whose it is. */
  anywhere<T>(mapOf: (account: Account) => ReadonlyMap<string, T>, id: string): T | undefined {
    return mapOf(this.studio).get(id) ?? mapOf(this.tower).get(id);
  }
}
