// Says of a figure whether it is within what is allowed.

/** @param most absent: nothing is said of it */
export function gate(figure: number, most: number | undefined): string {
  if (most === undefined) return '';
  return figure <= most ? `≤ ${most}, met` : `≤ ${most}, missed`;
}

/** The value that a share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
