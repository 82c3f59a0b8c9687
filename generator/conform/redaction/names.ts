// Which parts of messages are secrets by their names or by what the document says of them.
import { isCredentialName } from '@octavo/runtime/testing';
import type { Schema } from '../../model/schema/schema.ts';
import { reachable } from '../../model/schema/walk.ts';
import { headerOf, securityTraits } from '../../model/security-kinds.ts';
import type { Operation, Service } from '../../model/service.ts';
import { childrenOf, sameValue } from '../judge/index.ts';

/** The facts of a document that redaction needs. */
export interface SecretNames {
  isHeader(name: string): boolean;
  isQuery(name: string): boolean;
  /** Whether a word, in lower case, is the name of a scheme before a credential. Any other word may be a part of it. */
  isScheme(word: string): boolean;
  /** Whether a member of a body, or a field of a form, is a secret by its name. */
  isMember(name: string): boolean;
  /** Names that the document marks as secret somewhere. */
  readonly marked: ReadonlySet<string>;
  /** Names of properties in the document: no secret, even where a secret has the same text. */
  readonly declared: ReadonlySet<string>;
  /** Segments of its paths, likewise. */
  readonly segments: ReadonlySet<string>;
}

/** Parameters of OAuth 2 that `isCredentialName` does not know (RFC 6749, 7521, 7523, 8628, 8693). */
const OAUTH = /^(?:assertion|device_code|user_code|subject_token|actor_token|login_token|otp|mfa_code)$/;

/** The registry of HTTP authentication schemes, and what others write there. */
const SCHEMES: ReadonlySet<string> = new Set([
  ...['basic', 'bearer', 'concealed', 'digest', 'dpop', 'gnap', 'hoba', 'mutual', 'negotiate', 'ntlm', 'oauth', 'privatetoken'],
  ...['scram-sha-1', 'scram-sha-256', 'vapid', 'apikey', 'token', 'hawk', 'signature', 'aws4-hmac-sha256', 'jwt', 'key'],
]);

export function secretNames(service: Service): SecretNames {
  const headers = new Set(service.securitySchemes.flatMap((scheme) => headerOf(scheme)?.header ?? []));
  const queries = new Set(service.securitySchemes.flatMap((scheme) => securityTraits(scheme).query ?? []));
  const words = new Set(service.securitySchemes.flatMap((scheme) => headerOf(scheme)?.word?.toLowerCase() ?? []));
  const marked = new Set<string>();
  const declared = new Set<string>();
  for (const schema of reachable([...service.schemas, ...service.operations.flatMap(schemasOf)])) {
    for (const [name, property] of schema.properties ?? []) {
      declared.add(name);
      if (isSecret([property])) marked.add(name);
    }
  }
  return {
    isHeader: (name) => headers.has(name) || isCredentialName(name),
    isScheme: (word) => SCHEMES.has(word) || words.has(word),
    isQuery: (name) => queries.has(name) || isSecretName(name),
    isMember: (name) => snake(name) !== 'key' && isSecretName(name),
    marked,
    declared,
    segments: new Set(service.operations.flatMap(({ path }) => path.split('/'))),
  };
}

/** The schemas of the bodies of an operation. */
function schemasOf({ body, responses }: Operation): Schema[] {
  return [...(body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)].flatMap(({ schema }) => schema ?? []);
}

function isSecretName(name: string): boolean {
  const words = snake(name);
  return isCredentialName(words) || OAUTH.test(words);
}

/** `accessToken` → `access_token`. */
function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

/** Whether the document marks a value as secret: `format: password`, or `writeOnly`. */
export function isSecret(schemas: readonly Schema[]): boolean {
  return sameValue(schemas).some(({ format, writeOnly }) => format === 'password' || writeOnly === true);
}

/** All schemas for a member or an item, those of the heirs of a base too. */
export function inside(schemas: readonly Schema[], token: string): Schema[] {
  const here = new Set(sameValue(schemas));
  for (const one of here) {
    if (one.discriminator === undefined) continue;
    for (const heir of one.discriminator.mapping.values()) for (const part of sameValue([heir])) here.add(part);
  }
  return [...here].flatMap((one) => childrenOf(one, token));
}
