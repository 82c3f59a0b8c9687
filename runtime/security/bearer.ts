// Bearer tokens (RFC 6750), and the access tokens of OAuth 2 and OpenID Connect, which are sent as such.
import type { SecurityScheme } from '../contract/security.ts';
import { ONE_TOKEN, readAuthorization } from './authorization.ts';
import { type Credential, withHeader } from './credential.ts';
import type { CredentialHandler, ServerHalf } from './handler.ts';

export type BearerCredential = Credential<string>;
export type BearerHandler<Principal = unknown> = CredentialHandler<string, Principal>;

export function bearerScheme(name: string): SecurityScheme {
  return {
    name,
    kind: 'bearer',
    apply: (credential, request) => withHeader(name, credential, request, 'authorization', 'Bearer '),
  };
}

export const bearerServer: ServerHalf<SecurityScheme> = {
  authenticate(scheme, incoming, ask) {
    const token = readAuthorization(incoming, scheme, 'bearer', ONE_TOKEN);
    return token == null ? token : ask(token);
  },
  challenge: (_, realm, refused) => `Bearer realm=${realm}${refused ? ', error="invalid_token"' : ''}`,
};

/** An OAuth 2 flow of the document. URLs as written: a relative one is relative to the base URL. */
export interface OAuth2Flow {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: readonly string[];
}

export type OAuth2Flows = Readonly<
  Partial<Record<'implicit' | 'password' | 'clientCredentials' | 'authorizationCode' | 'deviceAuthorization', OAuth2Flow>>
>;

export type OAuth2Scheme = SecurityScheme & { readonly flows: OAuth2Flows };
export type OpenIdConnectScheme = SecurityScheme & { readonly openIdConnectUrl: string };

/** A scheme of OAuth 2 access tokens. `@octavo/runtime/oauth` uses the flows. */
export function oauth2Scheme(name: string, flows: OAuth2Flows): OAuth2Scheme {
  return { ...bearerScheme(name), flows };
}

/** A scheme of an OpenID provider's access tokens. `@octavo/runtime/oauth` uses the URL. */
export function openIdConnectScheme(name: string, facts: { readonly openIdConnectUrl: string }): OpenIdConnectScheme {
  return { ...bearerScheme(name), ...facts };
}
