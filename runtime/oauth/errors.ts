// `OAuthError`, and how an error of oauth4webapi becomes one without the tokens, secrets and codes that it may quote.
import * as oauth from 'oauth4webapi';
import { masked } from '../client/send.ts';
import { OctavoError } from '../contract/errors.ts';

/** There are no tokens. The message holds no token, secret or code. */
export class OAuthError extends OctavoError {
  override readonly name = 'OAuthError';
  /** The server's error code, such as `invalid_grant` (RFC 6749 section 5.2); `undefined` where it sent none. */
  readonly error: string | undefined;
  /** `error_description`, with secrets masked. */
  readonly description: string | undefined;
  readonly status: number | undefined;

  constructor(
    reason: string,
    facts: { readonly error?: string; readonly description?: string; readonly status?: number | undefined } = {},
  ) {
    super(`Could not get an access token: ${reason}${facts.error === undefined ? '' : ` (${facts.error})`}.`);
    this.error = facts.error;
    this.description = facts.description;
    this.status = facts.status;
  }
}

const MAX_DESCRIPTION = 500;

/** Errors of the library hold responses and parameters, so only their text is kept, with `secrets` masked. Errors of ours stay as they are. */
export function withoutSecrets(error: unknown, secrets: readonly string[], timeoutMilliseconds: number): unknown {
  if (error instanceof OctavoError) return error;
  // RFC 6749 section 5.2: printable ASCII without `"` and `\`.
  const clean = (text: string): string =>
    masked(text, secrets.filter(Boolean))
      .replace(/[^\x20-\x7e]/g, ' ')
      .slice(0, MAX_DESCRIPTION);
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    const { error_description: description } = error;
    return new OAuthError('the authorization server refused the request', {
      error: clean(error.error),
      ...(typeof description === 'string' ? { description: clean(description) } : {}),
      status: error instanceof oauth.ResponseBodyError ? error.status : undefined,
    });
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return new OAuthError(clean(error.message));
  }
  if (error instanceof Error && error.name === 'TimeoutError')
    return new OAuthError(`the authorization server did not respond within ${timeoutMilliseconds} ms`);
  return new OAuthError('the request to the authorization server failed');
}
