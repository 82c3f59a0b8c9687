// `x-signature` (docs/extensions.md): requests signed with a key and a secret, in query parameters that the client adds last.

import { InvalidCredentialError } from '../contract/errors.ts';
import type { SendInit } from '../contract/request.ts';
import type { SecurityScheme } from '../contract/security.ts';
import { constantTimeEqual, hmacSha256 } from '../crypto/hmac.ts';
import { md5, toHex } from '../crypto/md5.ts';
import { decodedPairs, stringToSign } from '../wire/signature.ts';
import { percentDecode, percentEncode, queryDecode } from '../wire/text.ts';
import { followSafely } from '../wire/url/redirect.ts';
import { splitTarget, targetOf } from '../wire/url/target.ts';
import type { Credential } from './credential.ts';
import type { CredentialHandler, ServerHalf } from './handler.ts';

export interface SignatureFacts {
  /** The query parameter that holds the signature. */
  readonly parameter: string;
  readonly signature: {
    readonly algorithm: 'hmac-sha256';
    readonly encoding: 'hex';
    readonly version: string;
    readonly bodyDigest: 'md5';
    /** How far a timestamp may differ from the server's clock. */
    readonly toleranceSeconds: number;
    readonly parameters: { readonly key: string; readonly timestamp: string; readonly version: string; readonly bodyDigest: string };
  };
}

export interface SignatureScheme extends SecurityScheme {
  readonly facts: SignatureFacts;
}

export interface SigningKey {
  readonly key: string;
  readonly secret: string;
}

export type SignatureCredential = Credential<SigningKey>;
/** The secret and the principal of a key, as a server knows them. */
interface SignatureOwner<Principal> {
  /** The runtime verifies the signature with it: with any of several, while secrets are rotated. */
  readonly secret: string | readonly string[];
  readonly principal: Principal;
}

/** Finds the secret of a key, or its secrets. */
export type SignatureHandler<Principal = unknown> = CredentialHandler<string, SignatureOwner<Principal>>;

export function signatureScheme(name: string, facts: SignatureFacts): SignatureScheme {
  return {
    name,
    kind: 'signature',
    facts,
    query: [facts.parameter, ...Object.values(facts.signature.parameters)],
    apply(credential, request) {
      const { key, secret } = credential as SigningKey;
      if (typeof key !== 'string' || typeof secret !== 'string' || key === '' || secret === '') {
        throw new InvalidCredentialError(name, 'must have a non-empty key and secret', request.operation.id);
      }
      const { secrets, now = Date.now } = request;
      return {
        ...request,
        secrets: [...secrets, secret],
        guard: followSafely,
        sign: (url, init) => sign(url, init, facts, { key, secret }, now()),
      };
    },
  };
}

/** `time`: milliseconds since 1970. */
async function sign(
  url: string,
  init: SendInit,
  facts: SignatureFacts,
  { key, secret }: SigningKey,
  time: number,
): Promise<readonly [string, SendInit]> {
  const { parameters, version } = facts.signature;
  const added: [string, string][] = [
    [parameters.key, key],
    [parameters.timestamp, String(Math.floor(time / 1000))],
    [parameters.version, version],
  ];
  let signed = init;
  if (init.body != null) {
    const encoded = new Response(init.body);
    const body = new Uint8Array(await encoded.arrayBuffer());
    if (body.length > 0) added.push([parameters.bodyDigest, md5(body)]);
    // The boundary of a `FormData` is in the media type, which the platform has chosen here.
    const type = init.headers['content-type'] ?? encoded.headers.get('content-type');
    signed = { ...init, body, headers: type === null ? init.headers : { ...init.headers, 'content-type': type } };
  }
  const sent = new URL(url).href.replace(/#.*$/, '');
  const [path = '/', query = ''] = splitTarget(targetOf(sent));
  const digest = await hmacSha256(secret, stringToSign(init.method, path, [...(decodedPairs(query) ?? []), ...added]));
  const extra = [...added, [facts.parameter, toHex(digest)] as const].map(
    ([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`,
  );
  return [`${sent}${sent.includes('?') ? (query === '' ? '' : '&') : '?'}${extra.join('&')}`, signed];
}

/**
 * How the values of a query are read for the signed text. Callers sign values without escapes, and send them percent-encoded or not: a `+` that was
 * sent may be a space or a plus, and a `%` may stand for itself.
 */
const READINGS = [queryDecode, percentDecode, (text: string) => text];

export const signatureServer: ServerHalf<SignatureScheme> = {
  async authenticate({ facts, query: own = [] }, incoming, ask) {
    const { parameters, version, toleranceSeconds } = facts.signature;
    const [path = '/', query = ''] = splitTarget(incoming.request.target);
    const { query: sent, now = Date.now } = incoming;
    if (!own.some((name) => sent.has(name))) return undefined;
    const one = (name: string): string | undefined => {
      const [value, ...more] = sent.get(name) ?? [];
      return value === undefined || more.length > 0 ? undefined : queryDecode(value);
    };

    const signature = one(facts.parameter);
    const key = one(parameters.key);
    const timestamp = one(parameters.timestamp) ?? '';
    if (signature === undefined || key === undefined || !/^[0-9a-f]{64}$/.test(signature)) return null;
    if (one(parameters.version) !== version) return null;
    if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(now() / 1000 - Number(timestamp)) > toleranceSeconds) return null;

    const body = await incoming.bytes();
    const digest = sent.has(parameters.bodyDigest) ? one(parameters.bodyDigest) : '';
    if (digest === undefined || !constantTimeEqual(digest, body.length === 0 ? '' : md5(body))) return null;

    const found = (await ask(key))?.principal;
    if (found == null) return null;
    const { secret, principal } = found as SignatureOwner<unknown>;
    const secrets = [secret].flat().filter((one) => typeof one === 'string' && one !== '');
    const readings = incoming.lenient ? READINGS : READINGS.slice(0, 1);
    const texts = readings.map((decode) => {
      const signed = decodedPairs(query, decode)?.filter(([name]) => name !== facts.parameter);
      return signed && stringToSign(incoming.request.method, path, signed);
    });
    for (const text of new Set(texts)) {
      if (text === undefined) continue;
      for (const one of secrets) if (constantTimeEqual(toHex(await hmacSha256(one, text)), signature)) return { principal };
    }
    return null;
  },
  challenge: (_, realm) => `Signature realm=${realm}`,
};
