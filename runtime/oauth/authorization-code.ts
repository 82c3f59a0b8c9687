// The authorization code grant (RFC 6749 section 4.1): a user signs in with a browser and returns with a code, which is exchanged for tokens.
import * as oauth from 'oauth4webapi';
import { authorizationServer, type OAuthOptions } from './authorization-server.ts';
import { endpointUrl, type TokenScheme } from './endpoints.ts';
import { OAuthError } from './errors.ts';
import { type Tokens, tokensOf } from './tokens.ts';

export interface AuthorizationCodeOptions extends OAuthOptions {
  /** Where the server sends the user back to. */
  readonly redirectUri: string;
  /** Default: all that the document lists. */
  readonly scopes?: readonly string[];
}

/** State to keep in the user's session while the user signs in. */
export interface Kept {
  readonly state: string;
  /** The code verifier of PKCE (RFC 7636). A secret. */
  readonly codeVerifier: string;
}

export interface AuthorizationCode {
  /** Where to send the user. `parameters`, such as `prompt` or `login_hint`, are added to the URL. */
  authorizationUrl(parameters?: Readonly<Record<string, string>>): Promise<{ readonly url: string; readonly kept: Kept }>;
  /**
   * Exchanges the code in the URL that the user came back with for tokens. `refreshToken` makes a credential of them.
   * @throws {OAuthError} where the server refused, the state is not that of `kept`, or the issuer is not the server.
   */
  exchange(callbackUrl: string | URL, kept: Kept, signal?: AbortSignal): Promise<Tokens>;
}

/** Signs a user in, with PKCE by S256 (RFC 7636). The issuer is checked where it is known (RFC 9207). */
export function authorizationCode(scheme: TokenScheme, options: AuthorizationCodeOptions): AuthorizationCode {
  const server = authorizationServer(scheme, 'authorizationCode', options);
  const { now } = server;
  const scopes = options.scopes ?? server.flow?.scopes ?? [];
  return {
    authorizationUrl: (parameters = {}) =>
      server.run([], undefined, async ({ server: { authorization_endpoint: endpoint }, client }) => {
        const url = endpointUrl(endpoint, `authorization URL of ${scheme.name}`, options.baseUrl, 'issuer');
        const kept: Kept = { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() };
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        url.searchParams.set('response_type', 'code');
        url.searchParams.set('client_id', client.client_id);
        url.searchParams.set('redirect_uri', options.redirectUri);
        if (scopes.length > 0) url.searchParams.set('scope', scopes.join(' '));
        url.searchParams.set('state', kept.state);
        url.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(kept.codeVerifier));
        url.searchParams.set('code_challenge_method', 'S256');
        return { url: url.href, kept };
      }),
    async exchange(callbackUrl, kept, signal) {
      if (!URL.canParse(callbackUrl)) throw new OAuthError('the callback URL is not a URL');
      const { searchParams } = new URL(callbackUrl);
      // The library refuses an issuer that it has nothing to compare with.
      if (!server.hasIssuer) searchParams.delete('iss');
      const secrets = [kept.codeVerifier, kept.state, searchParams.get('code') ?? ''];
      return server.run(secrets, signal, async ({ server, client, authentication, options: settings }) => {
        const callback = oauth.validateAuthResponse(server, client, searchParams, kept.state);
        const askedAt = now();
        const { redirectUri } = options;
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          callback,
          redirectUri,
          kept.codeVerifier,
          settings,
        );
        return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, response), askedAt);
      });
    },
  };
}
