// What a run found, as data: every report (terminal, JSON, JUnit, SARIF, HAR, HTML) is made of it. Types only.
import type { Operation, Service } from '../../model/service.ts';
import type { Finding } from './check.ts';

/** A known deviation: its findings do not fail the run. One that no finding needs fails the run. */
export interface Waiver {
  /** Id of the check. */
  readonly check: string;
  /** Ids of operations, `*` for any characters. Default: every operation. */
  readonly operation?: string;
  /** Part of the id of the case, such as `/query/limit`. Default: every case. */
  readonly case?: string;
  /** Why the deviation is accepted. */
  readonly reason: string;
}

/** The cases of one operation that one check looked at. */
export interface Cell {
  /** Cases that the check judged. */
  looked: number;
  /** Cases with a fault. */
  failed: number;
  /** Cases with a fault that a waiver covers. */
  waived: number;
}

export interface OperationReport {
  readonly operation: Operation;
  /** Exchanges with the operation, follow-ups included. */
  readonly exchanges: number;
  /** By id of the check. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** Why the operation was not called. Absent: it was. */
  readonly skipped?: string;
}

export interface ConformReport {
  readonly service: Service;
  readonly target: string;
  readonly seed: number;
  readonly operations: readonly OperationReport[];
  readonly findings: readonly Finding[];
  readonly waived: readonly (Finding & { readonly waiver: Waiver })[];
  readonly idleWaivers: readonly Waiver[];
  readonly exchanges: number;
  readonly milliseconds: number;
  /** Why the run ended before all cases were sent. Absent: it did not. */
  readonly ended?: string;
}
