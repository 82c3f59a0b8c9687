// `x-signature`: requests signed with a key and a secret. The client adds the five query parameters last; the server's half is `verify-signature.ts`.

import { InvalidCredentialError } from '../contract/errors.ts';
import { targetOf } from '../contract/request.ts';
import { queryPairs } from '../wire/decode.ts';
import { hmacSha256 } from '../wire/hmac.ts';
import { md5, toHex } from '../wire/md5.ts';
import { percentEncode, queryDecode } from '../wire/text.ts';
import { followSafely } from './redirect.ts';
import type { SecurityScheme, SigningKey } from './security.ts';

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
  return {
    name,
    kind: 'signature',
    facts,
    apply(credential, outgoing) {
      const { key, secret } = credential as SigningKey;
      if (typeof key !== 'string' || typeof secret !== 'string' || key === '' || secret === '') {
        throw new InvalidCredentialError(name, 'must have key and secret', outgoing.operation.id);
      }
      outgoing.secrets.push(secret);
      outgoing.guard = followSafely;
      outgoing.sign = (request, signal) => sign(request, signal, facts, key, secret);
    },
  };
}

async function sign(request: Request, signal: AbortSignal, facts: SignatureFacts, key: string, secret: string): Promise<Request> {
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
    signal,
    redirect: request.redirect,
    credentials: request.credentials,
    keepalive: request.keepalive,
    ...(body === undefined ? {} : { body }),
  });
}

export function split(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** The pairs of a query, decoded; `undefined` when one cannot be. */
export function decodedPairs(query: string): [string, string][] | undefined {
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
