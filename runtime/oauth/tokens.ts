// The tokens that an authorization server issues.
import type { TokenEndpointResponse } from 'oauth4webapi';
import { isFieldValue } from '../wire/text.ts';
import { OAuthError } from './errors.ts';

/** Tokens that an authorization server issued. They are secrets: store them safely. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Milliseconds since 1970. Absent: not known. */
  readonly expiresAt?: number;
  /** The scopes that were granted, where they differ from those that were asked for. */
  readonly scopes?: readonly string[];
  /**
   * OpenID Connect. Issuer, audience and time are checked. The signature is not, since the token came from the server itself (OpenID Connect
   * Core section 3.1.3.7).
   */
  readonly idToken?: string;
}

/**
 * The tokens in a response; `askedAt` is when it was asked for, in milliseconds since 1970.
 * @throws {OAuthError} for a token that no header can hold: the platform's error would quote it.
 */
export function tokensOf(response: TokenEndpointResponse, askedAt: number): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, scope, id_token: idToken } = response;
  if (!isFieldValue(accessToken)) throw new OAuthError('the authorization server sent a token with characters that no header can hold');
  return {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(expiresIn === undefined ? {} : { expiresAt: askedAt + 1000 * expiresIn }),
    ...(scope === undefined ? {} : { scopes: scope.split(' ') }),
    ...(idToken === undefined ? {} : { idToken }),
  };
}
