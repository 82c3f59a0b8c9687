// How often an account may call each operation: the document says so.
import { rateLimits } from '@octavo/interfaces/h-email/rate-limits';
import { type Window, windowsOf as windowsOfLimits } from '../../platform/limits/limits.ts';

const WINDOWS = new Map(Object.entries(rateLimits.operations).map(([operation, limits]) => [operation, windowsOfLimits(limits)]));

/** The windows of an operation, the shortest first; none for the account, which has no limit. */
export function windowsOf(operation: string): readonly Window[] {
  return WINDOWS.get(operation) ?? [];
}
