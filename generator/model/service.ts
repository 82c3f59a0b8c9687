// The service model: types only, what every emitter reads, and the last place that knows what OpenAPI is. OpenAPI 3.0, 3.1 and 3.2 are one shape
// here.
import type { Mark, Pagination as PaginationFacts, Template, WebhookSignatureFacts } from '@octavo/runtime/facts';
import type { Location } from '../base/problem.ts';
import type { ThingNote } from '../base/thing.ts';
import type { ErrorTemplate } from './error-rows.ts';
import type { ListOrder } from './list-order.ts';
import type { Basis, Parameter, ParameterIn, ParameterShape, RequestBody, Response, StatedBytes } from './message.ts';
import type { RateLimit } from './rate-limits.ts';
import type { SlowPattern } from './schema/patterns.ts';
import type { Schema } from './schema/schema.ts';
import type { SchemeFacts } from './security-kinds.ts';
import type { Socket } from './socket.ts';

export type { Expression, Pagination as PaginationFacts, Template, ValuePath, WebhookSignatureFacts } from '@octavo/runtime/facts';
export type { ErrorTemplate } from './error-rows.ts';
export type * from './message.ts';
export type * from './socket.ts';

export interface Service {
  /** File name of the document without its ending: `h-email`. The output folder. */
  readonly id: string;
  /** PascalCase word that names it in code: `Email` gives `EmailClient`, `createEmailServer`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  /** How large the body of a request may be, where the description states it. Mocks refuse larger ones. */
  readonly bodyLimit?: StatedBytes;
  /**
   * At least one. Where the document writes none, those of the first operation if every operation has servers of its own; else OpenAPI's default, one
   * with the URL `/`.
   */
  readonly servers: readonly Server[];
  /** Every schema that has a name of its own in `types.ts` and a validator, in document order. */
  readonly schemas: readonly Schema[];
  /** The enumerations that have constants; none where these are not asked for. */
  readonly enums: readonly EnumConstant[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly tags: readonly Tag[];
  readonly operations: readonly Operation[];
  /** The operations by their first tags; empty where there are fewer than two such tags. */
  readonly groups: readonly Group[];
  /** OpenAPI `webhooks`; each is an operation that the caller of the service serves. */
  readonly webhooks: readonly Webhook[];
  /** Operations and webhooks of the document that are not generated, in document order. No emitter reads them: `octavo diff` compares them. */
  readonly leftOut: readonly LeftOutOperation[];
  /** OpenAPI `callbacks` of its operations; each is an operation that a caller of the service serves, where it said. */
  readonly callbacks: readonly Callback[];
  /** Whether users hold some properties under the names in code that their schemas have (`codeNames`). */
  readonly isRenamed?: true;
  /** OpenAPI `links` of its responses, in document order. */
  readonly links: readonly Link[];
  /** From `x-thing` of paths: what a mock that remembers is to take for things. Nothing is generated for them. */
  readonly things?: readonly ThingNote[];
  /** From `x-sockets`, without those that cannot be used. Nothing is generated for them. */
  readonly sockets: readonly Socket[];
  /** From `x-errors` of the document: the bodies of errors that the generated server makes itself. */
  readonly errors: readonly ErrorTemplate[];
  /** The codes that `x-errors` and `x-refusals` name, each once: what handlers can refuse with. */
  readonly refusalCodes: readonly (string | number)[];
  /** From `x-statements` of the document: the statements that it answers as a whole. */
  readonly statements: readonly string[];
  /** From `x-limits` of the document: how many requests a caller may make of all operations together. */
  readonly limits: readonly RateLimit[];
  /** Patterns of schemas whose matching time may grow faster than the text, in no particular order. */
  readonly slowPatterns: readonly SlowPattern[];
}

/** An enumeration of texts and numbers whose values have names in code. */
export interface EnumConstant {
  /** PascalCase: that of the schema where it has one, else one that no type of the service has. */
  readonly name: string;
  readonly schema: Schema;
  /** The schema of `Service.schemas` that it is or stands in, the operation that has it as a parameter, or `shared` for a parameter of several. */
  readonly owner: Schema | Operation | 'shared';
  /** Each value once, in the order of the document; at least one. Their names are different. */
  readonly members: readonly EnumMember[];
  /** What its type allows beside the members: null, and any other text. */
  readonly besides: readonly ('null' | 'text')[];
}

export interface EnumMember {
  /** Different from the names of what every object has, and from `all`, `labels` and `descriptions`. */
  readonly name: string;
  /** A number is finite. */
  readonly value: string | number | bigint;
  /** The schema that lists it: that of the constant, or a branch of it. */
  readonly list: Schema;
  /** What people read in place of the value. */
  readonly label?: string;
  readonly description?: string;
  readonly deprecated?: true;
}

export interface Tag {
  readonly name: string;
  /** OpenAPI 3.2: what people read in place of the name. */
  readonly summary?: string;
  readonly description?: string;
  /** OpenAPI 3.2: the name of the tag that this one is below. */
  readonly parent?: string;
}

/** The operations of a tag. */
export interface Group {
  /** The tag as written: `Direct messages`. */
  readonly tag: string;
  readonly description?: string;
  /** camelCase identifier, different from every operation's name: the client's member. */
  readonly name: string;
  /** PascalCase, unique among all types of the service, whose name it begins with: `MicroblogDirectMessages`. */
  readonly typeName: string;
  /** The type of the handlers of its operations, unique likewise: `MicroblogDirectMessagesHandlers`. */
  readonly handlersName: string;
  /** In the order of the document; at least one. */
  readonly members: readonly GroupMember[];
}

export interface GroupMember {
  readonly operation: Operation;
  /** The group's method, unique in it: `create` for `createPost`. May be a reserved word. */
  readonly name: string;
}

export interface Server {
  /** The URL as written, with `{variable}`. */
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
  /** The document or the configuration has asked for `name`. */
  readonly isNamed?: true;
  readonly method: Method;
  /** The path template as written: `/apps/{app_id}/events`. For a webhook, `''`. */
  readonly path: string;
  /** The path of requests, where it differs: without the query and the fragment that the template has. */
  readonly sentPath?: string;
  /** The constants that tell it apart from other operations at the same path, from the query or the fragment of the template. At least one. */
  readonly marks?: readonly Mark[];
  /** Pairs of the query that no parameter says, percent-encoded: clients send them always. At least one. */
  readonly constants?: readonly string[];
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
  /** The `security` that says so: of the operation, or of the document. Absent: there is none. */
  readonly securityLocation?: Location;
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
  /** From `x-limits`: how many requests of the operation a caller may make. */
  readonly limits: readonly RateLimit[];
  /** From `x-order`: in which order the items of its list come. */
  readonly order?: ListOrder;
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

export type SecurityScheme = {
  /** Key under `components.securitySchemes`. */
  readonly name: string;
  /** camelCase identifier of its constant, different from every operation's name. */
  readonly identifier: string;
  readonly description?: string;
  /** OpenAPI 3.2: it may go away. */
  readonly deprecated?: true;
  readonly location: Location;
} & SchemeFacts;

/** All of them must be met. The scopes are of OAuth 2 and OpenID Connect; other schemes have roles in their place (OpenAPI 3.1 section 4.8.30). */
export type SecurityRequirement = readonly { readonly scheme: string; readonly scopes: readonly string[] }[];

/** `x-pagination`; see docs/extensions.md. */
export interface Pagination {
  /** The facts that generated code prints as they are. */
  readonly facts: PaginationFacts;
  /** The schema of one item; `undefined` where the document has none. */
  readonly item: Schema | undefined;
}

/** An operation that is not generated, as far as it could be read. It has no name in code. */
export interface LeftOutOperation extends Operation {
  readonly kind: 'operation' | 'webhook';
  /** Key under `paths` or `webhooks`. */
  readonly key: string;
  /** The reason, as a sentence. */
  readonly reason: string;
}

export interface Webhook extends Operation {
  /** Key under `webhooks`. */
  readonly key: string;
  readonly signature?: WebhookSignatureFacts;
}

export interface Callback extends Webhook {
  /** Where it is sent, as written: `{$request.body#/callbackUrl}`. */
  readonly expression: string;
  readonly address: Template;
  /** The operations that it is a callback of; at least one. */
  readonly owners: readonly Operation[];
}

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
