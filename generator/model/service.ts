// The service model: types only, what every emitter reads, and the last place that knows what OpenAPI is. OpenAPI 3.0, 3.1 and 3.2 are one shape here.
import type { Location } from '../problem.ts';
import type { Schema } from './schema/schema.ts';
import type { SchemeFacts } from './security-kinds.ts';

export interface Service {
  /** File name of the document without its ending: `h-email`. The output folder. */
  readonly id: string;
  /** PascalCase word that names it in code: `Email` gives `EmailClient`, `createEmailServer`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  /**
   * At least one. Where the document writes none, those of the first operation if every operation has servers of its own; else OpenAPI's default, one with the URL `/`.
   */
  readonly servers: readonly Server[];
  /** Every schema that has a name of its own in `types.ts` and a validator, in document order. */
  readonly schemas: readonly Schema[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly tags: readonly Tag[];
  readonly operations: readonly Operation[];
  /** The operations by their first tags; empty where there are fewer than two such tags. */
  readonly groups: readonly Group[];
  /** OpenAPI `webhooks`; each is an operation that the caller of the service serves. */
  readonly webhooks: readonly Webhook[];
  /** OpenAPI `callbacks` of its operations; each is an operation that a caller of the service serves, where it said. */
  readonly callbacks: readonly Callback[];
  /** OpenAPI `links` of its responses, in document order. */
  readonly links: readonly Link[];
  /** From `x-errors` of the document: the bodies of errors that the generated server makes itself. Keyed by status or `default`. */
  readonly errors: readonly ErrorTemplate[];
  /** From `x-statements` of the document: the statements that it answers as a whole. */
  readonly statements: readonly string[];
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** The operations of a tag. */
export interface Group {
  /** As written: `Direct messages`. */
  readonly tag: string;
  readonly description?: string;
  /** camelCase identifier, different from every operation's name: the client's member. */
  readonly name: string;
  /** PascalCase, unique among all types of the service, whose name it begins with: `MicroblogDirectMessages`. */
  readonly typeName: string;
  /** In the order of the document; at least one. */
  readonly members: readonly GroupMember[];
}

export interface GroupMember {
  readonly operation: Operation;
  /** The group's method, unique in it: `create` for `createPost`. May be a reserved word. */
  readonly name: string;
}

export interface Server {
  /** As written, with `{variable}`. */
  readonly url: string;
  readonly description?: string;
  readonly variables: readonly ServerVariable[];
}

export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH' | 'TRACE' | 'QUERY' | (string & {});

export interface Operation extends OperationExtensions {
  /** `operationId` as written, or the method and path where there is none. */
  readonly id: string;
  /** camelCase identifier, unique in the service: the client's method and the server's handler. */
  readonly name: string;
  /** PascalCase, unique among all types of the service: `${typeName}Input`, `${typeName}Result`. */
  readonly typeName: string;
  readonly method: Method;
  /** The path template as written: `/apps/{app_id}/events`. For a webhook, `''`. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  /** From `x-any-of-parameters`: sets of names of query parameters, two at least; a caller passes all of one set at least. */
  readonly choices?: readonly (readonly string[])[];
  readonly body?: RequestBody;
  /**
   * The input that the caller passes, as one object schema named `${typeName}Input`: the parts `path`, `query`, `header`, `cookie`, `querystring`
   * and `body` that the operation has. Not among `Service.schemas`.
   */
  readonly input: Schema;
  /**
   * One entry per declared status, `4XX` and `default` kept as written (emitters expand them to the literal codes not listed).
   */
  readonly responses: readonly Response[];
  /** Alternatives; each is a set of schemes that must all be met. Empty: no credential. A `{}` alternative has no entries. */
  readonly security: readonly SecurityRequirement[];
  /** Servers of the operation or its path where they differ from the service's. */
  readonly servers?: readonly Server[];
  readonly location: Location;
}

/** The facts from Octavo's extensions of an operation (docs/extensions.md); `operations/extensions.ts` reads them. */
export interface OperationExtensions {
  /** From `x-errors`. */
  readonly errors?: readonly ErrorTemplate[];
  /** From `x-pagination`: how a client follows the pages of the response with status 200. */
  readonly pagination?: Pagination;
  /** From `x-basis`. */
  readonly basis?: Basis;
  /** From `x-statements`. */
  readonly statements: readonly string[];
  /** From `x-aliases`: other requests that mean this operation. Only servers know them. At least one. */
  readonly aliases?: readonly OperationAlias[];
  /** From `x-lenient-type`: a server reads JSON without a `Content-Type`, or sent as text or as a form. */
  readonly lenientType?: true;
}

/** An entry of `x-aliases` of an operation. */
export interface OperationAlias {
  readonly method: Method;
  /** Absolute path template: a server's base path is not put before it. */
  readonly path: string;
  /** The values that the request has elsewhere than the operation. */
  readonly moved: readonly MovedValue[];
  readonly location: Location;
}

/** A value of the operation's input, and where the request of an alias has it. */
export interface MovedValue {
  readonly to: ValuePlace;
  readonly from: ValuePlace;
  /** How text is read as a field of the body. Absent where it is text, and for a parameter, which has a shape of its own. */
  readonly shape?: ParameterShape;
}

/** A parameter, or a field of the body at its top level. */
export interface ValuePlace {
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly name: string;
}

export type Basis = 'stated' | 'public' | 'designed';

export type ParameterIn = 'path' | 'query' | 'header' | 'cookie' | 'querystring';
export type ParameterStyle = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'cookie';

/**
 * How a parameter's text is read: the primitive types that a lexical form may become, in the order they are tried. Items and members are
 * primitives, but in `deepObject` and in the fields of forms. `int64` is an integer of 64 bits, which not every number holds; `true=t` is a
 * further word of a boolean (`x-boolean-words`).
 */
export type PrimitiveType = 'integer' | 'int64' | 'number' | 'boolean' | `${boolean}=${string}` | 'null' | 'string';
export type ParameterShape =
  | { readonly kind: 'primitive'; readonly types: readonly PrimitiveType[] }
  | { readonly kind: 'array'; readonly items: ParameterShape }
  /** With the style `deepObject` only: one of these kinds, each at most once. */
  | { readonly kind: 'mixed'; readonly shapes: readonly ParameterShape[] }
  /** With the style `deepObject` only: texts, and lists and objects of texts. */
  | { readonly kind: 'free' }
  /** `additional` is absent where there can be no further properties. */
  | { readonly kind: 'object'; readonly properties: ReadonlyMap<string, ParameterShape>; readonly additional?: ParameterShape };

/** How a client writes a list of primitives in the style `deepObject`: `a[0]=x`, `a[]=x` or `a=x`. */
export type DeepObjectLists = 'numbered' | 'brackets' | 'repeated';

/**
 * How a server reads `%2C` where commas separate values. `separator`: it separates values too, because no value can hold a comma. `encoded`
 * (`x-comma`): it separates values where the text has no literal comma.
 */
type Comma = 'separator' | 'encoded';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterIn;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  /** Key under `components.parameters`, where it stands there. */
  readonly component?: string;
  readonly schema: Schema;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** An empty value is that of an unused parameter. */
  readonly allowEmptyValue: boolean;
  readonly shape: ParameterShape;
  /** Absent: `%2C` is part of a value. */
  readonly comma?: Comma;
  /** In queries only. Absent: null is not sent, unless the parameter is required. */
  readonly nulls?: 'text';
  /** With the style `deepObject` only. Absent: `numbered`. */
  readonly lists?: DeepObjectLists;
  /** Set where the parameter is written with `content`: its one media type. Style and explode do not apply then. */
  readonly contentType?: string;
  /** The encoding of fields, by name, where a `querystring` is a form; absent where there is none. */
  readonly encoding?: ReadonlyMap<string, FieldEncoding>;
  /** From `example` and `examples` of the parameter itself. */
  readonly examples?: readonly Example[];
  readonly basis?: Basis;
  /** From `x-aliases` of a query or header parameter: other names that a server reads too. At least one. */
  readonly aliases?: readonly string[];
  readonly location: Location;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description?: string;
  readonly contents: readonly MediaContent[];
}

/** How the items of a stream are separated. */
export type StreamFormat = 'ndjson' | 'json-seq' | 'event-stream';

/** How a media type's bytes are read and written: chosen at generation time, one codec of the runtime each. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'xml' | 'bytes' | StreamFormat;

/** From `x-stream`; see docs/extensions.md. */
export interface StreamOptions {
  readonly keepAliveSeconds?: number;
  readonly maxItemBytes?: number;
  /** Lines end with `\r\n` instead of `\n`. For `ndjson` only. */
  readonly lineEnd?: 'crlf';
}

/** How the data of server-sent events is written. */
export type EventData = 'text' | 'json';

export interface StreamFacts extends StreamOptions {
  /** For event streams only. */
  readonly data?: EventData;
  /** Events whose data is of the other kind, by name. */
  readonly events?: ReadonlyMap<string, EventData>;
}

/** How a field of a form is written where the document says more than its schema. */
export type FieldEncoding =
  /** As a query parameter of this style. */
  | {
      readonly kind: 'style';
      readonly style: ParameterStyle;
      readonly explode: boolean;
      readonly allowReserved: boolean;
      readonly shape: ParameterShape;
      readonly comma?: Comma;
      readonly lists?: DeepObjectLists;
    }
  /** As its media type has it; ranges where a part may be of several; none where its type says it. `headers`: of parts; there is one at least. */
  | { readonly kind: 'content'; readonly contentTypes: readonly string[]; readonly headers?: readonly ResponseHeader[] };

export interface MediaContent {
  /** As written, such as `application/json` or `image/*`. */
  readonly contentType: string;
  readonly kind: BodyKind;
  /** True for bytes with `x-stream: bytes`: they are read as they arrive. */
  readonly streamed?: boolean;
  /** The encoding of fields, by name, for forms and multipart bodies; absent where there is none. */
  readonly encoding?: ReadonlyMap<string, FieldEncoding>;
  /** The schema of the whole body; of one item for streams. Absent where the document gives none. */
  readonly schema?: Schema;
  /** For text that is read as a number, boolean or null: the types that are tried. Absent: it stays text. */
  readonly scalar?: readonly PrimitiveType[];
  /** For streams only. */
  readonly stream?: StreamFacts;
  readonly examples: readonly Example[];
  readonly location: Location;
}

export interface Example {
  readonly name: string;
  readonly summary?: string;
  readonly value: unknown;
}

export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  /** Key under `components.responses`, where it stands there. */
  readonly component?: string;
  readonly headers: readonly ResponseHeader[];
  /** PascalCase, unique among all types of the service: of the interface of its headers. Answers that declare the same share it; absent without headers. */
  readonly headersName?: string;
  /** Empty: no body. */
  readonly contents: readonly MediaContent[];
}

/** A header of a response, or of a part of a multipart body. */
export interface ResponseHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly explode: boolean;
  readonly shape: ParameterShape;
  readonly contentType?: string;
  /** From `example` and `examples` of the header itself. */
  readonly examples: readonly Example[];
}

export type SecurityScheme = {
  /** Key under `components.securitySchemes`. */
  readonly name: string;
  /** camelCase identifier of its constant, different from every operation's name. */
  readonly identifier: string;
  readonly description?: string;
  readonly location: Location;
} & SchemeFacts;

/** All of them must be met. The scopes are of OAuth 2 and OpenID Connect; other schemes have roles in their place (OpenAPI 3.1 section 4.8.30). */
export type SecurityRequirement = readonly { readonly scheme: string; readonly scopes: readonly string[] }[];

/**
 * `x-errors`: the body of an error that the generated server itself makes. `{detail}`, `{code}`, `{title}`, `{pointer}`,
 * `{requestId}` in strings are filled in; a string that is exactly `{status}` becomes the number.
 */
export interface ErrorTemplate {
  /** `401`, `4XX` or `default`. */
  readonly status: string;
  readonly contentType: string;
  readonly body: unknown;
}

/** The property names that lead to a value, from the input (`query`, `after`) or from the result (`body`, `meta`, `next_token`). */
export type ValuePath = readonly string[];

/** `x-pagination`; see docs/extensions.md. */
export interface Pagination {
  /** Printed as it is: the runtime's type `Pagination`, which test/pagination/agreement.test.ts compares with this one. */
  readonly facts: PaginationFacts;
  /** The schema of one item; `undefined` where the document has none. */
  readonly item: Schema | undefined;
}

export type PaginationFacts = { readonly items: ValuePath } & (
  | {
      readonly style: 'cursor';
      readonly cursor: ValuePath;
      readonly next: ValuePath;
      /** Added to the last item's identifier, where the cursor names the first item of the next page. */
      readonly step?: -1 | 1;
      readonly previous?: ValuePath;
      readonly end?: string;
      readonly more?: ValuePath;
    }
  | {
      readonly style: 'offset';
      readonly offset: ValuePath;
      readonly first?: number;
      readonly total?: ValuePath;
      readonly more?: ValuePath;
    }
  | {
      readonly style: 'page';
      readonly page: ValuePath;
      readonly first?: number;
      readonly total?: ValuePath;
      readonly totalPages?: ValuePath;
      readonly more?: ValuePath;
    }
  | { readonly style: 'link'; readonly next: ValuePath; readonly previous?: ValuePath }
);

export interface Webhook extends Operation {
  /** Key under `webhooks`. */
  readonly key: string;
  readonly signature?: WebhookSignature;
}

/** `x-webhook-signature`; see docs/extensions.md. */
export type WebhookSignature =
  /** The header is the hex HMAC-SHA256 of the raw body, or of the value of a query parameter; another header names the key. */
  | { readonly scheme: 'hmac-hex'; readonly header: string; readonly keyHeader?: string; readonly query?: string }
  /** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
  | { readonly scheme: 'timestamped'; readonly header: string; readonly toleranceSeconds: number }
  /** Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  | { readonly scheme: 'standard'; readonly toleranceSeconds: number };

export interface Callback extends Webhook {
  /** Where it is sent, as written: `{$request.body#/callbackUrl}`. */
  readonly expression: string;
  readonly address: Template;
  /** The operations that it is a callback of; at least one. */
  readonly owners: readonly Operation[];
}

/** Text, and what is filled in between. */
export type Template = readonly (string | Expression)[];

/** A runtime expression (OpenAPI 3.1 section 4.8.20.4). */
export type Expression =
  | { readonly from: 'url' | 'method' | 'status' }
  | { readonly from: 'request' | 'response'; readonly part: 'header' | 'query' | 'path'; readonly name: string }
  /** The tokens of a JSON pointer; none for the whole body. */
  | { readonly from: 'request' | 'response'; readonly part: 'body'; readonly pointer: readonly string[] };

export interface Link {
  /** Key under `links`. */
  readonly key: string;
  /** camelCase identifier; links of one operation may share it, at different statuses. */
  readonly name: string;
  /** The status of the response that has the link: `201`, `4XX` or `default`. */
  readonly status: string;
  readonly from: Operation;
  readonly to: Operation;
  readonly description?: string;
  readonly parameters: readonly LinkParameter[];
  readonly body?: LinkValue;
}

/** A parameter of the link's target. */
export interface LinkParameter {
  readonly in: ParameterIn;
  readonly name: string;
  readonly value: LinkValue;
}

export type LinkValue = { readonly constant: unknown } | { readonly template: Template };
