// A service behind OAuth 2 for these tests, in memory: it accepts tokens that the authorization server issued and did not revoke.
import {
  type CallOptions,
  call,
  createServer,
  createTransport,
  encodeBody,
  inMemoryFetch,
  json,
  ndjson,
  type OAuth2Flows,
  type Operation,
  oauth2Scheme,
  openIdConnectScheme,
  type SecurityScheme,
} from '@octavo/runtime';
import type { TokenScheme } from '@octavo/runtime/oauth';
import type { AuthServer } from './server.ts';

export const service = { id: 'notes', servers: [{ url: 'https://notes.example/v1' }] };

export function flowsOf(server: AuthServer): OAuth2Flows {
  const urls = { tokenUrl: `${server.url}/token`, scopes: ['read', 'write'] };
  return {
    clientCredentials: urls,
    authorizationCode: { ...urls, authorizationUrl: `${server.url}/authorize` },
    deviceAuthorization: { ...urls, deviceAuthorizationUrl: `${server.url}/device` },
  };
}

export const schemeOf = (server: AuthServer) => oauth2Scheme('login', flowsOf(server));
export const oidcOf = (server: AuthServer) =>
  openIdConnectScheme('login', { openIdConnectUrl: `${server.url}/tenant/.well-known/openid-configuration` });

/** Calls of a client with this credential. */
export function callsOf(server: AuthServer, scheme: TokenScheme, credential: unknown, more?: SecurityScheme) {
  const row = (
    id: string,
    scopes: readonly string[],
    method = 'GET',
  ): Operation<{ body?: unknown; contentType?: string }, { status: 200 | 401; body?: unknown }> => ({
    id,
    method,
    path: `/${id}`,
    ...(method === 'GET'
      ? {}
      : { body: { encode: encodeBody, contents: { 'application/json': json, 'application/x-ndjson': ndjson(json) } } }),
    responses: { 200: { contents: { 'application/json': json } }, 401: {} },
    security: [more === undefined ? [{ scheme, scopes }] : [{ scheme, scopes }, { scheme: more }]],
  });
  const read = row('read', ['read']);
  const write = row('write', ['write'], 'POST');
  const used: string[] = [];
  const handler = createServer(
    service,
    [read, write].map((operation) => ({
      name: operation.id,
      operation,
      checks: { input: (_: unknown): _ is unknown => true, responses: {} },
    })),
    { read: () => ({ status: 200, body: { ok: true } }), write: ({ body }: { body: unknown }) => ({ status: 200, body }) },
    {
      security: {
        key: () => 'app',
        login: (token: string, { scopes }: { scopes: readonly string[] }) => {
          used.push(token);
          const granted = server.good.get(token)?.split(' ');
          return granted !== undefined && scopes.every((scope) => granted.includes(scope)) ? 'u1' : undefined;
        },
      },
    },
  );
  const transport = createTransport(service, { fetch: inMemoryFetch(handler), credentials: { login: credential, key: 'K' } });
  return {
    used,
    transport,
    read: (options: CallOptions = {}) => call(transport, read, {}, options),
    write: (body: unknown, contentType = 'application/json') => call(transport, write, { body, contentType }),
  };
}
