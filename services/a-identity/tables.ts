// Declares the rows of the identity service. Flags are 0 or 1; times are milliseconds since 1970 (UTC).

export interface IdentityTables {
  a_users: UserRow;
  a_tokens: TokenRow;
  a_signing_keys: SigningKeyRow;
}

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly is_email_verified: number;
  readonly name: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly link: string;
  readonly picture: string;
  readonly gender: string | null;
  /** A BCP 47 tag. */
  readonly locale: string;
  /** Domain of the organization that hosts the account; null for a personal one. */
  readonly hosted_domain: string | null;
}

/** A token that was minted for a user and a client. */
export interface TokenRow {
  /** Hash of the token (`hashOf`). */
  readonly hash: string;
  readonly kind: 'access' | 'id';
  readonly user_id: string;
  /** Identifier of the client that the token was issued to. */
  readonly client: string;
  /** Separated by single spaces. */
  readonly scopes: string;
  readonly nonce: string | null;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly is_revoked: number;
}

/** A key that signs ID tokens. */
interface SigningKeyRow {
  readonly kid: string;
  /** JSON Web Key (RFC 7517) with its private part. */
  readonly private_jwk: string;
}
