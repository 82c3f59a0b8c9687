// What the two ends share: an operation as data. Generated `operations.ts` files hold one such row each; client and server are loops over it.
import type { BodyCodec, EncodedBody } from './body.ts';
import type { Escape, HeaderCodec, ParameterCodec, Shape } from './codec.ts';
import type { Conversion } from './conversion.ts';
import type { SecurityScheme } from './security.ts';

/** One operation: the facts of the document that sending, routing, decoding and answering need. */
export interface Operation<Input = unknown, Result = unknown> {
  /** `operationId` as the document has it. */
  readonly id: string;
  readonly method: string;
  /** Path template: `/apps/{app_id}/events`. `''` for a webhook. */
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: RequestBody;
  /** The media types of all answers, as the header that asks for them. Absent: no answer has a body. */
  readonly accept?: string;
  /** Whether a redirect is an answer. */
  readonly redirects?: boolean;
  /** Keyed `200`, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, Response>>;
  /** Alternatives, each a set that must all be met; absent or empty: none needed. An empty set among them: anonymous is allowed. */
  readonly security?: readonly (readonly Requirement[])[];
  /** Of the operation or its path, where the document gives them; otherwise those of the service hold. */
  readonly servers?: readonly Server[];
  /** Bodies of errors that the generated server makes for this operation, where they differ from the service's. */
  readonly errors?: readonly ErrorTemplate[];
  /** Present where users hold other values than stand on the wire. */
  readonly conversion?: Conversion;
  /** Carries the types of the two ends; never set. */
  readonly '~types'?: { readonly input: Input; readonly result: Result };
}

/** One type for all places rather than a union: compilers check thousands of these. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly name: string;
  readonly required?: boolean;
  /** One cell of OpenAPI's table for one kind of value: `simple`, `formExplodeArray`, … chosen at generation time. */
  readonly codec: ParameterCodec;
  /** The primitive types that text may become. */
  readonly shape: Shape;
  /** `reserved`: the document allows reserved characters. `before('-')`: another parameter follows in the segment, after that character. */
  readonly escape?: Escape;
  readonly allowEmptyValue?: boolean;
}

export interface RequestBody {
  readonly required?: boolean;
  /** By media type, in the document's order; the first is what a client sends unless told. */
  readonly contents: Readonly<Record<string, BodyCodec>>;
  /** What clients encode it with: in the row, so that bundles without a request body do not carry it. */
  readonly encode: EncodeBody;
}

/** The bytes of a body for `body` and `contentType` of an input; sets the header `content-type`. */
export type EncodeBody = (
  operation: string,
  declared: RequestBody,
  body: unknown,
  contentType: unknown,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
) => NonNullable<EncodedBody['body']>;

export interface Response {
  readonly headers?: readonly ResponseHeader[];
  /** What clients read the headers with, where there are any: in the row, so that bundles of other operations do not carry it. */
  readonly read?: ReadHeaders;
  /** Absent: no body. */
  readonly contents?: Readonly<Record<string, BodyCodec>>;
}

export interface ResponseHeader {
  readonly name: string;
  readonly required?: boolean;
  readonly codec: HeaderCodec;
  readonly shape: Shape;
}

/** Puts the values of declared headers in the place of their texts. `refuse` throws, for a header that is not as declared. */
export type ReadHeaders = (
  declared: readonly ResponseHeader[],
  response: globalThis.Response,
  headers: Record<string, unknown>,
  refuse: (reason: string) => never,
) => void;

export interface Requirement {
  readonly scheme: SecurityScheme;
  readonly scopes?: readonly string[];
}

/** `x-errors`: the body of an error that the generated server itself makes. */
export interface ErrorTemplate {
  /** `401`, `4XX` or `default`. */
  readonly status: string;
  readonly contentType: string;
  readonly body: unknown;
}

/** What client and server need to know of the whole service. */
export interface ServiceInfo {
  readonly id: string;
  readonly servers: readonly Server[];
  readonly errors?: readonly ErrorTemplate[];
}

export interface Server {
  /** As written, with `{variable}`. */
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
  /** The URL with its variables filled in; `values` are the caller's. Set where there are variables. */
  readonly fill?: (server: Server, values: object | undefined) => string;
}
