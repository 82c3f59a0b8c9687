// Declares work that falls due: jobs that a service writes with a change, and that run when the sandbox clock reaches their time.

import type { Kysely } from 'kysely';

/** A kind of job, and what its payload is. */
export interface JobKind<Payload> {
  /** The service whose job it is: `f-instalments`. */
  readonly service: string;
  readonly name: string;
  /**
   * A table: all jobs of the service take turns with the units of work that name it (`Store.write`), and wait for them in place of conflicting.
   */
  readonly inTurn?: string;
  /** Checks a payload that was read back, which an earlier version may have written. */
  readonly accepts: (value: unknown) => value is Payload;
}

interface NewJob<Payload> {
  /** When it falls due: milliseconds since 1970 on the sandbox clock. */
  readonly at: number;
  /** Values that JSON can hold. */
  readonly payload: Payload;
}

interface Job<Payload> {
  /** The same each time, where the job runs again after a failure. */
  readonly id: string;
  /** When it fell due. This is its present: it may run later, but in order, so use it in place of the clock. */
  readonly at: number;
  readonly payload: Payload;
}

/** Does a job, in one unit of work with the removal of the job. To call others, it adds to the outbox. */
export type JobHandler<Payload, Tables> = (job: Job<Payload>, tables: Kysely<Tables>) => Promise<void>;

/** A job that has not run, for the operator. */
export interface WaitingJob {
  readonly id: string;
  readonly service: string;
  readonly kind: string;
  readonly at: number;
  readonly failures: number;
  /** It failed too often, and is not tried again. */
  readonly failed: boolean;
  readonly error: string | null;
}

export interface Settled {
  /** How many ran. */
  readonly ran: number;
  /** More is due: it goes on in the background. */
  readonly isMoreDue: boolean;
}

export interface Due {
  /**
   * Writes a job in the unit of work of the change that causes it.
   * @returns its id
   */
  schedule<Payload, Tables>(tables: Kysely<Tables>, kind: JobKind<Payload>, job: NewJob<Payload>): Promise<string>;
  /** Removes a job in a unit of work. @returns false if it has run or was removed */
  cancel<Tables>(tables: Kysely<Tables>, id: string): Promise<boolean>;
  /** Says how a kind of job is done. Call it before the sandbox starts to run jobs. */
  handle<Payload, Tables>(kind: JobKind<Payload>, handler: JobHandler<Payload, Tables>): void;
  /** Begins to run jobs in the background. */
  start(): void;
  /** Runs all that is due, in order, also what these jobs schedule; bounded. Call it after the clock was moved. */
  settle(): Promise<Settled>;
  /** Jobs that have not run, those that fall due first at the beginning. */
  waiting(most: number): Promise<readonly WaitingJob[]>;
  /** Lets the job that runs end, and begins no other. */
  close(): Promise<void>;
}
