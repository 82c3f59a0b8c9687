// What a test of a service asked of its sandbox. Types only.

export interface Note {
  readonly file: string;
  /** Empty before the first test of a file. */
  readonly test: string;
  /** What is no request for an operation of the document; absent for such a request. */
  readonly outside?: string | undefined;
}
