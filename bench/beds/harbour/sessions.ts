// Who asks: sessions, the ports that they belong to, and what they may do.
import { LUNDE, SKARVIK } from './seeds.ts';
import type { Port, Store } from './store.ts';
import { Refusal } from './wire.ts';

interface Session {
  readonly port: number;
  readonly isWatch: boolean;
}

/** The sessions of three callers: two harbour masters, and the watch of the first one's port. */
export const credentials = {
  skarvik: { session: 'skm-Qw7eRt4yUi0pAs2d' },
  lunde: { session: 'lum-Zx9cVb6nMk3jHg1f' },
  watch: { session: 'skw-Lp5oKi8jUh2yGt6r' },
} as const;

const SESSIONS: ReadonlyMap<string, Session> = new Map([
  [credentials.skarvik.session, { port: SKARVIK, isWatch: false }],
  [credentials.lunde.session, { port: LUNDE, isWatch: false }],
  [credentials.watch.session, { port: SKARVIK, isWatch: true }],
]);

type On = (fault: string) => boolean;

/** The value of the cookie of the session. */
const cookieOf = (header = ''): string | undefined => /(?:^|;)\s*port_session="?([^;"]*)"?\s*(?:;|$)/.exec(header)?.[1]?.trim();

/** The session of a request. */
export function sessionOf(header: string | undefined, on: On): Session {
  const given = cookieOf(header) ?? '';
  const known = [...SESSIONS].find(([name]) => (on('session-minds-no-case') ? name.toLowerCase() === given.toLowerCase() : name === given));
  if (known === undefined) throw new Refusal(401, 'no_session', 'There is no session, or an unknown one.');
  return known[1];
}

const READS = ['listVessels', 'getVessel', 'listBerths', 'getBerth', 'listCalls', 'getCall', 'listOrders', 'listIncidents'];
const WATCH = new Set([
  ...READS,
  ...['listNotices', 'getNotice', 'recordArrival', 'recordBerthing', 'recordDeparture', 'completeOrder', 'reportIncident'],
]);

/** Faults that let the watch do too much. */
const EXCESS: Readonly<Record<string, string>> = {
  cancelOrder: 'watch-cancels-orders',
  getDues: 'watch-sees-dues',
  updateCall: 'watch-changes-calls',
};

/** Refuses what the session may not do. */
export function checkRights({ isWatch }: Session, operationId: string, on: On): void {
  if (!isWatch || on(EXCESS[operationId] ?? '')) return;
  if (!WATCH.has(operationId) || (operationId === 'completeOrder' && on('watch-completes-no-orders')))
    throw new Refusal(403, 'forbidden', 'The watch may not do this.');
}

/** Faults that find the things of all ports. */
const FOREIGN: Readonly<Record<string, string>> = { getCall: 'calls-of-all-ports', cancelOrder: 'orders-of-all-ports' };

/** The port whose things a request is about. */
export function portOf({ ports }: Store, { port }: Session, operationId: string, path: ReadonlyMap<string, string>, on: On): Port {
  const [callId, orderId] = [path.get('callId') ?? '', path.get('orderId') ?? ''];
  const foreign = on(FOREIGN[operationId] ?? '')
    ? ports.find(({ visits, orders }) => visits.has(callId) || orders.has(orderId))
    : undefined;
  return foreign ?? (ports[port] as Port);
}
