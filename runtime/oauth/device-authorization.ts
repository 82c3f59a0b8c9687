// The device authorization grant (RFC 8628): a user signs in on one device for a program on another, which has no browser.
import * as oauth from 'oauth4webapi';
import { sleep } from '../client/sleep.ts';
import { authorizationServer, type OAuthOptions } from './authorization-server.ts';
import type { TokenScheme } from './endpoints.ts';
import { OAuthError } from './errors.ts';
import { type Tokens, tokensOf } from './tokens.ts';

export interface DeviceAuthorizationOptions extends OAuthOptions {
  /** Default: all that the document lists. */
  readonly scopes?: readonly string[];
}

/** The code and the addresses to show to the user. */
export interface DeviceAuthorization {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The verification URI with the code in it, for a link or a QR code. */
  readonly verificationUriComplete?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /**
   * Polls until the user has decided. `refreshToken` makes a credential of the tokens.
   * @throws {OAuthError} with `error` such as `access_denied` and `expired_token`.
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
  const { now } = server;
  const scopes = options.scopes ?? server.flow?.scopes ?? [];
  const askedAt = now();
  const found = await server.run([], signal, async ({ server, client, authentication, options: settings }) => {
    const parameters = new URLSearchParams(options.parameters);
    if (scopes.length > 0) parameters.set('scope', scopes.join(' '));
    const response = await oauth.deviceAuthorizationRequest(server, client, authentication, parameters, settings);
    return oauth.processDeviceAuthorizationResponse(server, client, response);
  });
  const { device_code: code, verification_uri_complete: complete } = found;
  const expiresAt = askedAt + 1000 * found.expires_in;

  const poll = (waiting: AbortSignal | undefined): Promise<Tokens> =>
    server.run([code], waiting, async ({ server, client, authentication, options: settings }) => {
      const sentAt = now();
      const response = await oauth.deviceCodeGrantRequest(server, client, authentication, code, settings);
      return tokensOf(await oauth.processDeviceCodeResponse(server, client, response), sentAt);
    });

  return {
    userCode: found.user_code,
    verificationUri: found.verification_uri,
    ...(complete === undefined ? {} : { verificationUriComplete: complete }),
    expiresAt,
    async tokens(waiting) {
      // RFC 8628 section 3.5: five seconds unless the server says otherwise, and five more at each `slow_down`.
      let seconds = found.interval ?? 5;
      while (now() < expiresAt) {
        await sleep(1000 * seconds, waiting);
        try {
          return await poll(waiting);
        } catch (error) {
          const errorCode = error instanceof OAuthError ? error.error : undefined;
          if (errorCode === 'slow_down') seconds += 5;
          else if (errorCode !== 'authorization_pending') throw error;
        }
      }
      throw new OAuthError('the user did not decide before the code expired', { error: 'expired_token' });
    },
  };
}
