// The probes of the faults of rich values, responses, conditions and accounts.
import { etag, header, isKept, itemsOf, of, same, times } from '../../probes.ts';
import {
  ALPS,
  episode,
  gives,
  newEpisode,
  type PodcastProbe,
  type PodcastProbes,
  SEASON,
  SLEEPER,
  show,
  subscription,
  TRAINS,
  TRAVEL,
} from './callers.ts';

const episodeKeeps =
  (name: string, value: unknown): PodcastProbe =>
  ({ studio }) =>
    isKept(studio, 'POST', `${TRAINS}/episodes`, episode({ [name]: value }), name, value);

/** Whether a change of an episode is there when it is read again. */
const changeIsKept =
  (path: string, name: string, value: unknown): PodcastProbe =>
  async ({ studio }) => {
    const got = await studio('PATCH', path, { body: { [name]: value } });
    return got.status === 200 && same(of(await studio('GET', path))[name], value);
  };

const longDescription = 'Night after night. '.repeat(100);
const HEBREW = 'שלום \u200f(עולם)\u200e abc';

const richValues: PodcastProbes = {
  'long-description-cut': ({ studio }) =>
    isKept(studio, 'POST', '/shows', show({ description: longDescription }), 'description', longDescription),
  'summary-composed': episodeKeeps('summary', 'Cafe\u0301 in Que\u0301bec'),
  'author-counted-in-units': gives(201, 'POST', `${ALPS}/comments`, { author: '🚂'.repeat(40), text: 'Hi' }),
  'directions-removed': async ({ studio }) => {
    const got = await studio('POST', `${ALPS}/comments`, { body: { author: 'Jo', text: HEBREW } });
    const [first] = itemsOf(await studio('GET', `${ALPS}/comments`));
    return of(got).text === HEBREW && first?.text === HEBREW;
  },
  'archive-id-rounded': episodeKeeps('archive_id', 9_007_199_254_740_991),
  'leap-day-refused': episodeKeeps('recorded_on', '2024-02-29'),
  'label-names-small': episodeKeeps('labels', { MixedBy: 'Ana' }),
  'last-guest-lost': episodeKeeps(
    'guests',
    times(5, (index) => ({ name: `Guest ${index}`, role: 'host' })),
  ),
  'empty-list-not-kept': changeIsKept(ALPS, 'keywords', []),
  'null-does-not-empty': changeIsKept(ALPS, 'loudness', null),
};

const MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const responses: PodcastProbes = {
  'episode-without-location': async ({ studio }) => {
    const got = await studio('POST', `${TRAINS}/episodes`, { body: episode() });
    return header(got, 'location') === `/episodes/${of(got).id}`;
  },
  'subscription-made-with-200': gives(201, 'POST', '/subscriptions', subscription()),
  'playlist-deletion-with-200': gives(204, 'DELETE', TRAVEL),
  'not-found-as-text': async ({ studio }) => {
    const got = await studio('GET', '/shows/Nothing000');
    return got.status === 404 && header(got, 'content-type') === 'application/json' && of(got).code === 'not_found';
  },
  'invalid-without-errors': async ({ studio }) => {
    const { errors } = of(await studio('POST', `${TRAINS}/episodes`, { body: episode({ title: '' }) })) as { errors?: object[] };
    return (errors?.length ?? 0) > 0;
  },
  'unauthorized-without-challenge': async ({ stranger }) => {
    const got = await stranger('GET', '/shows');
    return got.status === 401 && (header(got, 'www-authenticate') ?? '').startsWith('Bearer');
  },
  'comment-times-in-seconds': async ({ studio }) =>
    itemsOf(await studio('GET', `${ALPS}/comments`)).every(({ created_at }) => MILLISECONDS.test(String(created_at))),
  'listed-without-comments': async ({ studio }) => {
    const [first] = itemsOf(await studio('GET', `${TRAINS}/episodes`));
    return same(first, (await studio('GET', ALPS)).json);
  },
  'download-always-mpeg': async ({ studio }) => {
    await studio('PUT', `${SEASON}/audio`, { raw: 'sound', type: 'audio/ogg' });
    const got = await studio('GET', `${SEASON}/audio`);
    return header(got, 'content-type') === 'audio/ogg' && got.bytes.toString() === 'sound';
  },
  'drafts-without-published-at': async ({ studio }) => of(await studio('GET', SLEEPER)).published_at === null,
};

const conditions: PodcastProbes = {
  'episode-match-ignored': async ({ studio }) => {
    const got = await studio('PATCH', ALPS, { body: { title: 'Other' }, headers: { 'if-match': '"old"' } });
    return got.status === 412;
  },
  'episode-never-304': async ({ studio }) => {
    const tag = etag(await studio('GET', ALPS));
    return (await studio('GET', ALPS, { headers: { 'if-none-match': tag } })).status === 304;
  },
  'show-tag-without-episodes': async ({ studio }) => {
    const before = etag(await studio('GET', TRAINS));
    await newEpisode(studio, TRAINS);
    return before !== '' && etag(await studio('GET', TRAINS)) !== before;
  },
  'episode-without-head': async ({ studio }) => {
    const got = await studio('HEAD', ALPS);
    return got.status === 200 && etag(got) === etag(await studio('GET', ALPS));
  },
  'tags-of-a-list-not-matched': async ({ studio }) => {
    const tag = etag(await studio('GET', TRAVEL));
    return (await studio('GET', TRAVEL, { headers: { 'if-none-match': `"old", ${tag}` } })).status === 304;
  },
  'playlist-replaced-in-spite-of-412': async ({ studio }) => {
    const got = await studio('PUT', TRAVEL, { body: { title: 'Other' }, headers: { 'if-match': '"old"' } });
    return got.status === 412 && of(await studio('GET', TRAVEL)).title === 'Travel';
  },
  'playlist-deletion-ignores-match': async ({ studio }) => {
    const got = await studio('DELETE', TRAVEL, { headers: { 'if-match': '"old"' } });
    return got.status === 412;
  },
};

const accounts: PodcastProbes = {
  'foreign-episode-read': gives(404, 'GET', '/episodes/EpTower001'),
  'foreign-show-subscribed': gives(422, 'POST', '/subscriptions', subscription({ show_id: 'TowerTalks' })),
  'playlist-of-foreign-episodes': gives(422, 'POST', '/playlists', { title: 'Bells', episode_ids: ['EpTower001'] }),
  'foreign-playlist-forbidden': gives(404, 'GET', '/playlists/ListTowers'),
  'foreign-comment-deleted': async ({ tower }) => (await tower('DELETE', '/comments/CommentLea')).status === 404,
  'slug-across-accounts': async ({ tower }) => (await tower('POST', '/shows', { body: show({ slug: 'night-trains' }) })).status === 201,
  'moderator-reads-statistics': async ({ moderator }) => (await moderator('GET', `${TRAINS}/statistics`)).status === 403,
  'moderator-deletes-playlists': async ({ moderator }) => (await moderator('DELETE', TRAVEL)).status === 403,
  'token-in-any-case': async ({ stranger }) =>
    (await stranger('GET', '/shows', { headers: { authorization: 'Bearer POD_5TN8WQZKC1YBR3' } })).status === 401,
};

export const answers: PodcastProbes = { ...richValues, ...responses, ...conditions, ...accounts };
