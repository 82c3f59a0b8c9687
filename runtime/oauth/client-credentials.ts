// The client credentials grant (RFC 6749 section 4.4): a program that acts for itself.
import * as oauth from 'oauth4webapi';
import { authorizationServer, type OAuthOptions } from './authorization-server.ts';
import { type TokenCredential, tokenCredential } from './credential.ts';
import type { TokenScheme } from './endpoints.ts';
import { tokensOf } from './tokens.ts';

export interface ClientCredentialsOptions extends OAuthOptions {
  readonly clientSecret: string;
  /** Default: the scopes that the operations called so far need. */
  readonly scopes?: readonly string[];
}

/**
 * The client itself as the resource owner. All calls share one token, which is renewed shortly before it expires, and once for a call that the
 * service answers with 401. A call throws `OAuthError` when the server issues no token.
 */
export function clientCredentials(scheme: TokenScheme, options: ClientCredentialsOptions): TokenCredential {
  const server = authorizationServer(scheme, 'clientCredentials', options);
  const { now } = server;
  return tokenCredential({
    now,
    scopes: options.scopes,
    obtain: (scopes) =>
      server.run([], undefined, async ({ server, client, authentication, options: settings }) => {
        const askedAt = now();
        const parameters = new URLSearchParams(options.parameters);
        if (scopes.length > 0) parameters.set('scope', scopes.join(' '));
        const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, settings);
        return tokensOf(await oauth.processClientCredentialsResponse(server, client, response), askedAt);
      }),
  });
}
