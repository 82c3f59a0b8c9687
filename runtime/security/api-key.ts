// API keys: one text in a query parameter, header or cookie.
import { InvalidCredentialError } from '../contract/errors.ts';
import type { SecurityScheme } from '../contract/security.ts';
import { cookiePairs, type Pairs } from '../wire/pairs.ts';
import { percentDecode, percentEncode, queryDecode } from '../wire/text.ts';
import { followSafely } from '../wire/url/redirect.ts';
import { readHeader, withoutWord } from './authorization.ts';
import { type Credential, withHeader } from './credential.ts';
import { type CredentialHandler, quote, type ServerHalf } from './handler.ts';

interface ApiKeyFacts {
  readonly in: 'query' | 'header' | 'cookie';
  readonly parameter: string;
}

export interface ApiKeyScheme extends SecurityScheme, ApiKeyFacts {}

export type ApiKeyCredential = Credential<string>;
export type ApiKeyHandler<Principal = unknown> = CredentialHandler<string, Principal>;

export function apiKeyScheme(name: string, facts: ApiKeyFacts): ApiKeyScheme {
  const { in: where, parameter } = facts;
  return {
    name,
    kind: 'apiKey',
    ...facts,
    query: where === 'query' ? [parameter] : [],
    cookies: where === 'cookie' ? [parameter] : [],
    apply(credential, request) {
      const { operation, secrets } = request;
      if (where === 'header') return { ...withHeader(name, credential, request, parameter.toLowerCase()), guard: followSafely };
      if (typeof credential !== 'string' || credential === '')
        throw new InvalidCredentialError(name, 'must be non-empty text', operation.id);
      const encoded = percentEncode(credential);
      if (encoded === undefined) throw new InvalidCredentialError(name, 'has a lone surrogate, which no URL can hold', operation.id);
      const forms = [credential, encoded, encodeURIComponent(credential), new URLSearchParams({ s: credential }).toString().slice(2)];
      const place = where === 'query' ? 'query' : 'cookies';
      const start = `${percentEncode(parameter)}=`;
      return {
        ...request,
        // A document may declare the key as a parameter too. As in a header, the credential takes its place.
        [place]: [...request[place].filter((pair) => !pair.startsWith(start)), start + encoded],
        secrets: [...secrets, ...forms],
        ...(where === 'cookie' && { guard: followSafely }),
      };
    },
  };
}

export const apiKeyServer: ServerHalf<ApiKeyScheme> = {
  authenticate(scheme, incoming, ask) {
    const { in: where, parameter } = scheme;
    const { request, query } = incoming;
    const key =
      where === 'header'
        ? keyIn(scheme, readHeader(incoming, parameter.toLowerCase()))
        : single(where, parameter, where === 'query' ? query : cookiePairs(request.header('cookie')));
    if (key === undefined) return undefined;
    return key === '' ? null : ask(key);
  },
  challenge: ({ in: where, parameter }, realm) => `ApiKey realm=${realm}, in=${quote(where)}, name=${quote(parameter)}`,
};

/** The key alone, or after one of the scheme's other words. */
function keyIn(scheme: ApiKeyScheme, header: string | undefined): string | undefined {
  return header === undefined || scheme.words === undefined ? header : withoutWord(scheme, header);
}

/** The only value of a name, decoded. `''`, which is refused, where there are several. */
function single(where: 'query' | 'cookie', name: string, pairs: Pairs): string | undefined {
  const values = pairs.get(name);
  const [value] = values ?? [];
  if (value === undefined) return undefined;
  return values?.length === 1 ? ((where === 'query' ? queryDecode(value) : percentDecode(value)) ?? '') : '';
}
