// What clients send and expect that the document does not describe: a token to introspect in a form or in a header, and JSON with line breaks.

import { type FetchHandler, intercept, type ServerAnswer, withTarget } from '@octavo/runtime';

type ServerRequest = Parameters<NonNullable<FetchHandler['answer']>>[0];

const TOKEN_INFO = '/oauth2/v2/tokeninfo';
const TOKENS = ['access_token', 'id_token'] as const;
const MAX_FORM_BYTES = 16 * 1024;

export function withDialect(server: FetchHandler): FetchHandler {
  return intercept(server, async (request, next) => {
    const [path = '', search = ''] = request.target.split('?', 2);
    const query = new URLSearchParams(search);
    const isTokenInfo = path === TOKEN_INFO && TOKENS.every((name) => !query.has(name));
    const answer = await next(isTokenInfo ? await withTokenInQuery(request, path, query) : request);
    return query.get('prettyPrint') === 'false' ? answer : indented(answer);
  });
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
  if (request.method !== 'POST' || !/^application\/x-www-form-urlencoded\b/i.test(request.header('content-type') ?? '')) return undefined;
  const form = new URLSearchParams(new TextDecoder().decode(await request.bytes(MAX_FORM_BYTES)));
  for (const name of TOKENS) {
    const token = form.get(name);
    if (token !== null) return [name, token];
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
