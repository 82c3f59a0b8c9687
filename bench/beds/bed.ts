// What a bed is made of.

/** A mistake that a service makes once its id is turned on. */
export interface Fault {
  readonly id: string;
  /** Which kind of mistake it is. */
  readonly class: string;
  /** What the service does wrong, in one sentence. */
  readonly what: string;
  /** The operations that show it. */
  readonly where: string;
}

/** A key or a token, or the name and the password of HTTP Basic. */
export type Secret = string | { readonly username: string; readonly password: string };

export interface Bed {
  readonly name: string;
  /** The path of the OpenAPI document. */
  readonly document: string;
  /** Starts the service in this process, on loopback, with the faults of these ids. */
  readonly start: (faults: ReadonlySet<string>) => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;
  /**
   * Who may call the service: for each caller the secret of each security scheme of the document. The second caller has another account than the
   * first one; the third one has fewer rights in the account of the first one.
   */
  readonly credentials: Readonly<Record<string, Readonly<Record<string, Secret>>>>;
  readonly faults: readonly Fault[];
}
