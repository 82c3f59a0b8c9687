// Ranges of tables: which elements a request means, or the code of what is wrong with it.

export type RangeCode = -3 | -12;

/** @param count Absent: all elements to the end of the table. */
export function readRange(length: number, start: number, count: number | undefined): { end: number } | { code: RangeCode } {
  if (start >= length) return { code: -12 };
  const end = start + (count ?? length - start);
  return end <= start || end > length ? { code: -3 } : { end };
}

/** The elements beyond the end of the table are not written. */
export function writeRange<Value>(
  length: number,
  start: number,
  values: readonly Value[],
): { values: readonly Value[] } | { code: RangeCode } {
  return start >= length ? { code: -12 } : { values: values.slice(0, length - start) };
}
