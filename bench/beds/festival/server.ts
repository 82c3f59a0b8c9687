// A festival box office as other people write one, in memory, which does what its document says. Each fault that is planted is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, essence, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { without } from '../members.ts';
import type { OpenApi, Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { admin } from './handlers/admin.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { exported } from './handlers/exports.ts';
import { festivals } from './handlers/festivals.ts';
import { orders } from './handlers/orders.ts';
import { performers } from './handlers/performers.ts';
import { expireOrders } from './handlers/sales.ts';
import { stages } from './handlers/stages.ts';
import { ticketTypes } from './handlers/ticket-types.ts';
import { tickets } from './handlers/tickets.ts';
import { waiting } from './handlers/waiting.ts';
import { createStore } from './seeds.ts';
import type { Account, Store } from './store.ts';
import { parseJson, Refusal, readBody } from './wire.ts';

export { documentPath };

export interface Credentials {
  readonly token: string;
  readonly deviceKey: string;
}

/** Two accounts that see nothing of each other, and a steward of the first, whose token only reads and whose device only scans. */
export const credentials = {
  meadow: { token: 'meadow-organizer-4f19c2', deviceKey: `bok_${'m'.repeat(32)}` },
  harbour: { token: 'harbour-organizer-a07d3e', deviceKey: `bok_${'h'.repeat(32)}` },
  steward: { token: 'meadow-steward-8813bd', deviceKey: `bok_${'w'.repeat(32)}` },
} as const satisfies Readonly<Record<string, Credentials>>;

const ALL_SCOPES = ['festivals.read', 'festivals.write', 'orders.read', 'orders.write', 'admin'];
const READ_SCOPES = ['festivals.read', 'orders.read'];

interface Caller {
  readonly account: Account;
  readonly isDevice: boolean;
}

const forbidden = (detail: string): Refusal => new Refusal(403, detail);

/** The caller of the box office or the organizer that a list of credentials has, by name. */
function accountOf(store: Store, isRight: (one: Credentials) => boolean): { account: Account; isSteward: boolean } | undefined {
  const name = Object.entries(credentials).find(([, one]) => isRight(one))?.[0];
  if (name === undefined) return undefined;
  return { account: store.account(name === 'harbour' ? 'harbour' : 'meadow'), isSteward: name === 'steward' };
}

/** Operations whose scope is not checked by a fault. */
const LOOSE: Readonly<Record<string, string>> = {
  'steward-refunds': 'refundOrder',
  'steward-updates-festivals': 'updateFestival',
  'steward-deletes-stages': 'deleteStage',
};

function byToken(store: Store, header: string | undefined, scope: string, loose: boolean): Caller | Refusal | undefined {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  const found = accountOf(store, (one) => one.token === token);
  if (found === undefined) return undefined;
  const scopes = found.isSteward ? READ_SCOPES : ALL_SCOPES;
  return scopes.includes(scope) || loose ? { account: found.account, isDevice: false } : forbidden(`The token has no scope ${scope}.`);
}

const SELLING = ['createOrder', 'payOrder'];

function byKey(store: Store, key: unknown, operationId: string, faults: Faults): Caller | Refusal | undefined {
  const known = accountOf(store, (one) => one.deviceKey === key);
  const registered = [...store.accounts.values()].map((account) => ({ account, device: account.keys.get(String(key)) }));
  const found = registered.find(({ device }) => device !== undefined);
  const expireTime = found?.device?.expireTime;
  const isOver = expireTime !== undefined && Date.parse(expireTime) <= Date.now() && !faults.has('device-key-expired-works');
  const account = known?.account ?? (isOver ? undefined : found?.account);
  if (account === undefined) return undefined;
  const isScanner = known?.isSteward ?? found?.device?.mode === 'scan';
  const isSale = SELLING.includes(operationId) && !faults.has('device-scanner-sells');
  return isScanner && isSale ? forbidden('The device only scans.') : { account, isDevice: true };
}

/** The caller, by one of the credentials that the operation takes. */
function authenticate(store: Store, document: OpenApi, operation: Operation, { headers }: IncomingMessage, faults: Faults): Caller {
  const { security = document.security ?? [], operationId } = operation;
  if (security.length === 0) return { account: store.account(''), isDevice: false };
  const isOpen = operationId === 'downloadPoster' && headers.authorization === undefined && faults.has('poster-without-token');
  if (isOpen) return { account: store.account('meadow'), isDevice: false };
  const loose = Object.entries(LOOSE).some(([fault, id]) => faults.has(fault) && id === operationId);
  const tried = security.map((one) => {
    const [scope = ''] = (one.Organizer ?? []) as readonly string[];
    if (one.Organizer !== undefined) return byToken(store, headers.authorization, scope, loose);
    return byKey(store, headers['x-box-office-key'], operationId, faults);
  });
  for (const one of tried) if (one !== undefined && !(one instanceof Refusal)) return one;
  const refusal = tried.find((one) => one instanceof Refusal);
  if (refusal !== undefined) throw refusal;
  const challenge = security.some((one) => one.Organizer !== undefined) ? 'Bearer realm="festival"' : 'ApiKey realm="box-office"';
  const shown = faults.has('unauthorized-without-challenge') ? {} : { 'www-authenticate': challenge };
  throw new Refusal(401, 'The credential is missing or unknown.', [], shown);
}

function checkType(operation: Operation, header: string, faults: Faults): void {
  const { requestBody, operationId } = operation;
  const isAny =
    (faults.has('poster-type-any') && operationId === 'uploadPoster') ||
    (faults.has('order-any-media-type') && operationId === 'createOrder');
  if (!isAny && !takes(operation, header)) throw new Refusal(415, `Send ${Object.keys(requestBody?.content ?? {}).join(' or ')}.`);
}

function problemOf(refusal: Refusal, sent: unknown, faults: Faults): Reply {
  const { status } = refusal;
  const headers = faults.has('method-without-allow') && status === 405 ? {} : refusal.headers;
  if (status === 404 && faults.has('problem-404-as-text')) return { status, headers, content: 'Not found', type: 'text/plain' };
  const problem = refusal.problem();
  const repeated = faults.has('problem-repeats-body') && status === 400 && sent !== undefined ? { detail: JSON.stringify(sent) } : {};
  const errors = faults.has('problem-errors-texts') ? { errors: refusal.mistakes.map(({ detail }) => detail) } : {};
  const text = faults.has('problem-status-text') ? { status: String(status) } : {};
  const type = faults.has('problem-as-json') && status === 409 ? 'application/json' : 'application/problem+json';
  return { status, headers, content: JSON.stringify({ ...problem, ...repeated, ...errors, ...text }), type };
}

/** Headers that an answer to HEAD lacks by a fault. */
const HIDDEN_OF_HEAD = { 'head-without-length': 'content-length', 'head-without-etag': 'etag' };

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const health = { getHealth: () => ({ status: 200, body: { status: 'serving' } }) };
  const parts = [festivals, stages, performers, ticketTypes, orders, tickets, waiting, exported, admin];
  const handlers: Handlers = Object.assign(health, ...parts.map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request, keep) => {
    const { pathname, search } = addressOf(request.url);
    const target = contract.find(request.method ?? 'GET', pathname);
    const { operation } = target;
    const caller = authenticate(store, contract.document, operation, request, faults);
    const path = contract.path(target);
    const query = contract.query(operation, search);
    const type = request.headers['content-type'] ?? '';
    const isLoose = operation.operationId === 'uploadPoster' && faults.has('poster-one-byte-too-large');
    const bytes = operation.requestBody === undefined ? Buffer.alloc(0) : await readBody(request, isLoose ? 65_537 : undefined);
    expireOrders(store, caller.account);
    const call: Call = {
      ...caller,
      id: (name) => path.get(name) ?? '',
      query: <T>() => query as T,
      pathname,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => {
        checkType(operation, type, faults);
        const body = parseJson(bytes);
        keep(body);
        return contract.body(operation, body) as T;
      },
      upload: () => {
        checkType(operation, type, faults);
        return { bytes, type: essence(type) };
      },
      fits: contract.fits,
    };
    const handler = handlers[operation.operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operation.operationId}.`);
    return handler(call);
  };

  const refusal: Service['refusal'] = (error, _, body) => {
    if (!(error instanceof Refusal)) console.error(error);
    return problemOf(error instanceof Refusal ? error : new Refusal(500, 'The service failed.'), body, faults);
  };

  const headers: Service['headers'] = (all, { method }) => {
    const hidden = method === 'HEAD' ? Object.entries(HIDDEN_OF_HEAD).filter(([fault]) => faults.has(fault)) : [];
    return without(all, ...hidden.map(([, name]) => name));
  };

  return { answer, refusal, headers };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createFestival = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createFestival(faults));

await serveByHand(import.meta.url, createFestival, 4013);
