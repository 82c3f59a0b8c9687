// Finds what an operation declares for a status.
import type { Operation, Response } from './operation.ts';

/** The most specific entry for a status in a record keyed `200`, `4XX`, `default` (OpenAPI 3.1 section 4.8.16). */
export function forStatus<T>(record: Readonly<Record<string, T>>, status: number): T | undefined {
  // None of these names is inherited.
  return record[status] ?? record[`${String(status)[0]}XX`] ?? record.default;
}

/** Whether a response never has a body (RFC 9110 sections 9.3.2, 15.3.5, 15.3.6, 15.4.5). */
export function bodiless({ method }: Pick<Operation, 'method'>, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 205 || status === 304;
}

/** The declared response for a status. A range or `default` with a body does not apply to a status that never has one. */
export function declaredFor(operation: Operation, status: number): Response | undefined {
  const { method, responses } = operation;
  const declared = forStatus(responses, status);
  return declared === responses[status] || method === 'HEAD' || !declared?.contents || !bodiless(operation, status) ? declared : undefined;
}
