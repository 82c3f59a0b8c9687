// A kind of WebSocket connection as every reader of the service sees it, types only (`x-sockets`, docs/extensions.md).
import type { Location } from '../base/problem.ts';
import type { JsonValue, Schema } from './schema/schema.ts';

/** An entry of `x-sockets`: a kind of WebSocket connection, which OpenAPI has no words for. */
export interface Socket {
  /** Key under `x-sockets`. */
  readonly key: string;
  readonly summary?: string;
  readonly description?: string;
  /** Relative to the servers, with `{variable}`: `/app/{key}?protocol=7`. */
  readonly path: string;
  /** A message that clients send, as JSON. Absent: the document does not describe it. */
  readonly sends?: Schema;
  /** A message that clients receive, as JSON. */
  readonly receives?: Schema;
  /** Answers that keep the connection: a client sends `with` when it receives a message with the members `to`. */
  readonly replies: readonly { readonly to: JsonValue; readonly with: JsonValue }[];
  /** Values of messages that clients receive, which signatures need. */
  readonly keeps: readonly SocketKeep[];
  /** How members of messages that clients send are made from a credential. For a message, the first holds that fits. */
  readonly signs: readonly SocketSigning[];
  /** Messages to send. */
  readonly examples: readonly { readonly key: string; readonly summary?: string; readonly value: JsonValue }[];
  readonly location: Location;
}

/** A value that a client keeps of a message that has the members of `of`. */
export interface SocketKeep {
  readonly name: string;
  readonly of: JsonValue;
  /** A JSON pointer, which goes on into texts that are JSON. */
  readonly at: string;
}

/** A member of a message that holds an HMAC-SHA256 in hexadecimal, with the part `secret` of a credential. */
export interface SocketSigning {
  /** The members of the messages that it is about. A text that ends in `*` stands for all texts with that beginning. */
  readonly when: JsonValue;
  /** A JSON pointer to the member. */
  readonly at: string;
  /** The text to sign, with values in braces: of `keeps` and of the credential by name, of the message by JSON pointer. */
  readonly text: string;
  /** The value of the member, with `{signature}` and the same values. */
  readonly value: string;
}
