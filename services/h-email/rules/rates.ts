// How often an account may call each operation.
import type { Window } from '../../platform/limits/limits.ts';

const SEARCH: readonly Window[] = [
  { limit: 15, milliseconds: 1000 },
  { limit: 500, milliseconds: 60_000 },
];
const VERIFY: readonly Window[] = [
  { limit: 10, milliseconds: 1000 },
  { limit: 300, milliseconds: 60_000 },
];
const WINDOWS: Readonly<Record<string, readonly Window[]>> = { searchDomain: SEARCH, findEmail: SEARCH, verifyEmail: VERIFY };

/** The windows of an operation, the shortest first; none for the account, which has no limit. */
export function windowsOf(operation: string): readonly Window[] {
  return WINDOWS[operation] ?? [];
}
