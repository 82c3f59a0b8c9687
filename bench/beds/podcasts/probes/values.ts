// The probes of the faults of values.
import { times } from '../../probes.ts';
import { ALPS, episode, gives, type PodcastProbe, type PodcastProbes, SLEEPER, show, subscription, TRAINS } from './callers.ts';

const showGives = (status: number, others: object): PodcastProbe => gives(status, 'POST', '/shows', show(others));
const showChangeGives = (status: number, changes: object): PodcastProbe => gives(status, 'PATCH', TRAINS, changes);
const episodeGives = (status: number, others: object): PodcastProbe => gives(status, 'POST', `${TRAINS}/episodes`, episode(others));
const subscriptionGives = (status: number, others: object): PodcastProbe => gives(status, 'POST', '/subscriptions', subscription(others));

const artwork = { url: 'https://lights.example/cover.png', size: 1500 };

const uploadGives =
  (status: number, type: string, headers: Record<string, string> = {}): PodcastProbe =>
  async ({ studio }) =>
    (await studio('PUT', `${SLEEPER}/audio`, { raw: 'sound', type, headers })).status === status;

const ofShows: PodcastProbes = {
  'show-title-of-100-refused': showGives(201, { title: 'x'.repeat(100) }),
  'show-title-emptied': showChangeGives(422, { title: '' }),
  'slug-upper-case': showGives(422, { slug: 'Lighthouses' }),
  'language-country-small': showGives(422, { language: 'en-gb' }),
  'changed-category-free': showChangeGives(422, { category: 'travel' }),
  'website-any-text': showGives(422, { website: 'lights' }),
  'website-null-refused': showChangeGives(200, { website: null }),
  'tags-repeat': showGives(422, { tags: ['sea', 'sea'] }),
  'seven-tags': showGives(422, { tags: times(7, (index) => `tag-${index}`) }),
  'owner-email-any-text': showGives(422, { owner: { name: 'Mira', email: 'mira' } }),
  'owner-without-name': showGives(422, { owner: { email: 'mira@studio.example' } }),
  'artwork-any-member': showGives(422, { artwork: { ...artwork, alt: 'A lighthouse' } }),
  'artwork-1400-refused': showGives(201, { artwork: { ...artwork, size: 1400 } }),
  'artwork-any-step': showGives(422, { artwork: { ...artwork, size: 1510 } }),
  'link-label-of-31': showGives(422, { links: [{ label: 'x'.repeat(31), url: 'https://lights.example' }] }),
  'per-page-51': gives(400, 'GET', '/shows?per_page=51'),
  'json-of-any-media-type': async ({ studio }) =>
    (await studio('POST', '/shows', { raw: JSON.stringify(show()), type: 'text/plain' })).status === 415,
};

const ofEpisodes: PodcastProbes = {
  'episode-number-zero': episodeGives(422, { number: 0 }),
  'episode-number-9999-refused': episodeGives(201, { number: 9999 }),
  'duration-with-fraction': episodeGives(422, { duration_seconds: 600.5 }),
  'recorded-on-any-text': gives(422, 'PATCH', ALPS, { recorded_on: '2026-02-30' }),
  'loudness-of-zero': episodeGives(422, { loudness: 0 }),
  'loudness-any-decimals': episodeGives(422, { loudness: -16.25 }),
  'guest-role-free': episodeGives(422, { guests: [{ name: 'Ana', role: 'driver' }] }),
  'keyword-empty': episodeGives(422, { keywords: [''] }),
  'five-labels': episodeGives(422, { labels: { a: '', b: '', c: '', d: '', e: '' } }),
  'label-any-value': episodeGives(422, { labels: { mix: 3 } }),
  'episode-change-of-nothing': gives(422, 'PATCH', ALPS, {}),
  'chapter-start-in-quarters': gives(422, 'POST', `${ALPS}/chapters`, { title: 'Bridge', start_seconds: 100.25 }),
  'season-filter-99-refused': gives(200, 'GET', `${TRAINS}/episodes?season=99`),
  'file-name-with-spaces': uploadGives(400, 'audio/mpeg', { 'x-file-name': 'two words.mp3' }),
  'checksum-not-compared': uploadGives(422, 'audio/mpeg', { 'x-checksum': '0'.repeat(64) }),
  'audio-of-any-media-type': uploadGives(415, 'audio/wav'),
};

const ofAudiences: PodcastProbes = {
  'comment-any-member': gives(422, 'POST', `${ALPS}/comments`, { author: 'Jo', text: 'Hi', likes: 3 }),
  'color-of-three-digits': gives(422, 'POST', '/playlists', { title: 'Slow', color: '#1f6' }),
  'terms-declined': subscriptionGives(422, { terms_accepted: false }),
  'monthly-cents-50000-refused': subscriptionGives(201, { plan: 'supporter', monthly_cents: 50_000 }),
};

export const values: PodcastProbes = { ...ofShows, ...ofEpisodes, ...ofAudiences };
