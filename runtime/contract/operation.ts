// An operation as data, for both ends: generated `operations.ts` files have one such row per operation.
import type { BodyCodec, EncodedBody, MatchContent } from './body.ts';
import type { Comma, Escape, HeaderCodec, ParameterCodec, Shape } from './codec.ts';
import type { Conversion } from './conversion.ts';
import type { EncodedRequest, Guard } from './request.ts';
import type { SecurityScheme } from './security.ts';

/** One operation: what sending, routing, decoding and responding need of the document. */
export interface Operation<Input = unknown, Result = unknown> {
  /** `operationId` of the document. */
  readonly id: string;
  readonly method: string;
  /** Path template: `/apps/{app_id}/events`. `''` for a webhook. */
  readonly path: string;
  /** The constants that tell it apart from other operations at the same path; absent where nothing needs to. */
  readonly marks?: readonly Mark[];
  /** Pairs of the query that no parameter says, percent-encoded: `beta=true`. Clients send them always. */
  readonly constants?: readonly string[];
  /** The path as the document has it, where that has a query or a fragment: the raw client finds the operation by it. */
  readonly writtenPath?: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: RequestBody;
  /** The `Accept` header: the media types of all responses. Absent: no response has a body. */
  readonly accept?: string;
  /** Whether the operation declares a redirect as a response, so that it is not followed. */
  readonly redirects?: boolean;
  /** Keyed `200`, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, Response>>;
  /**
   * Alternatives; of each, all requirements must be met. Absent or empty: no credential is needed. An empty alternative: anonymous requests are
   * allowed.
   */
  readonly security?: readonly (readonly Requirement[])[];
  /** The servers of the operation or its path. Absent: those of the service. */
  readonly servers?: readonly Server[];
  /** Bodies of the server's own errors for this operation (`x-errors`), where they differ from the service's. */
  readonly errors?: readonly ErrorTemplate[];
  /** Present where users hold other values than the wire has. */
  readonly conversion?: Conversion;
  /** Carries the types of input and result; never set. */
  readonly '~types'?: { readonly input: Input; readonly result: Result };
}

/** A constant in the query or headers of a request; any value where there is none here. */
export interface Mark {
  readonly in: 'query' | 'header';
  readonly name: string;
  readonly value?: string;
}

/** A single type for all `in`, not a union: TypeScript checks thousands of these. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly name: string;
  readonly required?: boolean;
  /** Encodes the parameter: `simple`, `formExplodeArray`, … */
  readonly codec: ParameterCodec;
  /** The types that the text is decoded by. */
  readonly shape: Shape;
  /** Absent: `%2C` is part of a value. */
  readonly comma?: Comma;
  /** `reserved`: `allowReserved`. `before('-')`: another parameter follows in the path segment, after that character. */
  readonly escape?: Escape;
  readonly allowEmptyValue?: boolean;
  /** In queries only. `text`: null is written as the text `null`. Absent: it is not sent, unless the parameter is required. */
  readonly nulls?: 'text';
}

export interface RequestBody {
  readonly required?: boolean;
  /** By media type, in the document's order. A client sends the first by default. */
  readonly contents: Readonly<Record<string, BodyCodec>>;
  /** Where `contents` has ranges or parameters: `mostSpecific`. In the row, so that other bundles do not carry it. */
  readonly match?: MatchContent;
  /** Used by clients. In the row, so that bundles without a request body do not carry it. */
  readonly encode: EncodeBody;
}

/** Encodes `body` of an input, in the media type `contentType` of the input. */
export type EncodeBody = (
  operation: Pick<Operation, 'id' | 'redirects'>,
  declared: RequestBody,
  body: unknown,
  contentType: unknown,
  signal: AbortSignal | undefined,
) => {
  readonly body: NonNullable<EncodedBody['body']>;
  /** The header `content-type`; none where the platform writes it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Keeps the body at its origin. */
  readonly guard: Guard;
  readonly ofStream?: EncodedRequest['ofStream'];
};

export interface Response {
  readonly headers?: readonly ResponseHeader[];
  /** Used by clients, where there are declared headers. In the row, so that bundles of other operations do not carry it. */
  readonly read?: ReadHeaders;
  /** Absent: no body. */
  readonly contents?: Readonly<Record<string, BodyCodec>>;
  /** Finds the declared media type, as for a request body. */
  readonly match?: MatchContent;
}

export interface ResponseHeader {
  readonly name: string;
  readonly required?: boolean;
  readonly codec: HeaderCodec;
  readonly shape: Shape;
}

/** Replaces the texts of declared headers by their values. `refuse` throws, for a header that is not as declared. */
export type ReadHeaders = (
  declared: Response,
  response: globalThis.Response,
  headers: Record<string, unknown>,
  refuse: (reason: string) => never,
) => void;

export interface Requirement {
  readonly scheme: SecurityScheme;
  readonly scopes?: readonly string[];
}

/** `x-errors`: the body of the errors that the server itself responds with, for a status or for some of its faults. */
export interface ErrorTemplate {
  /** `401`, `4XX` or `default`. */
  readonly status: string;
  /** The faults that it is for. Absent: all with the status that no earlier template is for. */
  readonly when?: FaultCondition;
  /** `{code}` of a fault that has no code of its own. */
  readonly code?: string | number;
  /** `{title}`, in place of the reason phrase of the status. */
  readonly title?: string;
  /** `{detail}` of a refusal that has none of its own. */
  readonly detail?: string;
  /** Absent where `body` is absent. */
  readonly contentType?: string;
  /** Absent: media type and body are those of the next template that is for the fault. */
  readonly body?: unknown;
}

/** All that is given must hold. A list holds for any of its entries. */
export interface FaultCondition {
  readonly kind?: readonly string[];
  readonly credential?: 'missing' | 'invalid';
  /** JSON pointers to the first faulty value, or to what contains it: `/query/limit`. */
  readonly at?: readonly string[];
  /** The JSON Schema keyword that the first faulty value breaks: `required`. */
  readonly keyword?: readonly string[];
  /** The code that user code refused the request with. */
  readonly code?: readonly (string | number)[];
}

/** The facts about the whole service that client and server need. */
export interface ServiceInfo {
  readonly id: string;
  readonly servers: readonly Server[];
  readonly errors?: readonly ErrorTemplate[];
}

export interface Server {
  /** The URL as in the document, with `{variable}`. */
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
  /** Fills the variables into the URL; `values` are the caller's. Set where there are variables. */
  readonly fill?: (server: Server, values: object | undefined) => string;
}
