// Says of each operation what the report has of it: how its answers were judged, why it was skipped or never succeeded, and what no check could
// judge.
import type { Operation } from '../../model/service.ts';
import type { Check } from '../contract/check.ts';
import type { ConformReport, OperationReport } from '../contract/report.ts';
import type { Ledger } from './ledger.ts';
import type { Outcomes } from './outcomes.ts';
import type { Chosen } from './selection.ts';
import type { Skipped } from './skipped.ts';

interface Known {
  readonly ledger: Ledger;
  readonly outcomes: Outcomes;
  readonly chosen: Chosen;
  readonly skip: Skipped | undefined;
}

export function reportOf(operation: Operation, { ledger, outcomes, chosen, skip }: Known): OperationReport {
  const cells = ledger.cellsOf(operation);
  const exchanges = ledger.exchangesOf(operation);
  if (skip?.isLeftOut === true || !chosen.isTested(operation))
    return { operation, exchanges, cells, skipped: skip?.reason ?? 'only its result was needed', isLeftOut: true };
  const unreached = skip?.unreached ?? outcomes.unreached(operation);
  return {
    operation,
    exchanges,
    cells,
    ...(skip === undefined ? {} : { skipped: skip.reason }),
    ...(unreached === undefined ? {} : { unreached }),
  };
}

/** The checks that could judge no exchange of an operation that was tested, each with the reason. */
export function unjudgedOf(checks: readonly Check[], operations: readonly OperationReport[]): NonNullable<ConformReport['unjudged']> {
  const tested = operations.filter(({ skipped }) => skipped === undefined);
  return tested.flatMap(({ operation, cells }) =>
    checks.flatMap(({ id: check, whyUnjudged }) => {
      const reason = cells.has(check) ? undefined : whyUnjudged?.(operation);
      return reason === undefined ? [] : [{ check, operation, reason }];
    }),
  );
}
