// The probes of the faults of what depends on other things and on their states.
import { itemsOf, joined, of, statusesOfTwo } from '../../probes.ts';
import {
  ALPS,
  episode,
  GARDENS,
  gives,
  newEpisode,
  newShow,
  type PodcastProbe,
  type PodcastProbes,
  SEASON,
  SLEEPER,
  show,
  subscription,
  TRAINS,
  TRAVEL,
  UNHEARD,
} from './callers.ts';

const subscriptionGives = (status: number, others: object): PodcastProbe => gives(status, 'POST', '/subscriptions', subscription(others));

const ofShows: PodcastProbes = {
  'slug-changed-to-taken': gives(409, 'PATCH', UNHEARD, { slug: 'night-trains' }),
  'slug-twice-at-once': async ({ studio }) => (await statusesOfTwo(studio, 'POST', '/shows', show())) === '201,409',
  'show-deleted-with-published': gives(409, 'DELETE', GARDENS),
  'drafts-outlive-show': async ({ studio }) => {
    const path = await newShow(studio);
    const draft = await newEpisode(studio, path);
    await studio('DELETE', path);
    return (await studio('GET', draft)).status === 404;
  },
  'complete-show-grows': gives(409, 'POST', `${GARDENS}/episodes`, episode()),
  'average-with-unrated': async ({ studio }) => of(await studio('GET', `${TRAINS}/statistics`)).average_rating === 3.5,
};

const ofEpisodes: PodcastProbes = {
  'number-across-seasons': gives(201, 'POST', `${TRAINS}/episodes`, episode({ season: 2, number: 2 })),
  'number-changed-to-taken': gives(409, 'PATCH', SLEEPER, { number: 1 }),
  'published-episode-renumbered': gives(409, 'PATCH', ALPS, { number: 30 }),
  'episode-shorter-than-chapters': gives(409, 'PATCH', ALPS, { duration_seconds: 600 }),
  'published-without-audio': gives(409, 'POST', `${SEASON}/publish`),
  'drafts-stay-dated': async ({ studio }) => of(await studio('POST', `${ALPS}/unpublish`)).published_at === null,
  'published-episode-deleted': gives(409, 'DELETE', ALPS),
  'deleted-episode-in-playlists': async ({ studio }) => {
    await studio('DELETE', SLEEPER);
    return String(of(await studio('GET', TRAVEL)).episode_ids) === 'EpNight001';
  },
  'published-audio-replaced': async ({ studio }) =>
    (await studio('PUT', `${ALPS}/audio`, { raw: 'sound', type: 'audio/mpeg' })).status === 409,
  'chapters-start-together': gives(409, 'POST', `${ALPS}/chapters`, { title: 'Bridge', start_seconds: 600.5 }),
  'chapter-moved-beyond-end': gives(422, 'PATCH', `${ALPS}/chapters/ChapTunnel`, { start_seconds: 1800 }),
};

const ofAudiences: PodcastProbes = {
  'comment-on-draft': gives(409, 'POST', `${SLEEPER}/comments`, { author: 'Jo', text: 'Hi' }),
  'reply-to-reply': gives(422, 'POST', `${ALPS}/comments`, { author: 'Jo', text: 'Hi', parent_id: 'CommentIvo' }),
  'replies-outlive-comment': async ({ studio, moderator }) => {
    await moderator('DELETE', '/comments/CommentLea');
    return joined(itemsOf(await studio('GET', `${ALPS}/comments`)), 'id') === 'CommentUma';
  },
  'replaced-playlist-keeps-old': async ({ studio }) => {
    await studio('PUT', TRAVEL, { body: { title: 'Travel', color: '#123abc' } });
    return of(await studio('PUT', TRAVEL, { body: { title: 'Travel' } })).color === null;
  },
  'address-by-case': subscriptionGives(409, { email: 'JONAS@listeners.example' }),
  'address-twice-at-once': async ({ studio }) => (await statusesOfTwo(studio, 'POST', '/subscriptions', subscription())) === '201,409',
  'free-plan-with-amount': subscriptionGives(422, { monthly_cents: 500 }),
  'ends-on-its-first-day': async (who) => {
    const isLateEnough = await subscriptionGives(201, { ends_on: '2026-05-02' })(who);
    return isLateEnough && (await subscriptionGives(422, { email: 'jo@listeners.example', ends_on: '2026-05-01' })(who));
  },
};

export const sequences: PodcastProbes = { ...ofShows, ...ofEpisodes, ...ofAudiences };
