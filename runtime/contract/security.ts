// A security scheme as rows of operations name it (OpenAPI 3.1 section 4.8.27). `security/` has the kinds of schemes.
import type { SecuredRequest } from './request.ts';

export interface SecurityScheme {
  /** Key under `components.securitySchemes`: the credential's and the handler's name. */
  readonly name: string;
  /** Names the kind in `security/kinds.ts`, by which the server reads credentials. */
  readonly kind: string;
  /**
   * From `x-scheme-words`: the words that a server accepts before the credential, beside the scheme's own; `*` is any run of letters, digits and `-`.
   */
  readonly words?: readonly string[];
  /** The query parameters that the scheme adds. */
  readonly query?: readonly string[];
  /** The cookies that the scheme adds. */
  readonly cookies?: readonly string[];
  /** The request with the credential. Absent: nothing is sent. */
  readonly apply?: (credential: unknown, request: SecuredRequest) => SecuredRequest;
}
