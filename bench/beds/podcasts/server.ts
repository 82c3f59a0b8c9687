// The podcasts as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { audio } from './handlers/audio.ts';
import type { Call, Faults, Handlers, Part } from './handlers/call.ts';
import { chapters } from './handlers/chapters.ts';
import { comments } from './handlers/comments.ts';
import { episodes } from './handlers/episodes.ts';
import { playlists } from './handlers/playlists.ts';
import { shows } from './handlers/shows.ts';
import { subscriptions } from './handlers/subscriptions.ts';
import { createStore } from './seeds.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly token: string;
  readonly account: 'studio' | 'tower';
  readonly role: 'publisher' | 'moderator';
}

/** Two accounts, and a moderator of the first one. */
export const credentials = {
  studio: { token: 'pod_5Tn8wQzKc1YbR3', account: 'studio', role: 'publisher' },
  tower: { token: 'pod_V0hJx7MdLe2Gp9', account: 'tower', role: 'publisher' },
  moderator: { token: 'pod_a6FsU4iNo8Wk2Z', account: 'studio', role: 'moderator' },
} as const satisfies Record<string, Caller>;

/** Operations that a fault opens to moderators. */
const OPEN: Readonly<Record<string, string>> = {
  getShowStatistics: 'moderator-reads-statistics',
  deletePlaylist: 'moderator-deletes-playlists',
};

/** Who sends a request. */
function callerOf(header: string | undefined, faults: Faults): Caller {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  const fold = (text = ''): string => (faults.has('token-in-any-case') ? text.toLowerCase() : text);
  const found = Object.values(credentials).find((one) => fold(one.token) === fold(token));
  if (found !== undefined) return found;
  const headers = faults.has('unauthorized-without-challenge') ? {} : { 'www-authenticate': 'Bearer realm="podcasts"' };
  throw new Refusal(401, 'The token is missing or wrong.', headers);
}

/** An operation that refuses a role is for publishers. */
function requireRole({ role }: Caller, { operationId, responses }: Operation, faults: Faults): void {
  const isOpen = role === 'publisher' || responses[403] === undefined || faults.has(OPEN[operationId] ?? '');
  if (!isOpen) throw new Refusal(403, 'The operation is for publishers.');
}

const MOST_JSON = 32_768;
const MOST_AUDIO = 65_536;

async function bodyOf(request: IncomingMessage, { requestBody }: Operation): Promise<Buffer> {
  const most = Object.hasOwn(requestBody?.content ?? {}, 'application/json') ? MOST_JSON : MOST_AUDIO;
  const bytes = requestBody === undefined ? Buffer.alloc(0) : await bytesOf(request, most);
  if (bytes === undefined) throw new Refusal(413, `A body has at most ${most} bytes.`);
  return bytes;
}

function parse(bytes: Buffer): unknown {
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

const PARTS: readonly Part[] = [shows, episodes, audio, chapters, comments, playlists, subscriptions];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  function callOf(request: IncomingMessage, caller: Caller, target: ReturnType<typeof contract.find>, bytes: Buffer): Call {
    const { operation, path } = target;
    const headers = contract.headers(operation, request.headers);
    const query = contract.query(operation, addressOf(request.url).search);
    const type = request.headers['content-type'];
    const requireType = (fault: string): void => {
      if (!takes(operation, type) && !faults.has(fault)) throw new Refusal(415, 'The operation does not take this media type.');
    };
    return {
      account: store[caller.account],
      id: (name) => path.get(name) ?? '',
      query: <T>() => query as T,
      header: (name) => headers[name] as string | undefined,
      input: <T>() => {
        requireType('json-of-any-media-type');
        return contract.body(operation, parse(bytes)) as T;
      },
      file: () => {
        requireType('audio-of-any-media-type');
        return { content: bytes, type: essence(type) };
      },
    };
  }

  const answer: Service['answer'] = async (request) => {
    const method = request.method ?? 'GET';
    const target = contract.find(method, addressOf(request.url).pathname);
    const { operation } = target;
    const { operationId } = operation;
    if (method === 'HEAD' && operationId === 'getEpisode' && faults.has('episode-without-head')) {
      throw new Refusal(405, 'The path has no HEAD.', { allow: 'GET, PATCH, DELETE' });
    }
    const caller = callerOf(request.headers.authorization, faults);
    requireRole(caller, operation, faults);
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(callOf(request, caller, target, await bodyOf(request, operation)));
  };

  const refusal = (error: unknown): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    const { status, headers } = known;
    if (status === 404 && faults.has('not-found-as-text')) return { status, headers, content: 'Not Found', type: 'text/plain' };
    return { status, headers, body: known.body() };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createPodcasts = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createPodcasts(faults));

await serveByHand(import.meta.url, createPodcasts, 4023);
