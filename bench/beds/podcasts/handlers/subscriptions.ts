// Who has subscribed to which show.
import { gap } from '../../clock.ts';
import { isSameText } from '../../texts.ts';
import type { Store } from '../store.ts';
import type { Subscription, SubscriptionFields } from '../things.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, known } from './call.ts';
import { type Order, pageOf, sorted } from './lists.ts';

interface SubscriptionQuery {
  readonly show_id?: string;
  readonly plan?: string;
  readonly order: Order;
}

type Input = SubscriptionFields & { readonly terms_accepted: boolean };

export function subscriptions(store: Store, faults: Faults): Handlers {
  function requireRules({ account }: Call, { show_id, plan, monthly_cents, starts_on, ends_on }: SubscriptionFields): void {
    const foreign = faults.has('foreign-show-subscribed') ? store.anywhere(({ shows }) => shows, show_id) : undefined;
    check((account.shows.get(show_id) ?? foreign) !== undefined, 'show_id', 'There is no such show.');
    const isPaid = monthly_cents !== null;
    const isLoose = faults.has('free-plan-with-amount') && plan === 'free';
    check(isPaid === (plan === 'supporter') || isLoose, 'monthly_cents', 'It goes with the plan supporter.');
    const isLate = ends_on !== null && (ends_on > starts_on || (ends_on === starts_on && faults.has('ends-on-its-first-day')));
    check(ends_on === null || isLate, 'ends_on', 'It ends too early.');
  }

  return {
    listSubscriptions: (call) => {
      const { show_id, plan, order } = call.query<SubscriptionQuery>();
      const isShown = (one: Subscription): boolean =>
        (show_id === undefined || one.show_id === show_id) && (plan === undefined || one.plan === plan);
      const found = [...call.account.subscriptions.values()].filter(isShown);
      return pageOf(
        call,
        sorted(found, (one) => one.created_at, order),
        (one) => one,
      );
    },
    createSubscription: async (call) => {
      const { terms_accepted: _, name = null, monthly_cents = null, ends_on = null, ...input } = call.input<Input>();
      const fields = { ...input, name, monthly_cents, ends_on };
      requireRules(call, fields);
      const isSame = faults.has('address-by-case') ? (a: string, b: string): boolean => a === b : isSameText;
      const others = call.account.subscriptionsTo(fields.show_id);
      allow(!others.some(({ email }) => isSame(email, fields.email)), 'The address has subscribed already.');
      if (faults.has('address-twice-at-once')) await gap();
      const made = { id: store.id(), ...fields, created_at: store.now() };
      call.account.subscriptions.set(made.id, made);
      return { status: faults.has('subscription-made-with-200') ? 200 : 201, body: made };
    },
    deleteSubscription: (call) => {
      const { id } = known(call.account.subscriptions, call.id('subscription_id'));
      call.account.subscriptions.delete(id);
      return { status: 204 };
    },
  };
}
