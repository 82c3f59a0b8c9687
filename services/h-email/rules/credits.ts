// Counts what requests cost, and what is left. A verification costs half a credit, so credits are counted in halves: no rounding loses one.

/** An account's credits in a period, and what it used of them. */
export interface Allotment {
  readonly credits: number;
  /** Credits that searches and the finder cost. */
  readonly searches_used: number;
  /** Verifications that cost half a credit each. */
  readonly verifications_used: number;
}

/** The cost of a request. */
export interface Charge {
  /** In credits. */
  readonly searches: number;
  /** In half credits. */
  readonly verifications: number;
}

/** The cost of a request that finds nothing. */
export const NOTHING: Charge = { searches: 0, verifications: 0 };

/** A domain search costs one credit for each ten addresses returned, rounded up. */
export function searchCost(addresses: number): Charge {
  return { searches: Math.ceil(addresses / 10), verifications: 0 };
}

/** The finder costs one credit if it finds an address. */
export function finderCost(isFound: boolean): Charge {
  return { searches: isFound ? 1 : 0, verifications: 0 };
}

/** A verification costs half a credit if its status is one of these. */
const CHARGED_STATUSES: readonly string[] = ['valid', 'invalid', 'accept_all'];

export function verificationCost(status: string): Charge {
  return { searches: 0, verifications: CHARGED_STATUSES.includes(status) ? 1 : 0 };
}

/** A cost in half credits. */
export function halvesOf({ searches, verifications }: Charge): number {
  return 2 * searches + verifications;
}

/** Half credits that are left. */
export function halvesLeft({ credits, searches_used, verifications_used }: Allotment): number {
  return Math.max(0, 2 * credits - 2 * searches_used - verifications_used);
}

/** An account whose credits are used up cannot make requests, not even those that would cost nothing. */
export function canPay(allotment: Allotment, cost: Charge): boolean {
  const left = halvesLeft(allotment);
  return left > 0 && left >= halvesOf(cost);
}

type Counter = {
  readonly used: number;
  readonly available: number;
};

export type UsageReport = {
  readonly credits: Counter;
  readonly searches: Counter;
  readonly verifications: Counter;
};

/** Usage as the account operation reports it. Its counters are whole numbers, so half a credit that is used counts as a whole one there. */
export function usageReport(allotment: Allotment): UsageReport {
  const halves = halvesLeft(allotment);
  const available = Math.floor(halves / 2);
  return {
    credits: { used: allotment.credits - available, available },
    searches: { used: allotment.searches_used, available },
    verifications: { used: allotment.verifications_used, available: halves },
  };
}
