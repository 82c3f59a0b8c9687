// A security scheme as data (OpenAPI 3.1 section 4.8.27): what rows of operations name, for both ends.
import type { Outgoing } from './outgoing.ts';

/** One security scheme as the client uses it, with the facts that the server's half (`authenticate.ts`) goes by. */
export type SecurityScheme = {
  /** Key under `components.securitySchemes`: the credential's and the handler's name. */
  readonly name: string;
  /** Puts the credential on the request. Absent: nothing is sent (client certificates are the platform's). */
  readonly apply?: (credential: unknown, outgoing: Outgoing) => void;
} & (
  | { readonly kind: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly parameter: string }
  | { readonly kind: 'basic' | 'mutualTLS' }
  /** `word`: what stands before the credential in `Authorization`. */
  | { readonly kind: 'bearer' | 'http'; readonly word: string }
  | { readonly kind: 'signature'; readonly facts: SignatureFacts }
);

export interface SignatureFacts {
  /** The query parameter that holds the signature. */
  readonly parameter: string;
  readonly signature: {
    readonly algorithm: 'hmac-sha256';
    readonly encoding: 'hex';
    readonly version: string;
    readonly bodyDigest: 'md5';
    /** Seconds that a timestamp may differ from the server's clock. */
    readonly toleranceSeconds: number;
    readonly parameters: { readonly key: string; readonly timestamp: string; readonly version: string; readonly bodyDigest: string };
  };
}

export interface BasicLogin {
  readonly username: string;
  readonly password: string;
}

/** The query parameters that are the scheme's own. */
export function queryOf(scheme: SecurityScheme): readonly string[] {
  if (scheme.kind === 'signature') return [scheme.facts.parameter, ...Object.values(scheme.facts.signature.parameters)];
  return scheme.kind === 'apiKey' && scheme.in === 'query' ? [scheme.parameter] : [];
}
