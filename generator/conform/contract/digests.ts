// Gives a request the digest of its own body where a header is for it: a service compares the two, and refuses a made-up one.
import { createHash } from 'node:crypto';
import type { Operation, Parameter } from '../../model/service.ts';
import type { WireRequest } from './case.ts';

/** The algorithms by which names and descriptions speak of them. */
export const DIGESTS: readonly (readonly [name: RegExp, algorithm: string])[] = [
  [/sha-?_?256/i, 'sha256'],
  [/sha-?_?512/i, 'sha512'],
  [/sha-?_?1(?!\d)/i, 'sha1'],
  [/md5/i, 'md5'],
];

/** Headers that are of the body by their names alone (RFC 9530, RFC 3230, RFC 1864). */
const OF_BODY = /^(?:content-digest|repr-digest|digest|content-md5)$|(?:content|body|payload|file)-?(?:sha|md5|hash|checksum|digest)/i;
const DIGEST = /^(?:checksum|digest|hash|sha|sha1|sha256|sha512|md5)$/;
const BODY = /\b(?:body|content|file|bytes|payload|upload(?:ed)?|request)\b/i;

/** A valid request, or one that is wrong in another place, with the digest of what it sends. */
export function withDigest({ parameters }: Operation, request: WireRequest, at: string): WireRequest {
  const { headers, body } = request;
  if (body === undefined) return request;
  const right = parameters.flatMap((one): readonly (readonly [string, string])[] => {
    const name = one.name.toLowerCase();
    const isSent = one.in === 'header' && Object.hasOwn(headers, name) && at !== `/header/${one.name}`;
    const value = isSent && isDigest(one) ? digestFor(one, body) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return right.length === 0 ? request : { ...request, headers: { ...headers, ...Object.fromEntries(right) } };
}

function isDigest({ name, description = '' }: Parameter): boolean {
  if (/^if-/i.test(name)) return false;
  return (
    OF_BODY.test(name) ||
    (name
      .toLowerCase()
      .split(/[-_]/)
      .some((word) => DIGEST.test(word)) &&
      BODY.test(description))
  );
}

/** The digest in the form that the header is declared with; `undefined` where no algorithm is named. */
function digestFor({ name, description = '' }: Parameter, body: NonNullable<WireRequest['body']>): string | undefined {
  const text = `${name} ${description}`;
  const found = DIGESTS.find(([pattern]) => pattern.test(text));
  if (found === undefined) return undefined;
  const [, algorithm] = found;
  const digest = createHash(algorithm).update(body).digest();
  const label = algorithm.replace(/^sha/, 'sha-');
  if (/^(?:content|repr)-digest$/i.test(name)) return `${label}=:${digest.toString('base64')}:`;
  if (/^digest$/i.test(name)) return `${label}=${digest.toString('base64')}`;
  if (/\bbase-?64\b/i.test(text) || /^content-md5$/i.test(name)) return digest.toString('base64');
  const hex = digest.toString('hex');
  return /\bupper-?case\b/i.test(text) ? hex.toUpperCase() : hex;
}
