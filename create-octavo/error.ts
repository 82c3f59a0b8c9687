// The errors that end a run with a message instead of a stack trace.

/** A wrong command line, or a package.json that cannot be read: exit code 2. */
export class UsageError extends Error {}

/** Something on the machine prevents it: exit code 3. */
export class EnvironmentError extends Error {
  /** The way to mend it, in one sentence. */
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}
