// The limits of a description. Messages name a limit as `limits.<name>`, under which a configuration changes it.

export interface Limits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of one remote document. */
  readonly remoteBytes: number;
  /** Milliseconds for one remote document, redirects included. */
  readonly remoteMilliseconds: number;
  /** Redirects, all within one origin, for one remote document. */
  readonly redirects: number;
  /** Levels of nested objects and arrays, with YAML aliases expanded. */
  readonly depth: number;
  /** Values that the YAML aliases of one file expand to. */
  readonly aliasNodes: number;
  /** Values that the overlays of one document select and add. */
  readonly overlayNodes: number;
  /** Milliseconds in which the targets of the overlays of one document must be found. */
  readonly overlayMilliseconds: number;
  /** Objects and lists that a document of Swagger 2.0 becomes as OpenAPI 3.0. */
  readonly convertedValues: number;
  /** Bytes of all files and remote documents of one description. */
  readonly totalBytes: number;
  /** Files and remote documents read for one description. */
  readonly sources: number;
  /** References in one description. */
  readonly references: number;
  /** Levels of nested objects and arrays with references followed; what leads back to itself counts once. */
  readonly referenceDepth: number;
}

export const defaultLimits: Limits = {
  fileBytes: 50_000_000,
  remoteBytes: 5_000_000,
  remoteMilliseconds: 10_000,
  redirects: 3,
  depth: 250,
  aliasNodes: 250_000,
  overlayNodes: 1_000_000,
  overlayMilliseconds: 5_000,
  convertedValues: 2_000_000,
  totalBytes: 200_000_000,
  sources: 20_000,
  references: 500_000,
  referenceDepth: 1_000,
};
