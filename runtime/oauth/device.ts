// The device authorization grant (RFC 8628): a user allows on one device what another one, without a browser, asks for.
import * as oauth from 'oauth4webapi';
import { sleep } from '../client/sleep.ts';
import { authorizationServer, OAuthError, type OAuthOptions, type TokenScheme, type Tokens, tokensOf } from './authorization-server.ts';

export interface DeviceAuthorizationOptions extends OAuthOptions {
  /** Default: all that the document lists. */
  readonly scopes?: readonly string[];
}

/** What to show the user. */
export interface DeviceAuthorization {
  readonly userCode: string;
  readonly verificationUri: string;
  /** With the code in it, for a link or a QR code. */
  readonly verificationUriComplete?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /**
   * Asks until the user has decided: a credential by `refreshToken`.
   * @throws {OAuthError} `access_denied` and `expired_token` among others.
   */
  tokens(signal?: AbortSignal): Promise<Tokens>;
}

/** @throws {OAuthError} */
export async function deviceAuthorization(
  scheme: TokenScheme,
  options: DeviceAuthorizationOptions,
  signal?: AbortSignal,
): Promise<DeviceAuthorization> {
  const server = authorizationServer(scheme, 'deviceAuthorization', options);
  const scopes = options.scopes ?? server.flow?.scopes ?? [];
  const askedAt = Date.now();
  const found = await server.run([], signal, async ({ server, client, authentication, options: settings }) => {
    const parameters = new URLSearchParams(options.parameters);
    if (scopes.length > 0) parameters.set('scope', scopes.join(' '));
    const response = await oauth.deviceAuthorizationRequest(server, client, authentication, parameters, settings);
    return oauth.processDeviceAuthorizationResponse(server, client, response);
  });
  const { device_code: code, verification_uri_complete: complete } = found;
  const expiresAt = askedAt + 1000 * found.expires_in;

  const ask = (waiting: AbortSignal | undefined): Promise<Tokens> =>
    server.run([code], waiting, async ({ server, client, authentication, options: settings }) => {
      const sentAt = Date.now();
      const response = await oauth.deviceCodeGrantRequest(server, client, authentication, code, settings);
      return tokensOf(await oauth.processDeviceCodeResponse(server, client, response), sentAt);
    });

  return {
    userCode: found.user_code,
    verificationUri: found.verification_uri,
    ...(complete === undefined ? {} : { verificationUriComplete: complete }),
    expiresAt,
    async tokens(waiting) {
      // Section 3.5: five seconds unless told, and five more whenever the server says so.
      let seconds = found.interval ?? 5;
      while (Date.now() < expiresAt) {
        await sleep(1000 * seconds, waiting);
        try {
          return await ask(waiting);
        } catch (error) {
          const word = error instanceof OAuthError ? error.error : undefined;
          if (word === 'slow_down') seconds += 5;
          else if (word !== 'authorization_pending') throw error;
        }
      }
      throw new OAuthError('the user did not decide in time', { error: 'expired_token' });
    },
  };
}
