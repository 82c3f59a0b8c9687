// Who sends the requests of the probes, what they send, and the ids of what is there from the start.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  /** The office of the first school. */
  readonly office: Send;
  /** The office of another school. */
  readonly other: Send;
  /** A teacher of the first school. */
  readonly teacher: Send;
  /** Has no token. */
  readonly stranger: Send;
  /** Sends with a token of the caller's own. */
  readonly withToken: (token: string) => Send;
}

export type SchoolProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const withToken = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const { lindenhof, seeblick, teacher } = credentials;
  return {
    office: withToken(lindenhof.token),
    other: withToken(seeblick.token),
    teacher: withToken(teacher.token),
    stranger: client(url, {}),
    withToken,
  };
}

/** 7b has two pupils, 8a is full with two, 9a and 10a have none; 7b and 10a are invited to the lake. */
export const CLASSES = { seven: 'classsevenb2', eight: 'classeighta2', nine: 'classninea22', ten: 'classtenaa22', other: 'classfiveb22' };
/** Mia and Tom are in 7b, Lena and Emil in 8a. */
export const PUPILS = { mia: 'pupilmia2222', tom: 'pupiltom2222', lena: 'pupillena222', emil: 'pupilemil222', other: 'pupilpia2222' };
/** The lake has two places, one of which is Mia's. The farm is cancelled, and Lena was signed up. */
export const TRIPS = { lake: 'triplake2222', farm: 'tripfarm2222', other: 'tripsea22222' };
/** Mia's is open and has three days. */
export const ABSENCES = { mia: 'absencemia22', tom: 'absencetom22', lena: 'absencelena2' };

export const year = (others: object = {}): object => ({
  name: '2041-42',
  startsOn: '2041-08-20',
  endsOn: '2042-07-10',
  terms: [{ name: 'All', startsOn: '2041-08-20', endsOn: '2042-07-10' }],
  ...others,
});

export const teacherBody = (others: object = {}): object => ({
  firstName: 'Ada',
  lastName: 'Quast',
  email: 'quast@school.example',
  subjects: ['MAT'],
  weeklyPeriods: 12,
  ...others,
});

export const schoolClass = (others: object = {}): object => ({
  year: '2039-40',
  grade: 6,
  name: '6d',
  capacity: 20,
  room: 'D020',
  ...others,
});

export const lesson = (others: object = {}): object => ({ weekday: 'friday', period: 5, subject: 'MAT', teacher: 'KRE', ...others });

export const guardian = (others: object = {}): object => ({ name: 'Jo Lind', relation: 'guardian', email: 'jo@lind.example', ...others });

export const pupil = (others: object = {}): object => ({
  registerNumber: '300300',
  firstName: 'Ida',
  lastName: 'Lind',
  bornOn: '2012-09-01',
  class: CLASSES.seven,
  guardians: [guardian()],
  ...others,
});

export const mark = (others: object = {}): object => ({ subject: 'PHY', value: 2, kind: 'oral', givenOn: '2040-03-03', ...others });

export const trip = (others: object = {}): object => ({
  title: 'Museum',
  destination: 'Town',
  departsAt: '2040-04-04T09:00:00+02:00',
  returnsAt: '2040-04-04T15:00:00+02:00',
  priceCents: 500,
  places: 30,
  classes: [CLASSES.seven],
  ...others,
});

export const elementsOf = (got: Got): readonly Item[] => (of(got).elements ?? []) as readonly Item[];

/** The status of a request with a body. */
export const statusOf = async (send: Send, method: string, path: string, body: object): Promise<number> =>
  (await send(method, path, { body })).status;

export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { raw: JSON.stringify(body), type: 'application/merge-patch+json', headers });

export const remove = (send: Send, pupilId: string, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('DELETE', `/pupils/${pupilId}`, { headers: { 'audit-reason': 'moved away', ...headers } });

/** The path at which a pupil is signed up for a trip. */
export const place = (tripId: string, pupilId: string): string => `/trips/${tripId}/participants/${pupilId}`;

/** Opens two connections, so that two requests at once arrive at once on a slow machine as well. */
export const openTwo = (send: Send): Promise<readonly Got[]> => Promise.all([0, 1].map(() => send('GET', '/years')));
