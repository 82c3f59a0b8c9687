// Who sends the probes of the harbour, and the steps that many of them take.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly skarvik: Send;
  readonly lunde: Send;
  readonly watch: Send;
  /** Has no session. */
  readonly stranger: Send;
}

const cookie = (session: string): { readonly cookie: string } => ({ cookie: `port_session=${session}` });

export const callers = (url: string): Callers => ({
  skarvik: client(url, cookie(credentials.skarvik.session)),
  lunde: client(url, cookie(credentials.lunde.session)),
  watch: client(url, cookie(credentials.watch.session)),
  stranger: client(url, {}),
});

/** The calls that are there at first, by state; the second one that is announced has orders, and the one at berth has goods. */
export const FIRST = {
  announced: '/calls/5f0c00000001',
  ordered: '/calls/5f0c00000002',
  arrived: '/calls/5f0c00000003',
  berthed: '/calls/5f0c00000004',
  departed: '/calls/5f0c00000005',
  cancelled: '/calls/5f0c00000006',
} as const;

export const VESSEL = {
  shipNumber: '9300011',
  name: 'Fjordglimt',
  flag: 'NO',
  type: 'ferry',
  length: 74.5,
  beam: 14.2,
  maxDraught: 3.9,
  grossTonnage: 2950,
} as const;

export const CALL = {
  shipNumber: '9100049',
  eta: '2031-06-01T06:00:00Z',
  etd: '2031-06-03T18:00:00Z',
  draught: 6.25,
  purpose: 'unloading',
  crew: 14,
  agent: { name: 'Nordlys Shipping', email: 'desk@nordlys.example' },
} as const;

export const BERTH = { length: 145.5, depth: 8.25, accepts: ['bulk', 'ferry'] } as const;

export const PETROL = { unNumber: '1203', class: '3', name: 'Petrol', quantity: 500, packages: 2, flashPoint: -40 } as const;
export const FIREWORKS = { unNumber: '0336', class: '1', name: 'Fireworks', quantity: 640, packages: 32 } as const;

export const INCIDENT = {
  kind: 'collision',
  severity: 3,
  happenedAt: '2031-04-11T04:20:00Z',
  position: { latitude: 59.4, longitude: 5.3 },
  description: 'A fender was hit.',
} as const;

export const NOTICE = {
  title: 'Dredging',
  text: 'Keep clear.',
  from: '2031-07-01T00:00:00Z',
  until: '2031-07-15T00:00:00Z',
} as const;

export const PAYMENT = { reference: 'BANK-2031', amount: 1000, method: 'transfer', paidOn: '2031-04-11' } as const;
export const TUGS = { kind: 'tug', at: '2031-06-01T08:00:00Z', tugs: 1, hours: 2 } as const;
export const PILOT = { kind: 'pilot', at: '2031-06-01T08:00:00Z', boarding: 'quay' } as const;

export const post = (send: Send, path: string, body: unknown): Promise<Got> => send('POST', path, { body });
export const put = (send: Send, path: string, body: unknown): Promise<Got> => send('PUT', path, { body });
export const patch = (send: Send, path: string, body: unknown): Promise<Got> => send('PATCH', path, { body });
export const get = (send: Send, path: string): Promise<Got> => send('GET', path);

export const register = (send: Send, changes: object = {}): Promise<Got> => post(send, '/vessels', { ...VESSEL, ...changes });
export const announce = (send: Send, changes: object = {}): Promise<Got> => post(send, '/calls', { ...CALL, ...changes });
export const declare = (send: Send, call: string, ...items: readonly object[]): Promise<Got> => put(send, `${call}/goods`, { items });
export const report = (send: Send, changes: object = {}): Promise<Got> => post(send, '/incidents', { ...INCIDENT, ...changes });
export const grant = (send: Send, call: string, validUntil = '2031-06-30T00:00:00Z'): Promise<Got> =>
  put(send, `${call}/clearance`, { decision: 'granted', validUntil });

/** Announces a call, and gives its path. */
export async function announced(send: Send, changes: object = {}): Promise<string> {
  return `/calls/${of(await announce(send, changes)).id}`;
}

/** Announces a call of a vessel, clears it, and lets it arrive; gives the path of the call. */
export async function arrived(send: Send, changes: object = {}): Promise<string> {
  const call = await announced(send, changes);
  await grant(send, call);
  await post(send, `${call}/arrival`, { at: CALL.eta });
  return call;
}

/** Registers a vessel and lets it arrive; gives the path of the call. */
export async function arrivedNew(send: Send, changes: object, call: object = {}): Promise<string> {
  await register(send, changes);
  return arrived(send, { shipNumber: VESSEL.shipNumber, draught: 3.5, ...call });
}

export const berth = (send: Send, call: string, code: string, at = '2031-06-01T10:00:00Z'): Promise<Got> =>
  post(send, `${call}/berthing`, { berth: code, at });

export const order = async (send: Send, call: string, wish: object): Promise<string> =>
  `/orders/${of(await post(send, `${call}/orders`, wish)).id}`;

export const complete = (send: Send, path: string, at: string): Promise<Got> => post(send, `${path}/completion`, { at });
export const cancel = (send: Send, path: string, at: string): Promise<Got> => post(send, `${path}/cancellation`, { at });

/** The things of a list. */
export const listed = (got: Got): readonly Item[] => Object.values((of(got)._embedded ?? {}) as Record<string, readonly Item[]>)[0] ?? [];

/** Whether a request succeeds, and a second one has this status. */
export async function after(first: Promise<Got>, second: () => Promise<Got>, status: number): Promise<boolean> {
  const { status: before } = await first;
  return before < 300 && (await second()).status === status;
}
