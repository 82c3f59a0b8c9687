// The parts of a message as every emitter reads them, types only: parameters, bodies, streams, responses and headers.
import type * as runtime from '@octavo/runtime';
import type { Comma, DeepObjectLists, PrimitiveName } from '@octavo/runtime/facts';
import type { Location } from '../base/problem.ts';
import type { StreamFormat } from '../base/stream-formats.ts';
import type { Schema } from './schema/schema.ts';

export type { DeepObjectLists } from '@octavo/runtime/facts';

export type Basis = 'stated' | 'public' | 'designed';

export type ParameterIn = 'path' | 'query' | 'header' | 'cookie' | 'querystring';
export type ParameterStyle = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'cookie';

/**
 * How a parameter's text is read: the primitive types that a lexical form may become, in the order they are tried. Items and members are
 * primitives, but in `deepObject` and in the fields of forms. `int64` is an integer of 64 bits, which not every number holds; `true=t` is a
 * further word of a boolean (`x-boolean-words`).
 */
export type PrimitiveType = PrimitiveName;
export type ParameterShape =
  | { readonly kind: 'primitive'; readonly types: readonly PrimitiveType[] }
  | { readonly kind: 'array'; readonly items: ParameterShape }
  /** With the style `deepObject` only: one of these kinds, each at most once. */
  | { readonly kind: 'mixed'; readonly shapes: readonly ParameterShape[] }
  /** With the style `deepObject` only: texts, and lists and objects of texts. */
  | { readonly kind: 'free' }
  /** `additional` is absent where there can be no further properties. */
  | { readonly kind: 'object'; readonly properties: ReadonlyMap<string, ParameterShape>; readonly additional?: ParameterShape };

type Runtime = typeof runtime;
/** The codecs of the runtime for parameters and headers, by the names under which it exports them. */
export type ParameterCodecName =
  | { [Name in keyof Runtime]: Runtime[Name] extends { readonly style: string; readonly write: unknown } ? Name : never }[keyof Runtime]
  | 'querystringForm';

export interface Parameter {
  /** On the wire. */
  readonly name: string;
  /** In code, where it is another one: from `x-octavo-name` or the configuration. */
  readonly codeName?: string;
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
  readonly codec: ParameterCodecName;
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

/** A number of bytes that a text states. Its unit may leave two open: some write kB for 1024 bytes. */
export interface StatedBytes {
  readonly least: number;
  readonly most: number;
}

/** How a media type's bytes are read and written: chosen at generation time, one codec of the runtime each. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'parts' | 'text' | 'xml' | 'bytes' | StreamFormat;

/** From `x-stream`; see docs/extensions.md. */
export interface StreamOptions {
  readonly keepAliveSeconds?: number;
  readonly maxItemBytes?: number;
  /** Lines end with `\r\n` instead of `\n`. For `ndjson` only. */
  readonly lineEnd?: 'crlf';
  /** The text of an item that ends the stream. Absent: none is sent, and readers of JSON take `[DONE]`. */
  readonly end?: string;
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
  /** The field is written as a query parameter of this style. */
  | {
      readonly kind: 'style';
      readonly style: ParameterStyle;
      readonly explode: boolean;
      readonly allowReserved: boolean;
      readonly shape: ParameterShape;
      readonly codec: ParameterCodecName;
      readonly comma?: Comma;
      readonly lists?: DeepObjectLists;
    }
  /**
   * The field is written as its media type has it: ranges where a part may have one of several, none where its type says it. `headers` of parts: at
   * least one.
   */
  | { readonly kind: 'content'; readonly contentTypes: readonly string[]; readonly headers?: readonly ResponseHeader[] };

/** How a part is written where the document says more than its schema: its media types, ranges too, and its headers. */
export interface PartFacts {
  readonly contentTypes: readonly string[];
  readonly headers: readonly ResponseHeader[];
}

/** Facts of parts without names, by position: the first ones, and all others. */
export interface PartsFacts {
  readonly first: readonly PartFacts[];
  readonly rest: PartFacts;
}

export interface MediaContent {
  /** The media type as written, such as `application/json` or `image/*`. */
  readonly contentType: string;
  /** For a range: the media type of messages whose sender names none. Absent: the sender must name one, or bytes have one of their own. */
  readonly sent?: string;
  readonly kind: BodyKind;
  /** True for bytes with `x-stream: bytes`: they are read as they arrive. */
  readonly streamed?: boolean;
  /** The encoding of fields, by name, for forms and multipart bodies; absent where there is none. */
  readonly encoding?: ReadonlyMap<string, FieldEncoding>;
  /** For `parts`. */
  readonly parts?: PartsFacts;
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
  /**
   * PascalCase, unique among all types of the service: of the interface of its headers. Answers that declare the same share it; absent without
   * headers.
   */
  readonly headersName?: string;
  /** Empty: no body. */
  readonly contents: readonly MediaContent[];
  /** Whether the response may also come without its body (`x-optional-body`). */
  readonly optionalBody?: true;
  /** From `x-refusals`: the response may also refuse a request that the document allows. */
  readonly refusals?: Refusals;
}

/** The refusals of requests that the document allows, such as of a seat that is taken. */
export interface Refusals {
  /** Absent: the response may always be one. */
  readonly codes?: {
    /** JSON pointer to the code in the body: `/errors/0/id`. */
    readonly at: string;
    /** The meaning of each code, by the code as text. */
    readonly reasons: ReadonlyMap<string, string>;
  };
}

/** A header of a response, or of a part of a multipart body. */
export interface ResponseHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly explode: boolean;
  readonly shape: ParameterShape;
  readonly codec: ParameterCodecName;
  readonly contentType?: string;
  /** From `example` and `examples` of the header itself. */
  readonly examples: readonly Example[];
}
