// The refresh token grant (RFC 6749 section 6): tokens that were issued before, as a credential that renews itself.
import * as oauth from 'oauth4webapi';
import { authorizationServer, type OAuthOptions } from './authorization-server.ts';
import { type TokenCredential, tokenCredential } from './credential.ts';
import type { TokenScheme } from './endpoints.ts';
import { type Tokens, tokensOf } from './tokens.ts';

export interface RefreshTokenOptions extends OAuthOptions {
  readonly tokens: Tokens;
  /** Saves new tokens; calls wait for it. With most servers the old refresh token stops working once new tokens are issued. */
  readonly onTokens?: (tokens: Tokens) => unknown;
}

/**
 * Tokens from `authorizationCode` or `deviceAuthorization`, renewed by their refresh token as `clientCredentials` renews its own.
 * A call throws `OAuthError` when the tokens have expired and cannot be renewed; `error` is `invalid_grant` where the user has to sign in again.
 */
export function refreshToken(scheme: TokenScheme, options: RefreshTokenOptions): TokenCredential {
  const server = authorizationServer(scheme, 'authorizationCode', withRefreshUrl(scheme, options));
  const { now } = server;
  return tokenCredential({
    now,
    tokens: options.tokens,
    onTokens: options.onTokens,
    async obtain(_, expired) {
      const token = expired?.refreshToken;
      if (token === undefined) return undefined;
      const tokens = await server.run([token], undefined, async ({ server, client, authentication, options: settings }) => {
        const askedAt = now();
        const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, settings);
        return tokensOf(await oauth.processRefreshTokenResponse(server, client, response), askedAt);
      });
      // A server that does not rotate refresh tokens sends none back.
      return { refreshToken: token, ...tokens };
    },
  });
}

/** The document's refresh URL as the token URL, unless the options say where tokens come from. */
function withRefreshUrl(scheme: TokenScheme, options: OAuthOptions): OAuthOptions {
  if (options.tokenUrl !== undefined || options.issuer !== undefined || !('flows' in scheme)) return options;
  const { authorizationCode, deviceAuthorization, password } = scheme.flows;
  const flow = authorizationCode ?? deviceAuthorization ?? password;
  const tokenUrl = flow?.refreshUrl ?? flow?.tokenUrl;
  return tokenUrl === undefined ? options : { ...options, tokenUrl };
}
