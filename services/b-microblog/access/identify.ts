// Says for which account a request to version 1.1 acts: that of its signature, or the default account where it is not signed.

import { refuse, type ServerRequest, splitTarget } from '@octavo/runtime';
import { equalSecrets } from '../../platform/secrets.ts';
import type { CallerV1, MicroblogPlatform } from '../deps.ts';
import { appOfConsumer } from './apps.ts';
import { type Pair, parametersOf, signatureOf } from './oauth1.ts';
import { tokenFinder } from './tokens.ts';

/** How far a timestamp may be from the wall clock: clients know nothing of the sandbox clock. */
const TIMESTAMP_SECONDS = 300;
/** A form with a picture in Base64 is signed too. */
const MOST_FORM_BYTES = 4 * 1024 * 1024;

const DOCUMENT = 'b-microblog-v1';

/** @param everybody for whom unsigned requests act */
export function identify(platform: MicroblogPlatform, everybody: CallerV1, wall = Date.now): (request: ServerRequest) => Promise<CallerV1> {
  const { store, limits, seal } = platform;
  const find = tokenFinder(platform);

  /** The header is that of a request which was signed by nobody else. */
  async function callerOf(request: ServerRequest, given: ReadonlyMap<string, string>): Promise<CallerV1> {
    const named = (name: string) => given.get(`oauth_${name}`) ?? unknown(`The header Authorization lacks oauth_${name}.`);
    const [key, token, timestamp, nonce] = [named('consumer_key'), named('token'), named('timestamp'), named('nonce')];
    const [method, signature] = [named('signature_method'), named('signature')];
    if (platform.refuses(key)) unknown('The key is not known.');
    const found = await find(token);
    const app = await appOfConsumer(store.read, key);
    const user = found?.caller.user;
    if (app === undefined || found?.kind !== 'oauth1' || found.secret === null || user === undefined || found.caller.app !== app.id)
      return unknown('The key or the token is not known.');
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - wall() / 1000) > TIMESTAMP_SECONDS)
      unknown(`The oauth_timestamp must be within ${TIMESTAMP_SECONDS} seconds of the present.`);
    const secrets = [seal.open(app.consumer_secret), seal.open(found.secret)] as const;
    const pairs = await signedPairs(request, given);
    const fits = originsOf(request).some((origin) => {
      const [path] = splitTarget(request.target);
      const expected = signatureOf(method, { method: request.method, origin, path, pairs }, ...secrets);
      return expected !== undefined && equalSecrets(expected, signature);
    });
    if (!fits) unknown('The signature does not fit the request.');
    await requireNew(token, timestamp, nonce);
    return { ...found.caller, user, token };
  }

  /** The addresses by which the client may have called: a proxy has another one than this process. */
  function originsOf({ origin }: ServerRequest): readonly string[] {
    const own = platform.originOf(DOCUMENT);
    return own === undefined || own === origin ? [origin] : [origin, own];
  }

  /** A nonce is good once for a token and timestamp, in all processes: a window for a single request. It ends before its timestamp is old enough. */
  async function requireNew(token: string, timestamp: string, nonce: string): Promise<void> {
    const key = `${DOCUMENT}:nonce:${token}:${timestamp}:${nonce}`;
    const { allowed } = await limits.take(key, [{ limit: 1, milliseconds: 2 * TIMESTAMP_SECONDS * 1000 }]);
    if (!allowed) unknown('The oauth_nonce was used before.');
  }

  return async (request) => {
    const header = request.header('authorization');
    // A credential of version 2 has no effect.
    if (!/^oauth\s/i.test(header ?? '')) return everybody;
    return callerOf(request, parametersOf(header) ?? unknown('The header Authorization is malformed.'));
  };
}

/** What is signed beside the method and the address (RFC 5849 section 3.4.1.3.1). */
async function signedPairs(request: ServerRequest, given: ReadonlyMap<string, string>): Promise<readonly Pair[]> {
  const [, search] = splitTarget(request.target);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.header('content-type') ?? '');
  const form = isForm ? new TextDecoder().decode(await request.bytes(MOST_FORM_BYTES)) : '';
  const own = [...given].filter(([name]) => name !== 'realm' && name !== 'oauth_signature');
  return [...new URLSearchParams(search), ...new URLSearchParams(form), ...own];
}

/** @throws the refusal 401 */
function unknown(detail: string): never {
  throw refuse(401, { detail });
}
