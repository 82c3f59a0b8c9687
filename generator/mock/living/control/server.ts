// The control API of living mocks, as that of the services: the same paths, bodies and credentials, so that the pages of the portal can use either.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '../../../base/error.ts';
import { isLoopbackName } from '../../../base/loopback.ts';
import { readBody, send, sendProblem } from '../../http.ts';
import type { Ground } from './ground.ts';
import { ControlRefusal } from './refusal.ts';
import type { Reply, Request } from './route.ts';
import { ROUTES } from './routes.ts';

export interface ControlOptions {
  readonly token: string;
  /** The origin of the portal, whose pages may use control with the cookie. */
  readonly portal: () => string | undefined;
  readonly ground: Ground;
  /** The documents that are served, and where. */
  readonly documents: () => readonly { readonly id: string; readonly url: string }[];
}

export const CONTROL_COOKIE = 'octavo_control';
const BASE = '/v1';
const BODY_BYTES = 1024 * 1024;
const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** Listen with it on loopback only. */
export function controlListener(options: ControlOptions): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const portal = options.portal();
    const { origin } = request.headers;
    if (origin !== undefined && origin === portal) allow(request, response, origin);
    answer(request, response, options).catch((error: unknown) => {
      const refusal = error instanceof ControlRefusal ? error : new ControlRefusal(500, messageOf(error));
      const { status, code, message: detail } = refusal;
      const title = TITLES[status] ?? 'Refused';
      sendProblem(
        response,
        { status, title, detail, code: code ?? title.toLowerCase().replaceAll(' ', '-') },
        status === 401 ? { 'www-authenticate': 'Bearer' } : {},
      );
    });
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ControlOptions): Promise<void> {
  checkCaller(request, options.portal());
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  checkCredential(request, options);
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const path = url.pathname.startsWith(`${BASE}/`) ? url.pathname.slice(BASE.length) : '';
  const fitting = ROUTES.flatMap((route) => {
    const match = route.path.exec(path);
    return match === null ? [] : [{ route, values: match.slice(1).map(decodeURIComponent) }];
  });
  if (fitting.length === 0) throw new ControlRefusal(404, `A living mock has no ${path === '' ? url.pathname : path} to control.`);
  const found = fitting.find(({ route }) => route.method === request.method);
  if (found === undefined) throw new ControlRefusal(405, `Use ${fitting.map(({ route }) => route.method).join(' or ')}.`);
  const asked: Request = { values: found.values, query: url.searchParams, body: await bodyOf(request) };
  sendReply(response, await found.route.answer(asked, options));
}

function sendReply(response: ServerResponse, reply: Reply): void {
  if ('follow' in reply) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': listening\n\n');
    const end = reply.follow((data) => void response.write(`data: ${JSON.stringify(data)}\n\n`));
    const alive = setInterval(() => void response.write(': alive\n\n'), KEEP_ALIVE).unref();
    response.on('close', () => {
      clearInterval(alive);
      end();
    });
    return;
  }
  if (reply.body === undefined) {
    response.writeHead(reply.status).end();
    return;
  }
  send(response, reply.status, { 'content-type': 'application/json' }, JSON.stringify(reply.body));
}

const KEEP_ALIVE = 15_000;

/** @throws for what a page of another origin can have sent */
function checkCaller({ headers }: IncomingMessage, portal: string | undefined): void {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(headers.host ?? '')?.[1]?.replace(/^\[|\]$/g, '') ?? '';
  if (!isLoopbackName(name)) throw new ControlRefusal(403, 'Control answers only under the name of this machine, such as 127.0.0.1.');
  if (headers.origin !== undefined && headers.origin !== portal)
    throw new ControlRefusal(403, `Pages of ${headers.origin} may not use control.`);
  const type = headers['content-type'];
  if (type !== undefined && !/^application\/json\s*(?:;|$)/i.test(type))
    throw new ControlRefusal(415, 'Control takes application/json only.');
}

/** Browsers send cookies to all ports of a host, so the cookie counts only in requests of the portal. */
function checkCredential({ headers }: IncomingMessage, { token, portal }: ControlOptions): void {
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const [, cookie] = new RegExp(`(?:^|;\\s*)${CONTROL_COOKIE}=([^;]*)`).exec(headers.cookie ?? '') ?? [];
  const isPortal = headers.origin !== undefined && headers.origin === portal();
  const given = bearer ?? (isPortal ? cookie : undefined);
  if (given === undefined || !isSame(given, token))
    throw new ControlRefusal(401, 'Control needs the token that was printed at the start, as `Authorization: Bearer …`.');
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const read = await readBody(request, BODY_BYTES);
  if (read.kind === 'too-large') throw new ControlRefusal(413, 'The body is larger than 1 MiB.');
  if (read.kind === 'broken') throw new ControlRefusal(400, 'The body is incomplete.');
  if (read.bytes.length === 0) return undefined;
  try {
    return JSON.parse(read.bytes.toString('utf8'));
  } catch {
    throw new ControlRefusal(400, 'The body is not JSON.');
  }
}

function allow(request: IncomingMessage, response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('vary', 'origin');
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
}
