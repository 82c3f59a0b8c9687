// The server's half of `x-signature`: checks a signed request over the bytes that came.

import type { SignatureFacts } from '../contract/security.ts';
import { constantTimeEqual, hmacSha256 } from '../wire/hmac.ts';
import { md5, toHex } from '../wire/md5.ts';
import { decodedPairs, stringToSign } from '../wire/signature.ts';
import { splitTarget } from '../wire/target.ts';
import type { Authenticated, Incoming } from './security.ts';

/** `find` gives the secret of a key and who it is of. `undefined` for a request that is not signed, `null` for one whose signature is refused. */
export async function verifySignature(
  incoming: Incoming,
  facts: SignatureFacts,
  find: (key: string) => Promise<unknown>,
): Promise<Authenticated | null | undefined> {
  const { parameters, version, toleranceSeconds } = facts.signature;
  const [path = '/', query = ''] = splitTarget(incoming.request.target);
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

  const found = await find(key);
  if (found == null) return null;
  const { secret, principal } = found as { readonly secret: string; readonly principal: unknown };
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
