// The limits of each plan.

/** The plans, with the credits of a month. */
export const PLANS = {
  Free: { plan_level: 0, credits: 50 },
  Starter: { plan_level: 1, credits: 2000 },
  Growth: { plan_level: 2, credits: 10_000 },
  Scale: { plan_level: 3, credits: 25_000 },
} as const;

/** The free plan has the first addresses of a domain only. */
const FREE_ADDRESSES = 10;

/** The fault of a page for a plan, in a sentence; `undefined` where the plan has it. @param level 0 is the free plan */
export function checkPage(level: number, { limit, offset }: { limit: number; offset: number }): string | undefined {
  if (level > 0) return undefined;
  if (limit > FREE_ADDRESSES) return `Your plan allows a limit of at most ${FREE_ADDRESSES}.`;
  if (offset > 0 && offset + limit > FREE_ADDRESSES) return `Your plan allows the first ${FREE_ADDRESSES} addresses only.`;
  return undefined;
}
