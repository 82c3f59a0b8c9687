// Checks that a request was signed by an application, and for a token (RFC 5849 section 3.2).

import { refuse, type ServerRequest, splitTarget } from '@octavo/runtime';
import { equalSecrets } from '../../platform/secrets.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { appOfConsumer } from './apps.ts';
import { type Pair, parametersOf, signatureOf } from './oauth1.ts';
import type { AppRow } from './tables.ts';

/** How far a timestamp may be from the wall clock: clients know nothing of the sandbox clock. */
const TIMESTAMP_SECONDS = 300;
/** A form with a picture in Base64 is signed too. */
const MOST_FORM_BYTES = 12 * 1024 * 1024;

const DOCUMENT = 'b-microblog-v1';

/** A request whose signature is not checked yet. */
export interface Claimed {
  readonly app: AppRow;
  /** Absent: the application asks for a token. */
  readonly token: string | undefined;
  /** A parameter such as `oauth_verifier`: of the header, the query or the form (RFC 5849 section 3.5). */
  parameter(name: string): string | undefined;
  /**
   * Checks the signature, and that it is not used a second time.
   * @param tokenSecret that of the token; empty where there is none
   * @throws the refusal 401
   */
  check(tokenSecret: string): Promise<void>;
}

export type ReadClaim = (request: ServerRequest) => Promise<Claimed>;

/** Reads who is said to have signed a request. The function throws the refusal 401 for a header that is malformed, and an unknown application. */
export function claimReader(platform: MicroblogPlatform, wall = Date.now): ReadClaim {
  const { limits, seal } = platform;

  return async (request) => {
    const given = parametersOf(request.header('authorization')) ?? unauthorized('The header Authorization is malformed.');
    const named = (name: string) => given.get(`oauth_${name}`) ?? unauthorized(`The header Authorization lacks oauth_${name}.`);
    const [key, timestamp, nonce] = [named('consumer_key'), named('timestamp'), named('nonce')];
    const [method, signature] = [named('signature_method'), named('signature')];
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - wall() / 1000) > TIMESTAMP_SECONDS)
      unauthorized(`The oauth_timestamp must be within ${TIMESTAMP_SECONDS} seconds of the present.`);
    const app = await appOfConsumer(platform, key);
    if (app === undefined) return unauthorized('The oauth_consumer_key is not known.');
    const token = given.get('oauth_token');
    const sent = await sentPairs(request);
    return {
      app,
      token,
      parameter: (name) => given.get(name) ?? sent.find(([own]) => own === name)?.[1],
      async check(tokenSecret) {
        const pairs = signedPairs(given, sent);
        const [path] = splitTarget(request.target);
        const fits = originsOf(request).some((origin) => {
          const signed = { method: request.method, origin, path, pairs };
          const expected = signatureOf(method, signed, seal.open(app.consumer_secret), tokenSecret);
          return expected !== undefined && equalSecrets(expected, signature);
        });
        if (!fits) unauthorized('The signature does not fit the request.');
        await requireNew(`${key}:${token}:${timestamp}:${nonce}`);
      },
    };
  };

  /** The addresses by which the client may have called: a proxy has another one than this process. */
  function originsOf({ origin }: ServerRequest): readonly string[] {
    const own = platform.originOf(DOCUMENT) ?? origin;
    // TLS may end in front of this process.
    return [...new Set([origin, origin.replace(/^http:/, 'https:'), own])];
  }

  /** A nonce is good once for a token and timestamp, in all processes: a window for a single request. It ends when the timestamp is old enough. */
  async function requireNew(use: string): Promise<void> {
    const { allowed } = await limits.take(`${DOCUMENT}:nonce:${use}`, [{ limit: 1, milliseconds: 2 * TIMESTAMP_SECONDS * 1000 }]);
    if (!allowed) unauthorized('The oauth_nonce was used before.');
  }
}

/** The parameters of the query and of a form. */
async function sentPairs(request: ServerRequest): Promise<readonly Pair[]> {
  const [, search] = splitTarget(request.target);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.header('content-type') ?? '');
  const form = isForm ? new TextDecoder().decode(await request.bytes(MOST_FORM_BYTES)) : '';
  return [...new URLSearchParams(search), ...new URLSearchParams(form)];
}

/** What is signed beside the method and the address (RFC 5849 section 3.4.1.3.1). */
function signedPairs(given: ReadonlyMap<string, string>, sent: readonly Pair[]): readonly Pair[] {
  const own = [...given].filter(([name]) => name !== 'realm' && name !== 'oauth_signature');
  // Clients that send a parameter of the header a second time sign it once.
  return [...sent.filter(([name, value]) => !name.startsWith('oauth_') || given.get(name) !== value), ...own];
}

/** @throws the refusal 401 */
export function unauthorized(detail: string): never {
  throw refuse(401, { detail });
}
