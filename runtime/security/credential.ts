// Credentials of clients, which are values or functions that give them.
import { InvalidCredentialError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Outgoing } from '../contract/outgoing.ts';
import { isFieldValue } from '../wire/text.ts';

/** The argument of a credential function. */
export interface CredentialContext {
  readonly operation: Operation;
  /** The scopes that the operation requires (OAuth 2 and OpenID Connect), or the roles (other schemes). */
  readonly scopes: readonly string[];
  /** The request that the credential is for. */
  readonly outgoing: Outgoing;
}

/** A credential, or a function that returns it for each request; `undefined` for none. */
export type Credential<T> = T | ((context: CredentialContext) => T | undefined | Promise<T | undefined>);

export interface BasicLogin {
  readonly username: string;
  readonly password: string;
}

/** A credential that a header can hold. It is added to the secrets. */
export function headerCredential(name: string, credential: unknown, { secrets, operation }: Outgoing): string {
  if (typeof credential !== 'string' || credential === '' || !isFieldValue(credential))
    throw new InvalidCredentialError(name, 'must be non-empty text that fits a header', operation.id);
  secrets.push(credential);
  return credential;
}
