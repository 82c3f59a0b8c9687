// `x-signature`: requests signed with a key and a secret. The client adds the five query parameters last; the server checks them over the bytes that came.
import { queryPairs } from './decode.ts';
import { InvalidCredentialError } from './errors.ts';
import { constantTimeEqual, hmacSha256 } from './hmac.ts';
import { md5, toHex } from './md5.ts';
import { targetOf } from './request.ts';
import { ask, type Incoming, type SecurityContext, type SecurityHandler, type SecurityScheme, type SigningKey } from './security.ts';
import { percentEncode, queryDecode } from './text.ts';

export interface SignatureFacts {
  /** The query parameter that holds the signature. */
  readonly parameter: string;
  readonly signature: {
    readonly algorithm: 'hmac-sha256';
    readonly encoding: 'hex';
    readonly version: string;
    readonly bodyDigest: 'md5';
    /** Seconds that a timestamp may differ from the server's clock. */
    readonly toleranceSeconds: number;
    readonly parameters: { readonly key: string; readonly timestamp: string; readonly version: string; readonly bodyDigest: string };
  };
}

/**
 * `METHOD\npath\nquery`: path as sent; every query parameter but the signature, names in lower case and sorted, values unescaped.
 * `pairs` are decoded.
 */
export function stringToSign(method: string, path: string, pairs: readonly (readonly [string, string])[]): string {
  const sorted = pairs.map(([name, value]) => [name.toLowerCase(), value] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `${method.toUpperCase()}\n${path}\n${sorted.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

export function signatureScheme(name: string, facts: SignatureFacts): SecurityScheme {
  const { parameters } = facts.signature;
  return {
    name,
    kind: 'signature',
    query: [facts.parameter, ...Object.values(parameters)],
    apply(credential, outgoing) {
      const { key, secret } = credential as SigningKey;
      if (typeof key !== 'string' || typeof secret !== 'string' || key === '' || secret === '') {
        throw new InvalidCredentialError(name, 'must have key and secret', outgoing.operation);
      }
      outgoing.secrets.push(secret);
      outgoing.sign = (request) => sign(request, facts, key, secret);
    },
    authenticate: (incoming, handler, context) => verify(incoming, facts, handler, context),
    challenge: (realm) => `Signature realm="${realm.replace(/[^\w .-]/g, '')}"`,
  };
}

async function sign(request: Request, facts: SignatureFacts, key: string, secret: string): Promise<Request> {
  const { parameters, version } = facts.signature;
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const added: [string, string][] = [
    [parameters.key, key],
    [parameters.timestamp, String(Math.floor(Date.now() / 1000))],
    [parameters.version, version],
  ];
  if (body !== undefined && body.length > 0) added.push([parameters.bodyDigest, md5(body)]);
  const [path = '/', query = ''] = split(targetOf(request.url));
  const digest = await hmacSha256(secret, stringToSign(request.method, path, [...(decodedPairs(query) ?? []), ...added]));
  const extra = [...added, [facts.parameter, toHex(digest)] as const].map(
    ([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`,
  );
  const url = request.url.replace(/#.*$/, '');
  return new Request(`${url}${url.includes('?') ? (query === '' ? '' : '&') : '?'}${extra.join('&')}`, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    redirect: request.redirect,
    credentials: request.credentials,
    keepalive: request.keepalive,
    ...(body === undefined ? {} : { body }),
  });
}

async function verify(incoming: Incoming, facts: SignatureFacts, handler: SecurityHandler, context: SecurityContext) {
  const { parameters, version, toleranceSeconds } = facts.signature;
  const [path = '/', query = ''] = split(incoming.request.target);
  const pairs = decodedPairs(query);
  const one = (name: string): string | undefined => {
    const found = pairs?.filter(([key]) => key === name) ?? [];
    return found.length === 1 ? found[0]?.[1] : undefined;
  };
  const own = [facts.parameter, ...Object.values(parameters)];
  if (pairs === undefined) return null;
  if (!pairs.some(([name]) => own.includes(name))) return undefined;

  const signature = one(facts.parameter);
  const key = one(parameters.key);
  const timestamp = one(parameters.timestamp) ?? '';
  if (signature === undefined || key === undefined || !/^[0-9a-f]{64}$/.test(signature)) return null;
  if (one(parameters.version) !== version) return null;
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return null;

  const body = await incoming.bytes();
  const digest = pairs.some(([name]) => name === parameters.bodyDigest) ? one(parameters.bodyDigest) : '';
  if (digest === undefined || !constantTimeEqual(digest, body.length === 0 ? '' : md5(body))) return null;

  const found = await ask(handler, key, context);
  if (found === null) return null;
  const { secret, principal } = found.principal as { readonly secret: string; readonly principal: unknown };
  if (typeof secret !== 'string' || secret === '') return null;
  const wanted = await hmacSha256(
    secret,
    stringToSign(
      incoming.request.method,
      path,
      pairs.filter(([name]) => name !== facts.parameter),
    ),
  );
  return constantTimeEqual(toHex(wanted), signature) ? { principal } : null;
}

function split(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** The pairs of a query, decoded; `undefined` when one cannot be. */
function decodedPairs(query: string): [string, string][] | undefined {
  const pairs: [string, string][] = [];
  for (const [name, values] of queryPairs(query) ?? []) {
    for (const value of values) {
      const text = queryDecode(value);
      if (text === undefined) return undefined;
      pairs.push([name, text]);
    }
  }
  return pairs;
}
