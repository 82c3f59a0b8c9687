// Reads and writes what clients send and expect beside the document: a token to introspect in a form or in a header, the token of a user in the
// query, JSON with line breaks, and the public keys of ID tokens.

import { type FetchHandler, intercept, type ServerAnswer, type ServerRequest, splitTarget, withTarget } from '@octavo/runtime';
import { readForm } from '../platform/pages/form.ts';
import { StoreUnavailable } from '../platform/store/store.ts';

const TOKEN_INFO = '/oauth2/v2/tokeninfo';
const TOKENS = ['access_token', 'id_token'] as const;

/** The name of the same credential in RFC 6750 section 2.3, by which clients of OAuth 2.0 send it. */
const ACCESS_TOKEN = 'access_token';
const USER_INFO: readonly string[] = ['/oauth2/v2/userinfo', '/userinfo/v2/me'];

/** Where an older revision of the interface had the public keys. */
const KEYS = '/oauth2/v2/certs';

/** @param publicKeys A JSON Web Key Set (RFC 7517 section 5). */
export function withDialect(server: FetchHandler, publicKeys: () => Promise<object>): FetchHandler {
  return intercept(server, async (request, next) => {
    const [path, search] = splitTarget(request.target);
    if (path === KEYS && request.method === 'GET') return keysAnswer(publicKeys);
    const query = new URLSearchParams(search);
    const answer = await next(await respelled(request, path, query));
    return query.get('prettyPrint') === 'false' ? answer : indented(answer);
  });
}

async function keysAnswer(publicKeys: () => Promise<object>): Promise<ServerAnswer> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
  try {
    return { status: 200, headers, body: JSON.stringify(await publicKeys()) };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const body = { error: { code: 503, message: 'The keys are not available at the moment. Try again.', status: 'INTERNAL' } };
    return { status: 503, headers: { ...headers, 'retry-after': '1' }, body: JSON.stringify(body) };
  }
}

async function respelled(request: ServerRequest, path: string, query: URLSearchParams): Promise<ServerRequest> {
  if (path === TOKEN_INFO && TOKENS.every((name) => !query.has(name))) return withTokenInQuery(request, path, query);
  const token = query.get(ACCESS_TOKEN);
  if (token === null || query.has('oauth_token') || !USER_INFO.includes(path)) return request;
  query.delete(ACCESS_TOKEN);
  query.set('oauth_token', token);
  return withTarget(request, `${path}?${query}`);
}

/** The same request with the token in the query, where a form or the header has one. */
async function withTokenInQuery(request: ServerRequest, path: string, query: URLSearchParams): Promise<ServerRequest> {
  const [name, token] = (await tokenInForm(request)) ?? tokenInHeader(request) ?? [];
  if (name === undefined || token === undefined) return request;
  query.set(name, token);
  return withTarget(request, `${path}?${query}`);
}

type NamedToken = readonly [(typeof TOKENS)[number], string];

async function tokenInForm(request: ServerRequest): Promise<NamedToken | undefined> {
  const form = await readForm(request);
  for (const name of TOKENS) {
    const token = form?.get(name);
    if (token != null) return [name, token];
  }
  return undefined;
}

function tokenInHeader(request: ServerRequest): NamedToken | undefined {
  const token = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];
  return token === undefined ? undefined : ['access_token', token];
}

/** JSON with line breaks and indentation, which is the document's default of `prettyPrint`. */
function indented(answer: ServerAnswer): ServerAnswer {
  if (typeof answer.body !== 'string' || !answer.headers['content-type']?.startsWith('application/json')) return answer;
  return { ...answer, body: `${JSON.stringify(JSON.parse(answer.body), null, 2)}\n` };
}
