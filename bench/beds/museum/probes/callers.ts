// Who sends the requests of the probes, and what they send most often.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probes } from '../../probes.ts';
import { later, today } from '../days.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly linden: Send;
  readonly quay: Send;
  /** Is an assistant of linden. */
  readonly assistant: Send;
  /** Has no key. */
  readonly stranger: Send;
}

export type MuseumProbes = Probes<Callers>;

/** A client that adds a key to the query. */
export function withKey(url: string, key: string): Send {
  const send = client(url, {});
  return (method, path, sent) => send(method, `${path}${path.includes('?') ? '&' : '?'}apikey=${key}`, sent);
}

export const callers = (url: string): Callers => ({
  linden: withKey(url, credentials.linden.key),
  quay: withKey(url, credentials.quay.key),
  assistant: withKey(url, credentials.assistant.key),
  stranger: client(url, {}),
});

export const TODAY = today();
export const TOMORROW = later(TODAY, 1);
export const YEAR = Number(TODAY.slice(0, 4));

export const object = (others: object = {}): object => ({
  title: 'Fishing boats',
  classification: 'painting',
  made: { earliest: 1900, latest: 1910 },
  materials: ['oil paint', 'canvas'],
  dimensions: { height: 50, width: 70.5 },
  acquisition: { method: 'gift', year: 2020 },
  home: 'ST-001',
  ...others,
});

export const post = (send: Send, path: string, body: object): Promise<Got> => send('POST', path, { body });
export const put = (send: Send, path: string, body: object): Promise<Got> => send('PUT', path, { body });
export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { raw: JSON.stringify(body), type: 'application/merge-patch+json', headers });

export const register = (send: Send, others: object = {}): Promise<Got> => post(send, '/objects', object(others));
export const seen = async (send: Send, path: string): Promise<Item> => of(await send('GET', path));
export const records = async (send: Send, path: string): Promise<readonly Item[]> => (await seen(send, path)).records as readonly Item[];

export const statusIs = async (got: Promise<Got>, status: number): Promise<boolean> => (await got).status === status;
/** Whether one status follows the other. */
export const statuses = async (...all: readonly (() => Promise<Got>)[]): Promise<string> => {
  const found: number[] = [];
  for (const one of all) found.push((await one()).status);
  return found.join();
};

export const condition = (send: Send, accession: string, others: object = {}): Promise<Got> =>
  post(send, `/objects/${accession}/conditions`, { grade: 'good', inspectedOn: TODAY, inspector: 'Mira Holt', ...others });
export const move = (send: Send, accession: string, to: string, reason: string): Promise<Got> =>
  post(send, `/objects/${accession}/movements`, { to, reason });
export const value = (send: Send, accession: string, others: object = {}): Promise<Got> =>
  put(send, `/objects/${accession}/valuation`, { value: 5000, valuedOn: TODAY, appraiser: 'Ines Falk', basis: 'market', ...others });
export const deaccession = (send: Send, accession: string, others: object = {}): Promise<Got> =>
  post(send, `/objects/${accession}/deaccession`, { reason: 'damage', decidedOn: '2026-01-01', resolution: 'Minute 1', ...others });
export const propose = (send: Send, accession: string, others: object = {}): Promise<Got> =>
  post(send, `/objects/${accession}/treatments`, {
    kind: 'cleaning',
    conservator: 'Tomas Reyl',
    estimatedHours: 4.5,
    hourlyRate: 35,
    plannedFrom: '2027-04-01',
    plannedTo: '2027-04-20',
    ...others,
  });
export const treat = (send: Send, treatment: string, status: string, others: object = {}): Promise<Got> =>
  put(send, `/treatments/${treatment}/status`, { status, ...others });

export const location = (send: Send, code: string, others: object = {}): Promise<Got> =>
  put(send, `/locations/${code}`, { name: 'New', kind: 'store', capacity: 3, ...others });

export const exhibition = (send: Send, others: object = {}): Promise<Got> =>
  post(send, '/exhibitions', {
    title: 'Boats',
    curator: 'Nadia Brill',
    opensOn: '2033-02-01',
    closesOn: '2033-06-30',
    rooms: ['GA-103'],
    groupPlaces: 50,
    admission: { adult: 11, reduced: 6 },
    ...others,
  });
/** The number of a new exhibition with these objects in a room. */
export async function exhibitionWith(send: Send, accessions: readonly string[], others: object = {}, room = 'GA-103'): Promise<string> {
  const number = String(of(await exhibition(send, others)).exhibition);
  for (const accession of accessions) await exhibit(send, number, accession, room);
  return number;
}
export const exhibit = (send: Send, number: string, accession: string, room = 'GA-103', label = ''): Promise<Got> =>
  post(send, `/exhibitions/${number}/objects`, { accession, room, label });
export const turn = (send: Send, number: string, status: string): Promise<Got> => put(send, `/exhibitions/${number}/status`, { status });
/** A Tuesday is the usual day. */
export const group = (send: Send, number: string, others: object = {}): Promise<Got> =>
  post(send, `/exhibitions/${number}/groups`, { name: 'Class', day: '2033-02-08', adults: 2, reduced: 8, email: 'a@b.example', ...others });

const PARTNER = { name: 'Lake museum', city: 'Como', country: 'IT', email: 'loans@lake.example' };
export const outgoing = (send: Send, accessions: readonly string[], others: object = {}): Promise<Got> =>
  post(send, '/loans', {
    direction: 'outgoing',
    borrower: PARTNER,
    accessions,
    from: '2029-01-01',
    until: '2029-03-31',
    purpose: 'research',
    insuredBy: 'museum',
    ...others,
  });
export const incoming = (send: Send, others: object = {}): Promise<Got> =>
  post(send, '/loans', {
    direction: 'incoming',
    lender: PARTNER,
    works: [{ title: 'Low tide', value: 1000 }],
    from: '2029-01-01',
    until: '2029-03-31',
    purpose: 'research',
    insuredBy: 'museum',
    ...others,
  });
export const step = (send: Send, reference: string, status: string, others: object = {}): Promise<Got> =>
  put(send, `/loans/${reference}/status`, { status, ...others });
export const agree = (send: Send, reference: string): Promise<Got> => step(send, reference, 'agreed', { agreedBy: 'Ines Falk' });
export const dispatch = (send: Send, reference: string, dispatchedOn = '2029-01-02'): Promise<Got> =>
  step(send, reference, 'on-loan', { dispatchedOn, courier: 'Arno Pohl' });
export const extend = (send: Send, reference: string, until: string): Promise<Got> =>
  post(send, `/loans/${reference}/extensions`, { until, reason: 'More visitors' });

/** The reference of a new outgoing loan that is agreed. */
export async function agreed(send: Send, accessions: readonly string[], others: object = {}): Promise<string> {
  const reference = String(of(await outgoing(send, accessions, others)).reference);
  await agree(send, reference);
  return reference;
}

/** The accession number of a new object, with a value and a grade if these are given. */
export async function made(send: Send, others: object = {}, { worth, grade }: { worth?: number; grade?: string } = {}): Promise<string> {
  const accession = String(of(await register(send, others)).accession);
  if (worth !== undefined) await value(send, accession, { value: worth });
  if (grade !== undefined) await condition(send, accession, { grade });
  return accession;
}
