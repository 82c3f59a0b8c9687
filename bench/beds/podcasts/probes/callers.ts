// Who sends the requests of the probes, what they send, and the ids of what is there from the start.
import { client, type Send } from '../../client.ts';
import { of, type Probe, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly studio: Send;
  readonly tower: Send;
  /** May do less in the account of the studio. */
  readonly moderator: Send;
  /** Has no token. */
  readonly stranger: Send;
}

export type PodcastProbe = Probe<Callers>;
export type PodcastProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const send = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const { studio, tower, moderator } = credentials;
  return { studio: send(studio.token), tower: send(tower.token), moderator: send(moderator.token), stranger: client(url, {}) };
}

/** Night Trains has episodes 1.1 (published), 1.2 (with audio) and 2.1 (without); gardens are complete; unheard has nothing. */
export const TRAINS = '/shows/NightTrain';
export const GARDENS = '/shows/SmallGardn';
export const UNHEARD = '/shows/UnheardOne';
/** Alps last 1800 seconds, have chapters at 0 and 600.5, and comments of Lea (5), Ivo (who replies to her) and Uma (2). */
export const ALPS = '/episodes/EpNight001';
export const SLEEPER = '/episodes/EpNight002';
export const SEASON = '/episodes/EpNight003';
/** Has Alps and the sleeping car. */
export const TRAVEL = '/playlists/ListTravel';

export const show = (others: object = {}): object => ({
  title: 'Lighthouses',
  slug: 'lighthouses',
  language: 'en',
  category: 'society',
  owner: { name: 'Mira Holt', email: 'mira@studio.example' },
  ...others,
});

export const episode = (others: object = {}): object => ({ title: 'Border stop', number: 40, duration_seconds: 600, ...others });

export const subscription = (others: object = {}): object => ({
  show_id: 'NightTrain',
  email: 'Lea@listeners.example',
  plan: 'free',
  starts_on: '2026-05-01',
  terms_accepted: true,
  ...others,
});

/** The status of an answer to the publisher of the studio. */
export const gives =
  (status: number, method: string, path: string, body?: object): PodcastProbe =>
  async ({ studio }) =>
    (await studio(method, path, body === undefined ? {} : { body })).status === status;

/** Makes a show and gives its path. */
export async function newShow(send: Send, others: object = {}): Promise<string> {
  return `/shows/${of(await send('POST', '/shows', { body: show(others) })).id}`;
}

/** Makes an episode and gives its path. */
export async function newEpisode(send: Send, path: string, others: object = {}): Promise<string> {
  return `/episodes/${of(await send('POST', `${path}/episodes`, { body: episode(others) })).id}`;
}
