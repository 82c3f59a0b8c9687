// Describes random call sequences of shops and shoppers, as fast-check makes and shrinks them.

import fc from 'fast-check';

/** Who shops: with all details, without a telephone number, with an address that is refused, or unknown to the shop. */
export type Shopper = 'known' | 'incomplete' | 'refused' | 'unknown';

export type Step =
  | {
      readonly do: 'create';
      readonly amount: number;
      readonly count: number;
      readonly deferredDays: number;
      readonly deferredMonths: number;
      readonly isManual: boolean;
      readonly hasTrigger: boolean;
      readonly shopper: Shopper;
      /** Seconds until the page closes; null: it stays open. */
      readonly expires: number | null;
    }
  | { readonly do: 'confirm'; readonly payment: number; readonly isOnPage: boolean; readonly shopper: Shopper }
  | { readonly do: 'capture' | 'refund'; readonly payment: number; readonly share: number | null; readonly calls: Calls }
  | { readonly do: 'change'; readonly payment: number; readonly amount: number; readonly count: number }
  | { readonly do: 'cancel' | 'trigger' | 'order' | 'ship'; readonly payment: number }
  | { readonly do: 'card'; readonly payment: number; readonly works: boolean }
  | { readonly do: 'wait'; readonly days: number }
  /** The card fails until the next instalment is overdue for some days. */
  | { readonly do: 'neglect'; readonly payment: number; readonly days: number };

/** One call; the same call three times at once, with one idempotency key or without. */
export type Calls = 'one' | 'parallel' | 'parallel with one key';

const payment = fc.nat({ max: 2 });
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 5_000, max: 300_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 4_999, 5_000, 5_001, 300_000, 300_001) },
);
const count = fc.integer({ min: 1, max: 4 });
const shopper = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Shopper>('known') },
  { weight: 3, arbitrary: fc.constantFrom<Shopper>('incomplete', 'refused', 'unknown') },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      amount,
      count: fc.constantFrom(1, 2, 3, 3, 4, 4),
      deferredDays: fc.constantFrom(0, 0, 0, 0, 0, 15, 30, 91),
      deferredMonths: fc.constantFrom(0, 0, 0, 0, 0, 1, 3),
      isManual: fc.boolean(),
      hasTrigger: fc.nat({ max: 5 }).map((value) => value === 0),
      shopper,
      expires: fc.constantFrom(null, null, null, 3_600, 86_400),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('confirm' as const), payment, isOnPage: fc.boolean(), shopper }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('capture' as const, 'refund' as const),
      payment,
      // Thousandths of what can be captured, or of the purchase; above 1,000 is too much.
      share: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 1_050 })),
      calls: fc.constantFrom<Calls>('one', 'one', 'one', 'parallel', 'parallel with one key'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), payment, amount, count }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'trigger' as const, 'trigger' as const, 'order' as const, 'order' as const, 'ship' as const),
      payment,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('card' as const), payment, works: fc.constantFrom(false, false, true) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(0.5, 1, 7, 8, 15, 16, 31, 45) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('neglect' as const), payment, days: fc.constantFrom(1, 6, 8, 14, 16, 46) }) },
);

/** A sequence begins with a payment, since all other steps need one, and mostly with a shopper who is accepted. */
export const sequences: fc.Arbitrary<Step[]> = fc
  .tuple(
    step.filter((one) => one.do === 'create'),
    fc.boolean(),
    fc.nat({ max: 4 }),
    fc.array(step, { minLength: 3, maxLength: 20, size: 'max' }),
  )
  .map(([first, isOnPage, chance, rest]) => {
    const confirmed: Step = { do: 'confirm', payment: 0, isOnPage, shopper: 'known' };
    return chance === 0 ? [first, ...rest] : [first, confirmed, ...rest];
  });
