// Declares the settings of a run, in a program or under `conform` of a document in octavo.config.ts. Types only; it imports no room, so that the
// configuration can.
import type { OverrideLink } from '../../inference/edge.ts';
import type { Waiver } from './waiver.ts';

/** By name of the security scheme: what the generated client takes, a value or a function that gives one. */
export type CredentialValues = Readonly<Record<string, unknown>>;

export interface Credentials {
  readonly given?: CredentialValues;
  /** Credentials of a second account, whose resources the first one may not see. */
  readonly other?: CredentialValues;
  /** Known to the service, but without the scopes that operations need. */
  readonly unscoped?: CredentialValues;
  /** Credentials of somebody with fewer rights in the first account, such as one who may only read. */
  readonly limited?: CredentialValues;
}

/** Values that the user gives in place of made ones. */
export interface Overrides {
  /** By id of the operation: parts of its input (`path`, `query`, `header`, `cookie`, `body`, `contentType`), or `false` not to call it. */
  readonly operations?: Readonly<Record<string, Readonly<Record<string, unknown>> | false>>;
  /** By name: the value of each path parameter of this name, such as the id of something that exists. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Values of answers that other operations take, where neither `links` of the document nor names say so. */
  readonly links?: readonly OverrideLink[];
}

export interface ConformSettings {
  /** The path before the document's paths. Default: that of the target, or of the document's first server. */
  readonly basePath?: string;
  readonly credentials?: Credentials;
  /** Every case follows from it. Default: 1. */
  readonly seed?: number;
  /** Valid inputs by chance for each operation, and sequences by chance for each resource, beside the systematic ones. Default: 10. */
  readonly random?: number;
  /** The most cases for each operation. Default: 500. */
  readonly most?: number;
  /** The run ends after so many milliseconds, with what it has. */
  readonly maxTime?: number;
  /** Percent of the operations that must answer a valid request with success, so that a run without findings passes. Default: 80. */
  readonly minSuccess?: number;
  /** Hosts beside loopback that may be called. */
  readonly allowHosts?: readonly string[];
  /**
   * Whether operations may be called that change something, where the target is an address. Needed unless `readOnly`: a run creates, changes and
   * deletes.
   */
  readonly allowWrites?: boolean;
  /** Calls only operations that change nothing: GET, HEAD, OPTIONS, TRACE and QUERY. Default: no. */
  readonly readOnly?: boolean;
  /** The operations to test: ids, tags, or paths (`/books/{id}`, `/books/*`). What they need is called too. Default: all. */
  readonly only?: readonly string[];
  /** Operations that are not called: ids, tags or paths. */
  readonly skip?: readonly string[];
  /** Requests per second. Default: 10 for other hosts than loopback. */
  readonly rate?: number;
  /** Milliseconds for one exchange. Default: 10,000. */
  readonly timeout?: number;
  /** Checks to turn on or off by id, or their option: `{ 'declared-refusal': true }`. */
  readonly checks?: Readonly<Record<string, unknown>>;
  readonly waivers?: readonly Waiver[];
  readonly overrides?: Overrides;
  /** Whether sequences of requests are sent. Default: where the service keeps what it creates. `true`: also where it does not seem to. */
  readonly sequences?: boolean;
}
