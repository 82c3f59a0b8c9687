// Scores shoppers. A sandbox knows no one's income, so the result follows from what can be seen: tests can choose it.

import type { CustomerDetails } from '@octavo/interfaces/f-instalments';

export type Score = 'scored_yes' | 'scored_maybe' | 'scored_no';

/** Details without which a shopper is not accepted. */
export const NEEDED = ['first_name', 'last_name', 'email', 'phone'] as const;

export type Needed = (typeof NEEDED)[number];

export function missingDetails(details: CustomerDetails | undefined): Needed[] {
  return NEEDED.filter((name) => (details?.[name] ?? '') === '');
}

/**
 * Refuses shoppers with another payment that is overdue, and those whose email address has the tag `refused`, such as `camille+refused@…`;
 * asks for details that are missing; accepts all others.
 */
export function scoreOf(details: CustomerDetails | undefined, hasLatePayment: boolean): Score {
  if (hasLatePayment || /\+refused@/i.test(details?.email ?? '')) return 'scored_no';
  return missingDetails(details).length > 0 ? 'scored_maybe' : 'scored_yes';
}
