// OAuth 2 and OpenID Connect credentials for generated clients: `@octavo/runtime/oauth`, on the optional peer `oauth4webapi`.
import * as oauth from 'oauth4webapi';
import {
  authorizationServer,
  endpointUrl,
  OAuthError,
  type OAuthOptions,
  type TokenScheme,
  type Tokens,
  tokensOf,
} from './authorization-server.ts';
import { type TokenCredential, tokenCredential } from './credential.ts';

export { OAuthError, type OAuthOptions, type TokenScheme, type Tokens } from './authorization-server.ts';
export type { TokenCredential } from './credential.ts';
export { type DeviceAuthorization, type DeviceAuthorizationOptions, deviceAuthorization } from './device.ts';

export interface ClientCredentialsOptions extends OAuthOptions {
  readonly clientSecret: string;
  /** Default: the scopes that the operations called so far ask for. */
  readonly scopes?: readonly string[];
}

/**
 * The client itself as the resource owner (RFC 6749 section 4.4). One token for all calls, renewed shortly before it expires, and once for a call
 * that the service answers with 401.
 * Calls throw `OAuthError` where there is no token to be had.
 */
export function clientCredentials(scheme: TokenScheme, options: ClientCredentialsOptions): TokenCredential {
  const server = authorizationServer(scheme, 'clientCredentials', options);
  return tokenCredential({
    scopes: options.scopes,
    obtain: (scopes) =>
      server.run([], undefined, async ({ server, client, authentication, options: settings }) => {
        const askedAt = Date.now();
        const parameters = new URLSearchParams(options.parameters);
        if (scopes.length > 0) parameters.set('scope', scopes.join(' '));
        const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, settings);
        return tokensOf(await oauth.processClientCredentialsResponse(server, client, response), askedAt);
      }),
  });
}

export interface RefreshTokenOptions extends OAuthOptions {
  readonly tokens: Tokens;
  /** Keeps new tokens. It is waited for; with most servers the old refresh token is good no longer. */
  readonly onTokens?: (tokens: Tokens) => unknown;
}

/**
 * Tokens that were got before, by `authorizationCode` or `deviceAuthorization`, renewed by their refresh token (RFC 6749 section 6) as
 * `clientCredentials` renews its own.
 * Calls throw `OAuthError` where the tokens are good no longer; `error` is `invalid_grant` where the user has to be asked again.
 */
export function refreshToken(scheme: TokenScheme, options: RefreshTokenOptions): TokenCredential {
  const server = authorizationServer(scheme, 'authorizationCode', withRefreshUrl(scheme, options));
  return tokenCredential({
    tokens: options.tokens,
    onTokens: options.onTokens,
    async obtain(_, old) {
      const token = old?.refreshToken;
      if (token === undefined) return undefined;
      const tokens = await server.run([token], undefined, async ({ server, client, authentication, options: settings }) => {
        const askedAt = Date.now();
        const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, settings);
        return tokensOf(await oauth.processRefreshTokenResponse(server, client, response), askedAt);
      });
      // A server that does not rotate refresh tokens sends none back.
      return { refreshToken: token, ...tokens };
    },
  });
}

function withRefreshUrl(scheme: TokenScheme, options: OAuthOptions): OAuthOptions {
  if (options.tokenUrl !== undefined || options.issuer !== undefined || !('flows' in scheme)) return options;
  const { authorizationCode, deviceAuthorization, password } = scheme.flows;
  const flow = authorizationCode ?? deviceAuthorization ?? password;
  const tokenUrl = flow?.refreshUrl ?? flow?.tokenUrl;
  return tokenUrl === undefined ? options : { ...options, tokenUrl };
}

export interface AuthorizationCodeOptions extends OAuthOptions {
  /** Where the server sends the user back to. */
  readonly redirectUri: string;
  /** Default: all that the document lists. */
  readonly scopes?: readonly string[];
}

/** What is kept, in the user's session, from sending the user away until the user is back. */
export interface Kept {
  readonly state: string;
  /** Of PKCE (RFC 7636). A secret. */
  readonly codeVerifier: string;
}

export interface AuthorizationCode {
  /** Where to send the user. `parameters` are added to it, such as `prompt` or `login_hint`. */
  authorizationUrl(parameters?: Readonly<Record<string, string>>): Promise<{ readonly url: string; readonly kept: Kept }>;
  /**
   * Tokens for the URL that the user came back with: a credential by `refreshToken`.
   * @throws {OAuthError} where the server refused, or state or issuer are not those of `kept` and the server.
   */
  exchange(callbackUrl: string | URL, kept: Kept, signal?: AbortSignal): Promise<Tokens>;
}

/** The user as the resource owner (RFC 6749 section 4.1), with PKCE by S256 (RFC 7636) and the issuer checked where it is known (RFC 9207). */
export function authorizationCode(scheme: TokenScheme, options: AuthorizationCodeOptions): AuthorizationCode {
  const server = authorizationServer(scheme, 'authorizationCode', options);
  const scopes = options.scopes ?? server.flow?.scopes ?? [];
  return {
    authorizationUrl: (parameters = {}) =>
      server.run([], undefined, async ({ server: { authorization_endpoint: endpoint }, client }) => {
        const url = endpointUrl(endpoint, `authorization URL of ${scheme.name}`, options.baseUrl);
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
      if (!URL.canParse(callbackUrl)) throw new OAuthError('the user did not come back with a URL');
      const { searchParams } = new URL(callbackUrl);
      // With nothing to compare it to, it says nothing.
      if (!server.hasIssuer) searchParams.delete('iss');
      const secrets = [kept.codeVerifier, kept.state, searchParams.get('code') ?? ''];
      return server.run(secrets, signal, async ({ server, client, authentication, options: settings }) => {
        const callback = oauth.validateAuthResponse(server, client, searchParams, kept.state);
        const askedAt = Date.now();
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
