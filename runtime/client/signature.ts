// `x-signature`: requests signed with a key and a secret. The client adds the five query parameters last; the server's half is `verify-signature.ts`.

import { InvalidCredentialError } from '../contract/errors.ts';
import type { SecurityScheme, SignatureFacts } from '../contract/security.ts';
import { hmacSha256 } from '../wire/hmac.ts';
import { md5, toHex } from '../wire/md5.ts';
import { decodedPairs, stringToSign } from '../wire/signature.ts';
import { splitTarget, targetOf } from '../wire/target.ts';
import { percentEncode } from '../wire/text.ts';
import { followSafely } from './redirect.ts';
import type { SigningKey } from './security.ts';

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
  const [path = '/', query = ''] = splitTarget(targetOf(request.url));
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
