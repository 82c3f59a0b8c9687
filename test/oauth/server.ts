// A small authorization server on loopback for these tests: it checks requests, rotates refresh tokens, and misbehaves on demand.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { clientId: 'my app:1', clientSecret: 'pä%s+s/w:rd' };
export const PUBLIC = 'public-app';
export const REDIRECT = 'https://app.example/callback';

interface Seen {
  readonly path: string;
  /** URL with its query. */
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface AuthServer {
  readonly url: string;
  readonly seen: Seen[];
  /** Valid access tokens, with their scopes. */
  readonly good: Map<string, string>;
  /** Responses to the next token requests, in place of the correct ones. */
  readonly instead: (Answer | 'hang')[];
  /** Lifetime of new tokens in seconds. */
  expiresIn: number | undefined;
  /** The issuer in the metadata. */
  issuer: string;
  idToken: boolean;
  /** The user's decision about a device code. */
  decision: 'pending' | 'slow' | 'yes' | 'no';
  /** Acts as the browser and the user at the authorization URL; returns the callback URL. */
  authorize(url: string, allowed?: boolean): string;
  close(): Promise<void>;
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
const BASIC = `Basic ${btoa(`${encode(CLIENT.clientId)}:${encode(CLIENT.clientSecret)}`)}`;

function encode(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}

export async function startServer(): Promise<AuthServer> {
  const codes = new Map<string, Readonly<Record<string, string>>>();
  const refreshTokens = new Map<string, string>();
  let devices = 0;

  const issue = (scope: string, refresh: boolean, clientId: string): Answer => {
    const token = `at-${randomUUID()}`;
    server.good.set(token, scope);
    const renewal = `rt-${randomUUID()}`;
    if (refresh) refreshTokens.set(renewal, scope);
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: server.issuer, sub: 'u1', aud: clientId, iat: now, exp: now + 60 };
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    return {
      body: {
        access_token: token,
        token_type: 'Bearer',
        ...(server.expiresIn === undefined ? {} : { expires_in: server.expiresIn }),
        ...(refresh ? { refresh_token: renewal } : {}),
        ...(server.idToken ? { id_token: `${part({ alg: 'RS256' })}.${part(claims)}.${part('signature')}` } : {}),
      },
    };
  };

  const refuse = (error: string, description?: string): Answer => ({
    status: 400,
    body: { error, ...(description === undefined ? {} : { error_description: description }) },
  });

  const token = (seen: Seen): Answer => {
    const { parameters, authorization } = seen;
    const inBody = parameters.client_id === CLIENT.clientId && parameters.client_secret === CLIENT.clientSecret;
    const isPublic = parameters.client_id === PUBLIC && parameters.client_secret === undefined;
    if (!((authorization !== undefined && sameBasic(authorization)) || (authorization === undefined && (inBody || isPublic)))) {
      return {
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="tokens"' },
        body: { error: 'invalid_client', error_description: `bad ${parameters.client_secret ?? CLIENT.clientSecret}\u2028` },
      };
    }
    const clientId = isPublic ? PUBLIC : CLIENT.clientId;
    switch (parameters.grant_type) {
      case 'client_credentials':
        return issue(parameters.scope ?? '', false, clientId);
      case 'authorization_code': {
        const asked = codes.get(parameters.code ?? '');
        codes.delete(parameters.code ?? '');
        const challenge = createHash('sha256')
          .update(parameters.code_verifier ?? '')
          .digest('base64url');
        if (asked === undefined || asked.redirect_uri !== parameters.redirect_uri || asked.code_challenge !== challenge) {
          return refuse('invalid_grant', `no such code ${parameters.code}, verifier ${parameters.code_verifier}`);
        }
        return issue(asked.scope ?? '', true, clientId);
      }
      case 'refresh_token': {
        const scope = refreshTokens.get(parameters.refresh_token ?? '');
        // Rotation: each refresh token is valid once.
        refreshTokens.delete(parameters.refresh_token ?? '');
        return scope === undefined ? refuse('invalid_grant', `used: ${parameters.refresh_token}`) : issue(scope, true, clientId);
      }
      case 'urn:ietf:params:oauth:grant-type:device_code':
        if (parameters.device_code !== `device-${devices}`) return refuse('invalid_grant');
        if (server.decision === 'yes') return issue('read', true, clientId);
        return refuse({ pending: 'authorization_pending', slow: 'slow_down', no: 'access_denied' }[server.decision]);
      default:
        return refuse('unsupported_grant_type');
    }
  };

  const answer = (seen: Seen): Answer | 'hang' => {
    switch (seen.path) {
      case '/.well-known/oauth-authorization-server/tenant':
        return { status: 404, body: {} };
      case '/.well-known/oauth-authorization-server':
      case '/.well-known/openid-configuration':
      case '/tenant/.well-known/openid-configuration': {
        const tenant = seen.path.startsWith('/tenant') ? '/tenant' : '';
        return {
          body: {
            issuer: `${server.issuer}${tenant}`,
            authorization_endpoint: `${server.url}/authorize`,
            token_endpoint: `${server.url}/token`,
            device_authorization_endpoint: `${server.url}/device`,
            authorization_response_iss_parameter_supported: true,
          },
        };
      }
      case '/authorize':
        // Grants every request at once.
        return { status: 302, headers: { location: server.authorize(seen.url) } };
      case '/token':
        return server.instead.shift() ?? token(seen);
      case '/device':
        return {
          body: {
            device_code: `device-${++devices}`,
            user_code: 'WDJB-MJHT',
            verification_uri: `${server.url}/activate`,
            verification_uri_complete: `${server.url}/activate?code=WDJB-MJHT`,
            expires_in: 60,
            interval: 0.01,
          },
        };
      default:
        return { status: 404 };
    }
  };

  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk));
    request.on('end', () => {
      const seen: Seen = {
        path: (request.url ?? '').split('?')[0] ?? '',
        url: `${url}${request.url ?? ''}`,
        parameters: Object.fromEntries(new URLSearchParams(body)),
        authorization: request.headers.authorization,
      };
      server.seen.push(seen);
      const given = answer(seen);
      if (given === 'hang') return;
      response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
      response.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server: AuthServer = {
    url,
    seen: [],
    good: new Map(),
    instead: [],
    expiresIn: 3600,
    issuer: url,
    idToken: false,
    decision: 'yes',
    authorize(asked, allowed = true) {
      const { searchParams } = new URL(asked);
      const query = Object.fromEntries(searchParams);
      const back = new URL(query.redirect_uri ?? '');
      back.searchParams.set('state', query.state ?? '');
      back.searchParams.set('iss', server.issuer);
      if (!allowed || query.code_challenge_method !== 'S256' || query.response_type !== 'code') {
        back.searchParams.set('error', 'access_denied');
        return back.href;
      }
      const code = `code-${randomUUID()}`;
      codes.set(code, query);
      back.searchParams.set('code', code);
      return back.href;
    },
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}

/** Compares the decoded halves, since clients may percent-encode more characters than required. */
function sameBasic(authorization: string): boolean {
  if (authorization === BASIC) return true;
  if (!authorization.startsWith('Basic ')) return false;
  const halves = atob(authorization.slice('Basic '.length)).split(':');
  const [id, secret] = halves.map((half) => new URLSearchParams(`v=${half}`).get('v'));
  return halves.length === 2 && id === CLIENT.clientId && secret === CLIENT.clientSecret;
}
