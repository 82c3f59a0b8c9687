// Credentials of clients, which are values or functions that give them.
import { InvalidCredentialError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Renew, SecuredRequest } from '../contract/request.ts';
import { isFieldValue } from '../wire/text.ts';

/** The argument of a credential function. */
export interface CredentialContext {
  readonly operation: Operation;
  /** The scopes that the operation requires (OAuth 2 and OpenID Connect), or the roles (other schemes). */
  readonly scopes: readonly string[];
  /** The signal of the call. */
  readonly signal: AbortSignal | undefined;
  /** Renews the credential where the service refuses it. */
  readonly renewBy: (renew: Renew) => void;
}

/** A credential, or a function that returns it for each request; `undefined` for none. */
export type Credential<T> = T | ((context: CredentialContext) => T | undefined | Promise<T | undefined>);

export interface BasicLogin {
  readonly username: string;
  readonly password: string;
}

/** The request with a credential in a header, which has `before` in front of it. */
export function withHeader(name: string, credential: unknown, request: SecuredRequest, header: string, before = ''): SecuredRequest {
  if (typeof credential !== 'string' || credential === '' || !isFieldValue(credential))
    throw new InvalidCredentialError(name, 'must be non-empty text that fits a header', request.operation.id);
  return { ...request, headers: { ...request.headers, [header]: before + credential }, secrets: [...request.secrets, credential] };
}
