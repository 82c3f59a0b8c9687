// A helpdesk service as other people write one, in memory, which does what its document says. Each fault that is planted is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, essence, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { without } from '../members.ts';
import type { Operation } from '../schemas.ts';
import { type Contract, contractWith, documentPath } from './contract.ts';
import { admin } from './handlers/admin.ts';
import { articles } from './handlers/articles.ts';
import type { Call, Handlers } from './handlers/call.ts';
import { conversations } from './handlers/comments.ts';
import { clientele } from './handlers/customers.ts';
import { createDesk } from './handlers/desk.ts';
import { files } from './handlers/files.ts';
import { search } from './handlers/search.ts';
import { states } from './handlers/states.ts';
import { tickets } from './handlers/tickets.ts';
import { createStore } from './seeds.ts';
import type { Account, Store } from './store.ts';
import { type FormPart, Invalid, parseForm, parseJson, Refusal, readBody } from './wire.ts';

export { documentPath };

export interface Credentials {
  readonly deskKey: string;
  readonly staffToken: string;
}

/** Two accounts that see nothing of each other, and a viewer of the first, whose key only reads and whose token only reads webhooks. */
export const credentials = {
  acme: { deskKey: `dsk_${'a'.repeat(32)}`, staffToken: 'acme-staff-51c7' },
  globex: { deskKey: `dsk_${'b'.repeat(32)}`, staffToken: 'globex-staff-88e0' },
  viewer: { deskKey: `dsk_${'c'.repeat(32)}`, staffToken: 'acme-reader-20fd' },
} as const satisfies Readonly<Record<string, Credentials>>;

const SCOPES: Readonly<Record<string, readonly string[]>> = {
  [credentials.acme.staffToken]: ['webhooks:read', 'webhooks:write', 'keys:write', 'exports:read'],
  [credentials.globex.staffToken]: ['webhooks:read', 'webhooks:write', 'keys:write', 'exports:read'],
  [credentials.viewer.staffToken]: ['webhooks:read'],
};

interface Caller {
  readonly account: Account;
  readonly isViewer: boolean;
}

type Faults = ReadonlySet<string>;

const refusalOf = (scheme: string, faults: Faults): Refusal =>
  new Refusal(
    401,
    'unauthorized',
    'The key or token is missing or wrong.',
    [],
    faults.has('unauthorized-without-challenge') ? {} : { 'www-authenticate': `${scheme} realm="desk"` },
  );

function byKey(store: Store, secret: unknown, faults: Faults): Caller {
  if (secret === credentials.acme.deskKey) return { account: store.account('acme'), isViewer: false };
  if (secret === credentials.globex.deskKey) return { account: store.account('globex'), isViewer: false };
  if (secret === credentials.viewer.deskKey) return { account: store.account('acme'), isViewer: true };
  for (const account of store.accounts.values()) {
    const key = [...account.keys.values()].find((one) => one.secret === secret);
    if (key === undefined) continue;
    const { expires_at, role } = key.value;
    const isExpired = expires_at != null && Date.parse(expires_at) <= Date.now();
    if (isExpired && !faults.has('key-expired-works')) throw refusalOf('DeskKey', faults);
    return { account, isViewer: role === 'viewer' && !faults.has('key-role-ignored') };
  }
  throw refusalOf('DeskKey', faults);
}

function byToken(store: Store, header: string | undefined, scope: string, faults: Faults): Caller {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const scopes = Object.hasOwn(SCOPES, token) ? SCOPES[token] : undefined;
  if (scopes === undefined) throw refusalOf('Bearer', faults);
  const loose =
    (faults.has('export-without-scope') && scope === 'exports:read') ||
    (faults.has('webhook-write-with-read-scope') && scope === 'webhooks:write');
  if (!scopes.includes(scope) && !loose) throw new Refusal(403, 'forbidden', `The token has no scope ${scope}.`);
  const account = store.account(token === credentials.globex.staffToken ? 'globex' : 'acme');
  return { account, isViewer: false };
}

function authenticate(store: Store, { document }: Contract, operation: Operation, request: IncomingMessage, faults: Faults): Caller {
  const [needed] = operation.security ?? document.security ?? [];
  if (needed === undefined) return { account: store.account(''), isViewer: false };
  if (needed.Staff !== undefined) {
    const [scope] = needed.Staff as readonly string[];
    return byToken(store, request.headers.authorization, scope ?? '', faults);
  }
  const secret = request.headers['x-desk-key'];
  const isFile = operation.operationId === 'downloadAttachment' && faults.has('attachment-content-without-key');
  if (isFile && secret === undefined) return { account: store.account('acme'), isViewer: true };
  const caller = byKey(store, secret, faults);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const loose = faults.has('viewer-comments') && operation.operationId === 'addComment';
  if (caller.isViewer && !reads && !loose) throw new Refusal(403, 'forbidden', 'The key only reads.');
  return caller;
}

function checkMediaType(operation: Operation, contentType: string | undefined, faults: Faults): void {
  const { requestBody, operationId } = operation;
  if (takes(operation, contentType) || (faults.has('comment-any-media-type') && operationId === 'editComment')) return;
  throw new Refusal(415, 'unsupported_media_type', `Send ${Object.keys(requestBody?.content ?? {}).join(' or ')}.`);
}

/** The values of the fields of a form, and a text for the file, as their schema wants them. */
const formFields = (parts: ReadonlyMap<string, FormPart>): Record<string, string> =>
  Object.fromEntries([...parts].map(([name, { bytes }]) => [name, name === 'file' ? '' : bytes.toString()]));

/** The same refusal, whose reasons tell what was sent. */
function withValues({ faults }: Invalid, body: unknown): Invalid {
  const valueAt = (at: readonly string[]): unknown =>
    at.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
  return new Invalid(faults.map(({ at, reason }) => ({ at, reason: `${reason}, but is ${JSON.stringify(valueAt(at))}` })));
}

const NEWEST = '2026-05-01';

function versionOf({ headers }: IncomingMessage, status: number, faults: Faults): Record<string, string> {
  if (status >= 400 && faults.has('api-version-missing-in-errors')) return {};
  const isOld = headers['api-version'] === '2025-11-01' && !faults.has('api-version-always-newest');
  return { 'api-version': isOld ? '2025-11-01' : NEWEST };
}

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const desk = createDesk(store, faults);
  const parts = [tickets, states, conversations, files, search, clientele, articles, admin];
  const handlers: Handlers = Object.assign({}, ...parts.map((part) => part(store, faults, desk)));

  function checked(operation: Operation, value: unknown): unknown {
    if (!faults.has('failure-repeats-values')) return contract.body(operation, value);
    try {
      return contract.body(operation, value);
    } catch (error) {
      throw error instanceof Invalid ? withValues(error, value) : error;
    }
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { pathname, search: given } = addressOf(request.url);
    const target = contract.find(request.method ?? 'GET', pathname);
    const { operation, path } = target;
    const caller = authenticate(store, contract, operation, request, faults);
    contract.checkPath(target);
    const query = contract.query(operation, given);
    contract.checkHeaders(operation, request);
    const contentType = request.headers['content-type'] ?? '';
    const hasBody = operation.requestBody !== undefined;
    if (hasBody) checkMediaType(operation, contentType, faults);
    const bytes = hasBody ? await readBody(request) : Buffer.alloc(0);
    const form = hasBody && essence(contentType) === 'multipart/form-data' ? parseForm(bytes, contentType) : undefined;
    const body = hasBody ? checked(operation, form === undefined ? parseJson(bytes) : formFields(form)) : undefined;
    const call: Call = {
      ...caller,
      path: (name) => path.get(name) ?? '',
      query,
      pathname,
      search: given,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => body as T,
      form: () => form ?? new Map(),
    };
    const { operationId } = operation;
    const handler = handlers[operationId === 'inspectAttachment' ? 'downloadAttachment' : operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(call);
  }

  function hasEnvelope(request: IncomingMessage): boolean {
    try {
      return contract.hasEnvelope(contract.find(request.method ?? 'GET', addressOf(request.url).pathname).operation);
    } catch {
      return false;
    }
  }

  function enveloped(refusal: Refusal): Reply {
    const { status, headers } = refusal;
    if (status === 404 && faults.has('failure-404-as-text')) return { status, headers, content: 'Not found', type: 'text/plain' };
    const body = refusal.envelope() as { error: { fields: object } };
    if (faults.has('failure-fields-list'))
      return { status, headers, body: { error: { ...body.error, fields: Object.keys(body.error.fields) } } };
    return { status, headers, body };
  }

  function problem(refusal: Refusal, isParameter: boolean): Reply {
    const { status, headers } = refusal;
    const whole = refusal.problem(isParameter);
    const text = faults.has('problem-status-text') ? { status: String(status) } : {};
    const content = JSON.stringify({ ...whole, ...text });
    const asJson = status === 422 && faults.has('problem-as-json');
    return { status, headers, content, type: asJson ? 'application/json' : 'application/problem+json' };
  }

  return {
    answer,
    refusal: (error, request) => {
      const isEnvelope = hasEnvelope(request);
      if (error instanceof Invalid) {
        const refusal = new Refusal(isEnvelope ? 400 : 422, 'invalid', error.message, error.faults);
        return isEnvelope ? enveloped(refusal) : problem(refusal, false);
      }
      const isKnown = error instanceof Refusal;
      if (!isKnown) console.error(error);
      const refusal = isKnown ? error : new Refusal(500, 'failed', 'The service failed.');
      const plain = faults.has('method-without-allow') && refusal.status === 405;
      const bare = faults.has('ping-limit-without-retry-after') && refusal.status === 429;
      const shown = plain || bare ? new Refusal(refusal.status, refusal.code, refusal.message, refusal.faults) : refusal;
      return isEnvelope ? enveloped(shown) : problem(shown, true);
    },
    headers: (headers, request, status) => {
      const isHidden = request.method === 'HEAD' && faults.has('attachment-head-without-length');
      return { ...versionOf(request, status, faults), ...(isHidden ? without(headers, 'content-length') : headers) };
    },
  };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createHelpdesk = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createHelpdesk(faults));

await serveByHand(import.meta.url, createHelpdesk, 4011);
