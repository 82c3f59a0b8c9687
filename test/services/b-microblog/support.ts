// Opens the microblogging service for tests: clients of both versions, by the credentials of the seeds, and actions of control.

import { createHmac, randomUUID } from 'node:crypto';
import { createMicroblogClient, type MicroblogClient } from '@octavo/interfaces/b-microblog';
import { createMicroblogV1Client, type MicroblogV1Client } from '@octavo/interfaces/b-microblog-v1';
import { apps, signing, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import type { ControlledSandbox } from '../../../services/index.ts';

export const V2 = 'https://microblog.example.com';
/** A picture of one pixel, in Base64. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A request whose body comes without a length, so that the server learns of it only when it reads it. */
export function streamed(url: string, body: string, headers: Readonly<Record<string, string>>): Request {
  const bytes = new Blob([body]).stream();
  return new Request(url, { method: 'POST', headers, body: bytes, duplex: 'half' } as RequestInit);
}

export const V1 = 'https://legacy.microblog.example.com/1.1';

export function microblog(sandbox: ControlledSandbox) {
  const fetchV2 = sandbox.fetch('b-microblog');
  const fetchV1 = sandbox.fetch('b-microblog-v1');
  const act = (action: string, body: Record<string, string | number | boolean | string[]> = {}) =>
    sandbox.control.runAction({ path: { service: 'b-microblog', action }, body });
  return {
    act,
    fetchV2,
    fetchV1,
    /** Acts for a user, by default Inês. */
    user: (token: string = tokens.ines): MicroblogClient => createMicroblogClient({ fetch: fetchV2, credentials: { oauth2: token } }),
    app: (token: string = apps.pro.bearer): MicroblogClient => createMicroblogClient({ fetch: fetchV2, credentials: { bearer: token } }),
    /** Acts for Tide Watch, as all unsigned requests do. */
    v1: createMicroblogV1Client({ fetch: fetchV1 }) as MicroblogV1Client,
    /** Signs each request, by default for Inês. */
    v1As: (given: Signing = ines): MicroblogV1Client =>
      createMicroblogV1Client({
        fetch: async (input: string | URL | Request, init?: RequestInit) => fetchV1(await signed(new Request(input, init), given)),
      }),
    form: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetchV2(V2 + path, { method: 'POST', body: new URLSearchParams(fields), headers }),
  };
}

export interface Signing {
  readonly key: string;
  readonly secret: string;
  /** Absent: the application asks for a token. */
  readonly token?: string;
  readonly tokenSecret: string;
  /** Further parameters of the header. */
  readonly oauth?: Readonly<Record<string, string>>;
  readonly method?: 'HMAC-SHA1' | 'HMAC-SHA256';
  readonly timestamp?: number;
  readonly nonce?: string;
  /** Parameters that are signed but not sent. */
  readonly more?: readonly (readonly [string, string])[];
}

export const ines = {
  key: apps.pro.consumer[0],
  secret: apps.pro.consumer[1],
  token: signing.ines[0],
  tokenSecret: signing.ines[1],
} satisfies Signing;

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signs as RFC 5849 says, in words of its own: the tests must not share a mistake with the service. */
export async function signed(request: Request, given: Signing): Promise<Request> {
  const url = new URL(request.url);
  const method = given.method ?? 'HMAC-SHA1';
  const oauth: [string, string][] = [
    ['oauth_consumer_key', given.key],
    ['oauth_nonce', given.nonce ?? randomUUID()],
    ['oauth_signature_method', method],
    ['oauth_timestamp', String(given.timestamp ?? Math.floor(Date.now() / 1000))],
    ['oauth_version', '1.0'],
    ...(given.token === undefined ? [] : [['oauth_token', given.token] as [string, string]]),
    ...Object.entries(given.oauth ?? {}),
  ];
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
  const body = request.method === 'GET' ? undefined : await request.clone().arrayBuffer();
  const form = isForm && body !== undefined ? [...new URLSearchParams(new TextDecoder().decode(body))] : [];
  const others = form.filter(([name]) => !oauth.some(([own]) => own === name));
  const lines = [...url.searchParams, ...others, ...oauth, ...(given.more ?? [])].map(
    ([name, value]) => `${escaped(name)}=${escaped(value)}`,
  );
  // No name here begins with another and a character below `=`, so sorting the lines sorts names and values.
  const text = [request.method, url.origin + url.pathname, lines.sort().join('&')].map(escaped).join('&');
  const hash = method === 'HMAC-SHA1' ? 'sha1' : 'sha256';
  const signature = createHmac(hash, `${escaped(given.secret)}&${escaped(given.tokenSecret)}`)
    .update(text)
    .digest('base64');
  const headers = new Headers(request.headers);
  const all = [...oauth, ['oauth_signature', signature] as const];
  headers.set('authorization', `OAuth ${all.map(([name, value]) => `${name}="${escaped(value)}"`).join(', ')}`);
  return new Request(request.url, { method: request.method, headers, ...(body === undefined ? {} : { body }) });
}
