// A document that is not in a file: what the command line has read from the standard input or from an address.

export interface GivenText {
  readonly text: string;
  /** Where it was read; absent for the standard input. */
  readonly address?: string;
  /** Whether the address, and references to its origin, may be private. */
  readonly allowPrivate?: boolean;
}
