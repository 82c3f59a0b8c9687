// The probes of the faults of lists.
import { itemsOf, joined, of, times } from '../../probes.ts';
import { ALPS, newEpisode, newShow, type PodcastProbe, type PodcastProbes, TRAINS } from './callers.ts';

/** Whether a list shows these things. */
const shows =
  (path: string, ids: string): PodcastProbe =>
  async ({ studio }) =>
    joined(itemsOf(await studio('GET', path)), 'id') === ids;

/** Whether a list has this total. */
const totals =
  (path: string, total: number): PodcastProbe =>
  async ({ studio }) =>
    of(await studio('GET', path)).total === total;

const episodes = `${TRAINS}/episodes`;

export const lists: PodcastProbes = {
  'show-pages-overlap': shows('/shows?per_page=2&page=2', 'UnheardOne'),
  'episodes-total-of-page': totals(`${episodes}?per_page=2`, 3),
  'shows-total-unfiltered': totals('/shows?tag=night', 2),
  'playlists-sorted-by-page': shows('/playlists?sort=title&per_page=1', 'ListAutumn'),
  'any-episode-filter': shows(`${episodes}?status=draft&season=1`, 'EpNight002'),
  'search-by-case': shows('/shows?q=NIGHT%20trains', 'NightTrain'),
  'recorded-to-excluded': shows(`${episodes}?recorded_to=2026-02-15`, 'EpNight001,EpNight002'),
  'first-type-only': shows(`${episodes}?type=trailer,full&season=1`, 'EpNight001,EpNight002'),
  'descending-reverses-equals': async ({ studio }) => {
    const paths = [await newShow(studio, { slug: 'first' }), await newShow(studio, { slug: 'second' })];
    for (const path of paths) for (const number of times(5, (index) => index + 1)) await newEpisode(studio, path, { number });
    const ids = paths.map((path) => path.replace('/shows/', ''));
    return joined(itemsOf(await studio('GET', '/shows?sort=episode_count&order=desc&per_page=2')), 'id') === ids.join();
  },
  'comments-end-with-404': async ({ studio }) => (await studio('GET', `${ALPS}/comments?page=3`)).status === 200,
  'chapters-as-created': async ({ studio }) => {
    await studio('POST', `${ALPS}/chapters`, { body: { title: 'Bridge', start_seconds: 30 } });
    return joined(itemsOf(await studio('GET', `${ALPS}/chapters`)), 'start_seconds') === '0,30,600.5';
  },
  'per-page-usually-10': async ({ studio }) => of(await studio('GET', '/shows')).per_page === 20,
};
