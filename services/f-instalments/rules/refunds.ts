// Divides a refund between the instalments that are still open and what is paid back to the shopper. All amounts are cents.

/** An instalment, as far as refunds are concerned. */
interface Part {
  readonly number: number;
  readonly purchaseAmount: number;
  readonly isPaid: boolean;
}

interface Division {
  /** The new parts of those instalments that are reduced, by number. */
  readonly reduced: ReadonlyMap<number, number>;
  /** What was charged already. */
  readonly paidBack: number;
}

/** Open instalments are reduced, from the last to the first; what is left of the amount is paid back. */
export function divideRefund(amount: number, parts: readonly Part[]): Division {
  const reduced = new Map<number, number>();
  let left = amount;
  for (const { number, purchaseAmount, isPaid } of parts.toReversed()) {
    if (isPaid || left === 0 || purchaseAmount === 0) continue;
    const taken = Math.min(left, purchaseAmount);
    reduced.set(number, purchaseAmount - taken);
    left -= taken;
  }
  return { reduced, paidBack: left };
}
