// Declares what pages and the development server say to each other at `/-/send`: types only, which portal/console imports too.

/** The JSON that the page posts. */
export interface SendRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64. */
  readonly body?: string;
  /** The origin that the user has confirmed, `https://api.example.com`: needed for addresses outside this machine. */
  readonly confirmed?: string;
}

/**
 * A line of the response, which is newline-delimited JSON: one `head`, any number of `data`, and `end`; or `failed` at any place, as the last one.
 */
export type SendEvent =
  | {
      readonly head: {
        readonly status: number;
        readonly statusText: string;
        readonly headers: readonly (readonly [name: string, value: string])[];
        /** Milliseconds from sending to the head. */
        readonly milliseconds: number;
      };
    }
  /** Base64. */
  | { readonly data: string }
  | { readonly end: { readonly bytes: number; readonly milliseconds: number } }
  | { readonly failed: { readonly code: string; readonly message: string } };
