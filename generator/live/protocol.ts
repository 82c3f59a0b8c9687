// The messages between `octavo dev` and the process that runs the module of `serve`.
import type { ServedParts } from './served.ts';

/** The settings that the module's function gets, as plain data. */
export interface LiveSettings {
  readonly host: string;
  readonly portal: string;
  /** The port of the first document; 0 for free ports. */
  readonly firstPort: number;
  /** Ports that services do not get: those of the portal and the mocks. */
  readonly otherPorts: readonly number[];
  /** Ids in the order of the configuration. */
  readonly documents: readonly string[];
  /** The ports of the last version, by id of the service. */
  readonly lastPorts: Readonly<Record<string, number>>;
}

/** An error as people read it. */
export interface LiveFailure {
  /** `TypeError: x is not a function` */
  readonly message: string;
  readonly place: LivePlace;
  /** The lines of code where the fault is, with carets below it; empty for an error at run time. */
  readonly code: readonly string[];
  /** The calls in the user's files, the innermost one first. */
  readonly calls: readonly { readonly name: string; readonly place: LivePlace }[];
  /** How to mend it. */
  readonly fix?: string;
}

export interface LivePlace {
  /** Absolute path. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

export type ToLive = { readonly kind: 'start'; readonly settings: LiveSettings } | { readonly kind: 'stop' };

export type FromLive =
  /** A file is being imported: an absolute path. */
  | { readonly kind: 'imports'; readonly file: string }
  /** The module and its imports are loaded; `start` is awaited. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'served'; readonly served: ServedParts }
  /** The process ends after this. */
  | { readonly kind: 'failed'; readonly failure: LiveFailure };
