// The sizes that a description may have; every message about one of them names it as `limits.<name>`, which is how a configuration raises it.

export interface Limits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of one remote document. */
  readonly remoteBytes: number;
  /** Time for one remote document, redirects included. */
  readonly remoteMilliseconds: number;
  /** Redirects followed (within one origin) for one remote document. */
  readonly redirects: number;
  /** Nesting of objects and arrays, with YAML aliases written out. */
  readonly depth: number;
  /** Values that the YAML aliases of one file stand for, written out. */
  readonly aliasNodes: number;
  /** Files and remote documents read for one description. */
  readonly sources: number;
  /** References in one description. */
  readonly references: number;
}

export const defaultLimits: Limits = {
  fileBytes: 50_000_000,
  remoteBytes: 5_000_000,
  remoteMilliseconds: 10_000,
  redirects: 3,
  depth: 500,
  aliasNodes: 250_000,
  sources: 1_000,
  references: 500_000,
};
