// Serves the endpoints of OAuth 2.0, which are beside the operations of the document: tokens, their revocation, and the app-only token.

import {
  type FetchHandler,
  intercept,
  parseJson,
  RefusalError,
  type ServerAnswer,
  type ServerRequest,
  SyntaxFault,
  splitTarget,
} from '@octavo/runtime';
import { readForm } from '../../platform/pages/form.ts';
import { equalSecrets } from '../../platform/secrets.ts';
import { StoreUnavailable } from '../../platform/store/store.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { appOfConsumer } from './apps.ts';
import { basicOf, fieldOf, GrantRefused, requireClient } from './clients.ts';
import { exchangeCode, type Granted, refreshTokens, revokeGrant } from './grants.ts';
import { ACCESS_SECONDS } from './tokens.ts';

type Endpoint = (request: ServerRequest, form: URLSearchParams) => Promise<object>;

export function withTokenEndpoints(server: FetchHandler, platform: MicroblogPlatform): FetchHandler {
  const { seal } = platform;
  const endpoints: Readonly<Record<string, Endpoint>> = {
    async '/2/oauth2/token'(request, form) {
      const grant = GRANTS[fieldOf(form, 'grant_type')];
      if (grant === undefined) throw unsupported('authorization_code or refresh_token');
      const app = await requireClient(platform, request, form);
      return tokenBody(await grant(platform, app, form));
    },
    async '/2/oauth2/revoke'(request, form) {
      const token = fieldOf(form, 'token');
      await revokeGrant(platform, await requireClient(platform, request, form), token);
      return { revoked: true };
    },
    async '/oauth2/token'(request, form) {
      if (fieldOf(form, 'grant_type') !== 'client_credentials') throw unsupported('client_credentials');
      const [key = '', secret = ''] = basicOf(request) ?? [];
      const app = await appOfConsumer(platform, key);
      if (app === undefined || !equalSecrets(secret, seal.open(app.consumer_secret)))
        throw new GrantRefused('invalid_client', 'The key is unknown, or the secret is wrong.');
      return { token_type: 'bearer', access_token: seal.open(app.bearer) };
    },
  };
  return intercept(server, (request, next) => {
    const [path] = splitTarget(request.target);
    const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
    return endpoint === undefined ? next(request) : answerOf(endpoint, request);
  });
}

const GRANTS: Readonly<Record<string, typeof exchangeCode>> = { authorization_code: exchangeCode, refresh_token: refreshTokens };

function unsupported(known: string): GrantRefused {
  return new GrantRefused('unsupported_grant_type', `The grant_type must be ${known}.`);
}

function tokenBody({ access, refresh, scopes }: Granted): object {
  const body = { token_type: 'bearer', expires_in: ACCESS_SECONDS, access_token: access, scope: scopes };
  return refresh === undefined ? body : { ...body, refresh_token: refresh };
}

async function answerOf(endpoint: Endpoint, request: ServerRequest): Promise<ServerAnswer> {
  if (request.method !== 'POST') return json(405, { error: 'invalid_request', error_description: 'Use POST.' }, { allow: 'POST' });
  try {
    const form = await readFields(request);
    if (form === undefined) throw new GrantRefused('invalid_request', 'The body must be application/x-www-form-urlencoded.');
    return json(200, await endpoint(request, form));
  } catch (error) {
    if (error instanceof StoreUnavailable) return json(503, { error: 'temporarily_unavailable' }, { 'retry-after': '1' });
    if (error instanceof RefusalError) return json(error.status, { error: 'invalid_request', error_description: error.message });
    if (!(error instanceof GrantRefused)) throw error;
    const body = { error: error.code, error_description: error.message };
    return error.code === 'invalid_client' ? json(401, body, { 'www-authenticate': 'Basic realm="tokens"' }) : json(400, body);
  }
}

const MOST_BYTES = 16 * 1024;

/** The fields of a form. Against RFC 6749, clients also send them as an object of JSON, or in the query, and the service of the record takes them. */
async function readFields(request: ServerRequest): Promise<URLSearchParams | undefined> {
  const form = await readForm(request);
  if (form !== undefined) return form.size > 0 ? form : new URLSearchParams(splitTarget(request.target)[1]);
  if (!/^application\/json\b/i.test(request.header('content-type') ?? '')) return undefined;
  try {
    const bytes = await request.bytes(MOST_BYTES).catch((error: unknown) => {
      if (error instanceof RefusalError) throw error;
      throw new GrantRefused('invalid_request', `The body has more than ${MOST_BYTES} bytes, or ends early.`);
    });
    const fields = parseJson(bytes);
    if (typeof fields !== 'object' || fields === null) return undefined;
    return new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'));
  } catch (error) {
    if (error instanceof SyntaxFault) throw new GrantRefused('invalid_request', 'The body is no JSON.');
    throw error;
  }
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): ServerAnswer {
  const all = { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache', ...headers };
  return { status, headers: all, body: JSON.stringify(body) };
}
