// Declares what `data/<id>/operations.json` and `<id>/operations/<name>.json` hold: types only, which portal/console reads too.
import type { PlainKeywords } from '@octavo/runtime/facts';
import type { JsonValue } from '../../model/schema/schema.ts';
import type { Basis, BodyKind, Callback, Parameter, ParameterIn, Socket, Webhook } from '../../model/service.ts';

/** A document, as the console needs it. Text is Markdown where it is a description. */
export interface ConsoleDocument {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly servers: readonly ConsoleServer[];
  readonly securitySchemes: readonly ConsoleScheme[];
  /** Named schemas, which `$ref` means by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly operations: readonly ConsoleOperation[];
  readonly sockets: readonly ConsoleSocket[];
  /** The names of the generated code in `data/<id>/contract/`. */
  readonly contract: { readonly service: string; readonly validators: string };
  readonly client: ConsoleClient;
}

/** The imports of a program with the typed client. */
interface ConsoleClient {
  readonly module: string;
  readonly runtime: string;
  /** `createEmailClient` */
  readonly create: string;
  /** The types that the client takes for 64-bit integers and times. */
  readonly int64: 'number' | 'bigint' | 'string';
  readonly dates: 'string' | 'date';
}

export interface ConsoleServer {
  /** The address as written, with `{variable}`. */
  readonly url: string;
  /** With the defaults of its variables, without a final slash. */
  readonly filled: string;
  readonly description?: string;
  /** The address of the mock for this server; absent on a site without mocks. */
  readonly mock?: string;
}

export interface ConsoleScheme {
  readonly name: string;
  readonly kind: string;
  readonly description?: string;
  /** `query parameter api_key`, `Authorization: Bearer`: how the credential is sent. */
  readonly sent: string;
  /** The fields of the credential; absent where it is one text. */
  readonly fields?: readonly string[];
  /** False where a client sends nothing. */
  readonly takes: boolean;
  /** The names of environment variables for the credential or its fields, in samples. */
  readonly variable: string;
  /** Absent where no flow of OAuth gives a token for it. */
  readonly signIn?: ConsoleSignIn;
}

/** How a reader gets a token. URLs as the document writes them. */
export interface ConsoleSignIn {
  /** Where the provider says its addresses (OpenID Connect); the flows then have none. */
  readonly openIdConnectUrl?: string;
  readonly flows: readonly ConsoleFlow[];
}

export interface ConsoleFlow {
  readonly flow: 'authorizationCode' | 'deviceAuthorization' | 'clientCredentials';
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly scopes: readonly { readonly scope: string; readonly meaning: string }[];
}

export interface ConsoleOperation {
  readonly kind: 'operation' | 'webhook' | 'callback';
  /** `operationId`, or the key of a webhook. Unique among those of its kind. */
  readonly id: string;
  /** The name of its row in the generated code. */
  readonly row: string;
  /** The call of the typed client: `posts.create`. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  /** The name in lists and headings. */
  readonly summary: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly basis?: Basis;
  readonly tags: readonly string[];
  readonly parameters: readonly ConsoleParameter[];
  /** Sets of query parameters: a request needs all of one set. */
  readonly choices?: readonly (readonly string[])[];
  readonly body?: { readonly required: boolean; readonly description?: string; readonly contents: readonly ConsoleContent[] };
  readonly responses: readonly ConsoleResponse[];
  /** Alternatives; each is a set of schemes that are all needed. */
  readonly security: readonly (readonly { readonly scheme: string; readonly scopes: readonly string[] }[])[];
  /** Where they differ from those of the document. */
  readonly servers?: readonly ConsoleServer[];
  /** The document's example, in the parts that the generated code takes. */
  readonly example: ConsoleExample;
  readonly signature?: NonNullable<Webhook['signature']>;
  /** The expression of a callback, as written: the address to which it is sent. */
  readonly expression?: Callback['expression'];
}

/** What the column beside an operation shows before its reader does anything. */
export interface ColumnData {
  readonly kind: 'operation';
  readonly document: Pick<ConsoleDocument, 'id' | 'servers' | 'securitySchemes'>;
  readonly operation: Pick<ConsoleOperation, 'id' | 'method' | 'path' | 'security' | 'servers'> & {
    /** Whether it has parameters or a body. */
    readonly takesValues: boolean;
  };
  /** The address in the samples: the column puts the one that it calls in its place. */
  readonly baseUrl: string;
  readonly samples: { readonly curl: string; readonly client: string };
  readonly responses: readonly ColumnResponse[];
  readonly callbacks: readonly ArrivalData[];
}

/** A request that a receiver of the reader's gets: of a webhook, or of a callback. */
export interface ArrivalData {
  readonly kind: 'webhook' | 'callback';
  readonly document: Pick<ConsoleDocument, 'id'>;
  readonly id: string;
  readonly method: string;
  /** The expression of a callback's address, as written. */
  readonly expression?: string;
  /** Its first line and headers, as on the wire. */
  readonly head: string;
  readonly contentType?: string;
  /** The examples of its body; none where it has no body, or where that is not text. */
  readonly bodies: readonly { readonly label: string; readonly text: string }[];
  /** What the receiver may answer. */
  readonly responses: readonly ColumnResponse[];
}

export interface ColumnResponse {
  readonly status: string;
  /** One sentence. */
  readonly description: string;
  readonly contentType?: string;
  /** The text of the body; absent where it has none, or where it is not text. */
  readonly example?: string;
}

/** An entry of `x-sockets`. */
export interface ConsoleSocket
  extends Pick<Socket, 'key' | 'summary' | 'description' | 'path' | 'replies' | 'keeps' | 'signs' | 'examples'> {
  readonly sends?: ConsoleMessage;
  readonly receives?: ConsoleMessage;
}

export interface ConsoleMessage {
  readonly schema: JsonSchema;
  /** The export of `validators.js` that checks it. */
  readonly validator: string;
}

/** Files are absent: the console puts a small one in their place. */
export interface ConsoleExample {
  readonly path?: Readonly<Record<string, JsonValue>>;
  readonly query?: Readonly<Record<string, JsonValue>>;
  readonly header?: Readonly<Record<string, JsonValue>>;
  readonly cookie?: Readonly<Record<string, JsonValue>>;
  readonly querystring?: JsonValue;
  readonly body?: JsonValue;
  readonly contentType?: string;
}

export interface ConsoleParameter extends Pick<Parameter, 'name' | 'required' | 'deprecated' | 'basis'> {
  readonly in: ParameterIn;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly examples: readonly JsonValue[];
}

export interface ConsoleContent {
  readonly contentType: string;
  /** For a range: the media type to send. */
  readonly sent: string;
  readonly kind: BodyKind;
  /** The schema of the whole body; of one item where it is a stream. */
  readonly schema?: JsonSchema;
  readonly isStream: boolean;
  readonly examples: readonly { readonly name: string; readonly summary?: string; readonly value: JsonValue }[];
}

export interface ConsoleResponse {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  readonly contents: readonly ConsoleContent[];
}

/**
 * JSON Schema 2020-12, whatever version the document has. `$ref` is the name of a schema, not a URI. `file: true` is a file of a form. `known`:
 * values that the document lists, where others may come.
 */
export type JsonSchema = boolean | JsonSchemaObject;

type Bound = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';

export interface JsonSchemaObject extends Omit<PlainKeywords<JsonSchema>, Bound>, Readonly<Partial<Record<Bound, number | bigint>>> {
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly enum?: readonly JsonValue[];
  readonly known?: readonly JsonValue[];
  readonly const?: JsonValue;
  /** The first value of a form, where neither an empty value fits nor one of what is required. */
  readonly start?: JsonValue;
  /** The schemas that include one with a discriminator by `allOf`. `own`: tags of values that are of none of them. */
  readonly heirs?: {
    readonly property: string;
    readonly own: readonly string[];
    readonly schemas: readonly { readonly tags: readonly string[]; readonly schema: JsonSchema }[];
  };
}
