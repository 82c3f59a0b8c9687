// The server's half of the security schemes (OpenAPI 3.1 section 4.8.27): reads a credential from a request, and asks the user's handler.

import type { BasicLogin, SecurityScheme } from '../contract/security.ts';
import { cookiePairs, type Pairs } from '../wire/decode.ts';
import { percentDecode, queryDecode } from '../wire/text.ts';
import type { ServerRequest } from './request.ts';
import type { Authenticated, Incoming } from './security.ts';
import { ForbiddenError, type SecurityContext, type SecurityHandler } from './security.ts';
import { verifySignature } from './verify-signature.ts';

/** Who the credential of a request is. `undefined` without a credential, `null` when it is refused. */
export async function authenticate(
  scheme: SecurityScheme,
  incoming: Incoming,
  handler: SecurityHandler,
  context: SecurityContext,
): Promise<Authenticated | null | undefined> {
  const { request } = incoming;
  switch (scheme.kind) {
    case 'apiKey': {
      const key = keyOf(scheme, incoming);
      if (key === undefined) return undefined;
      return key === '' ? null : ask(handler, key, context);
    }
    case 'basic': {
      const token = authorization(request, 'basic', ONE_TOKEN);
      if (token === undefined) return undefined;
      const login = token === null ? undefined : readLogin(token);
      return login === undefined ? null : ask(handler, login, context);
    }
    case 'bearer':
    case 'http': {
      const token = authorization(request, scheme.word.toLowerCase(), scheme.kind === 'http' ? TOKEN_OR_PARAMETERS : ONE_TOKEN);
      return token == null ? token : ask(handler, token, context);
    }
    case 'mutualTLS':
      return ask(handler, request, context);
    case 'signature':
      return verifySignature(incoming, scheme.facts, async (key) => (await ask(handler, key, context))?.principal);
  }
}

/** The scheme's part of `WWW-Authenticate` (RFC 9110 section 11.6.1). `refused`: there was a credential. */
export function challengeOf(scheme: SecurityScheme, realm: string, refused: boolean): string {
  switch (scheme.kind) {
    case 'apiKey':
      return `ApiKey realm=${quote(realm)}, in=${quote(scheme.in)}, name=${quote(scheme.parameter)}`;
    case 'basic':
      return `Basic realm=${quote(realm)}, charset="UTF-8"`;
    case 'bearer':
    case 'http':
      return `${scheme.word} realm=${quote(realm)}${refused && scheme.kind === 'bearer' ? ', error="invalid_token"' : ''}`;
    case 'mutualTLS':
      return `MutualTLS realm=${quote(realm)}`;
    case 'signature':
      return `Signature realm=${quote(realm)}`;
  }
}

/** Asks the user's handler. */
async function ask(handler: SecurityHandler, credential: unknown, context: SecurityContext): Promise<Authenticated | null> {
  const principal = await handler(credential as never, context);
  if (principal instanceof ForbiddenError) throw principal;
  return principal === null || principal === undefined || principal === false ? null : { principal };
}

function keyOf(scheme: SecurityScheme & { readonly kind: 'apiKey' }, { request, query }: Incoming): string | undefined {
  if (scheme.in === 'header') return request.header(scheme.parameter.toLowerCase());
  return single(scheme.in, scheme.parameter, scheme.in === 'query' ? query : cookiePairs(request.header('cookie')));
}

/** One value, decoded. Twice the same name is no credential that can be trusted: `''`. */
function single(where: 'query' | 'cookie', name: string, pairs: Pairs): string | undefined {
  const values = pairs.get(name);
  const [value] = values ?? [];
  if (value === undefined) return undefined;
  return values?.length === 1 ? ((where === 'query' ? queryDecode(value) : percentDecode(value)) ?? '') : '';
}

const ONE_TOKEN = /^[^\s,]+$/;
/** One token, or parameters as Digest has them: `username="a", nonce="b"` (RFC 9110 section 11.4). */
const TOKEN_OR_PARAMETERS =
  /^(?:[^\s,]+|(?:[\w!#$%&'*+.^`|~-]+[\t ]*=[\t ]*(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*")[\t ]*(?:,[\t ]*|$))+)$/;

/**
 * The credential of an Authorization header; `undefined` if it is of another scheme, `null` if it is none. Two headers are joined by a comma, and
 * so are of neither form.
 */
function authorization(request: ServerRequest, word: string, form: RegExp): string | null | undefined {
  const header = request.header('authorization');
  if (header === undefined) return undefined;
  const space = header.indexOf(' ');
  if ((space === -1 ? header : header.slice(0, space)).toLowerCase() !== word) return undefined;
  const credential = space === -1 ? '' : header.slice(space + 1).trim();
  return form.test(credential) ? credential : null;
}

/** RFC 7617, in UTF-8. */
function readLogin(token: string): BasicLogin | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
    const colon = text.indexOf(':');
    return colon === -1 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7e]/g, '')}"`;
}
