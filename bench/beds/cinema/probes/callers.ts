// Who sends the requests of the probes, what they send, and the ids of what is there from the start.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly lumen: Send;
  readonly orion: Send;
  /** The box office of the first group. */
  readonly desk: Send;
  /** Has no token. */
  readonly stranger: Send;
  /** Sends with a token of the caller's own. */
  readonly withToken: (token: string) => Send;
}

export type CinemaProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const withToken = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const { lumen, orion, desk } = credentials;
  return {
    lumen: withToken(lumen.token),
    orion: withToken(orion.token),
    desk: withToken(desk.token),
    stranger: client(url, {}),
    withToken,
  };
}

/** The lighthouse and the tigers have scheduled screenings, the songs have none. */
export const FILMS = { lighthouse: 'Aq3_xT9kLmZ', tigers: 'b7Wn-2RpYc0', songs: 'Kd81vQzE_s4' };
/** The grand hall and the studio have scheduled screenings, the attic has none. */
export const HALLS = { grand: 'hL0aX2mN9pQ', studio: 'hZ8bY4kR1tS', attic: 'hE6dW0qC3uV', orion: 'oH9cM1vL5kD' };
/** The lighthouse is in the grand hall, the tigers are in the studio, and the cancelled one was in the grand hall. */
export const SCREENINGS = { lighthouse: 's7Hq2LwXe0A', tigers: 'Tn5_bK3vMd8', cancelled: 'c0Xy6Pz-WfJ' };
/** Vera has a confirmed booking of A1 for the lighthouse, and a cancelled one was for A8. */
export const BOOKINGS = { vera: 'K7QX2M', cancelled: 'P4RT9W', orion: 'Z9LMN4' };
export const MEMBERS = { vera: 'mV3rTy8Uq1B', odd: 'mK2sWd7Ze9C' };
export const VOUCHERS = { gift: 'GIFT-7KQ2', expired: 'PAST-2020' };

export const film = (others: object = {}): object => ({
  title: 'Salt',
  runtime_minutes: 100,
  genres: ['drama'],
  age_rating: 12,
  ...others,
});

export const hall = (others: object = {}): object => ({ name: 'Cellar', rows: [{ row: 'A', seats: 10 }], ...others });

export const screening = (others: object = {}): object => ({
  film_id: FILMS.songs,
  hall_id: HALLS.attic,
  starts_at: '2040-08-01T18:00:00Z',
  language: 'en',
  price_codes: ['adult'],
  ...others,
});

export const seat = (number: number, others: object = {}): object => ({ row: 'B', number, price_code: 'adult', ...others });

/** Seats of the lighthouse. */
export const booking = (others: object = {}): object => ({
  screening_id: SCREENINGS.lighthouse,
  email: 'pia@example.org',
  seats: [seat(1)],
  ...others,
});

export const member = (others: object = {}): object => ({
  first_name: 'Pia',
  last_name: 'Horn',
  email: 'pia@example.org',
  ...others,
});

export const voucher = (others: object = {}): object => ({ value: 1000, expires_on: '2045-01-01', ...others });

export const post = (send: Send, path: string, body: object): Promise<Got> => send('POST', path, { body });
export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { body, headers });

/** Whether a new thing gets this status. */
export const gives = async (status: number, send: Send, path: string, body: object): Promise<boolean> =>
  (await post(send, path, body)).status === status;

/** A new thing. */
export const make = async (send: Send, path: string, body: object): Promise<Item> => of(await post(send, path, body));

/** A thing as it is read. */
export const seen = async (send: Send, path: string): Promise<Item> => of(await send('GET', path));

/** The things in a part of a list. */
export const partOf = async (send: Send, name: string, path: string): Promise<readonly Item[]> =>
  ((await seen(send, path))[name] ?? []) as readonly Item[];
