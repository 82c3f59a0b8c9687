// Playlists.
import type { Reply } from '../../http.ts';
import type { Store } from '../store.ts';
import type { Playlist, PlaylistFields } from '../things.ts';
import { playlistView } from '../views.ts';
import { check, notFound, Refusal } from '../wire.ts';
import { type Call, changed, type Faults, type Handlers, known, mayChange, requireTag, tagged, tagOf } from './call.ts';
import { type Order, pageOf, sorted } from './lists.ts';

interface PlaylistQuery {
  readonly visibility?: string;
  readonly episode_id?: string;
  readonly sort: 'created_at' | 'title';
  readonly order: Order;
  readonly page: number;
  readonly per_page: number;
}

const matchesWhole = (header: string, etag: string): boolean => header === etag;

export function playlists(store: Store, faults: Faults): Handlers {
  const tagIn = ({ account }: Call, list: Playlist): string => tagOf(playlistView(account, list));

  function found(call: Call): Playlist {
    const id = call.id('playlist_id');
    const isForeign = faults.has('foreign-playlist-forbidden') && !call.account.playlists.has(id);
    if (isForeign && store.anywhere(({ playlists }) => playlists, id) !== undefined) throw new Refusal(403, 'It is of another account.');
    return known(call.account.playlists, id);
  }

  function requireEpisodes({ account }: Call, ids: readonly string[]): void {
    const isKnown = (id: string): boolean =>
      faults.has('playlist-of-foreign-episodes') ? store.anywhere(({ episodes }) => episodes, id) !== undefined : account.episodes.has(id);
    for (const [index, id] of ids.entries()) check(isKnown(id), `episode_ids[${index}]`, 'There is no such episode.');
  }

  function inputOf(call: Call): PlaylistFields {
    const { description = null, color = null, episode_ids = [], ...input } = call.input<PlaylistFields>();
    requireEpisodes(call, episode_ids);
    return { ...input, description, color, episode_ids };
  }

  function answer(call: Call, list: Playlist, status: number, headers: Record<string, string> = {}): Reply {
    return { status, body: playlistView(call.account, list), headers: { ...headers, etag: tagIn(call, list) } };
  }

  return {
    listPlaylists: (call) => {
      const { account } = call;
      const query = call.query<PlaylistQuery>();
      const { visibility, episode_id, sort, order, page, per_page } = query;
      const isShown = (one: Playlist): boolean =>
        (visibility === undefined || one.visibility === visibility) && (episode_id === undefined || one.episode_ids.includes(episode_id));
      const items = [...account.playlists.values()].filter(isShown);
      const key = (one: Playlist): string => one[sort];
      const view = (one: Playlist): object => playlistView(account, one);
      if (!faults.has('playlists-sorted-by-page')) return pageOf(call, sorted(items, key, order), view);
      const start = (page - 1) * per_page;
      const some = sorted(items.slice(start, start + per_page), key, order);
      return { status: 200, body: { total: items.length, page, per_page, items: some.map(view) } };
    },
    createPlaylist: (call) => {
      const now = store.now();
      const list = { id: store.id(), ...inputOf(call), created_at: now, updated_at: now };
      call.account.playlists.set(list.id, list);
      return answer(call, list, 201, { location: `/playlists/${list.id}` });
    },
    getPlaylist: (call) => {
      const list = found(call);
      const isKnown = faults.has('tags-of-a-list-not-matched') ? matchesWhole : undefined;
      return tagged(call, { status: 200, body: playlistView(call.account, list) }, tagIn(call, list), isKnown);
    },
    replacePlaylist: (call) => {
      const list = found(call);
      const isAllowed = mayChange(call, tagIn(call, list));
      if (!isAllowed && !faults.has('playlist-replaced-in-spite-of-412')) throw changed();
      const input = inputOf(call);
      const old = { description: input.description ?? list.description, color: input.color ?? list.color };
      const next = { ...list, ...input, ...(faults.has('replaced-playlist-keeps-old') ? old : {}), updated_at: store.now() };
      call.account.playlists.set(list.id, next);
      if (!isAllowed) throw changed();
      return answer(call, next, 200);
    },
    deletePlaylist: (call) => {
      const list = call.account.playlists.get(call.id('playlist_id'));
      if (list === undefined) throw notFound();
      if (!faults.has('playlist-deletion-ignores-match')) requireTag(call, tagIn(call, list));
      call.account.playlists.delete(list.id);
      return faults.has('playlist-deletion-with-200') ? { status: 200, body: playlistView(call.account, list) } : { status: 204 };
    },
  };
}
