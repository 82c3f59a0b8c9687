// Sums the coverage of all operations: in the summary of the terminal and in reports.
import type { OperationCoverage } from '../contract/report.ts';

interface Used {
  readonly used: number;
  readonly of: number;
}

export interface CoverageCounts {
  readonly operations: Used;
  /** The declared statuses. */
  readonly statuses: Used;
  readonly parameters: Used;
  readonly branches: Used;
}

export function coverageCounts(coverage: readonly OperationCoverage[]): CoverageCounts {
  return {
    operations: usedOf(coverage),
    statuses: usedOf(coverage.flatMap(({ statuses }) => statuses.filter(({ isDeclared }) => isDeclared))),
    parameters: usedOf(coverage.flatMap(({ parameters }) => parameters)),
    branches: usedOf(coverage.flatMap(({ branches }) => branches)),
  };
}

/** `Coverage: 15 of 16 operations, 30 of 34 statuses, 40 of 41 parameters, 12 of 14 branches.` */
export function coverageLine(coverage: readonly OperationCoverage[]): string {
  const parts = Object.entries(coverageCounts(coverage)).map(([name, { used, of }]) => `${used} of ${of} ${name}`);
  const isCut = coverage.some(({ moreBranches }) => moreBranches === true);
  return `Coverage: ${parts.join(', ')}${isCut ? ' (the first 500 of each operation)' : ''}.`;
}

function usedOf(list: readonly { readonly exchanges: number }[]): Used {
  return { used: list.filter(({ exchanges }) => exchanges > 0).length, of: list.length };
}
