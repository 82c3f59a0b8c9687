// Handlers of the operations tagged 'Payments'.

import type {
  CancelPaymentInput,
  Payment,
  PaymentState,
  RequiredInstalmentsPaymentsHandlers,
  UpdatePaymentInput,
} from '@octavo/interfaces/f-instalments';
import type { ServerContext } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Given } from '../../platform/store/prepare.ts';
import { answerOnce } from '../answers.ts';
import { capture } from '../charges.ts';
import type { Caller, Deps } from '../deps.ts';
import { listedAs } from '../identifiers.ts';
import { type Listed, listIn, pageOf } from '../lists.ts';
import { describe, describeAll, type Loaded, loadPayment, paymentsWithCustomers, requirePayment, type Unit } from '../payments.ts';
import { invalidField } from '../problems.ts';
import { cancelPayment, changePayment, createPayment } from '../purchases.ts';
import type { KeptCustomer, PaymentWithCustomer } from '../records.ts';
import type { InstalmentsTables, MessageRow } from '../tables.ts';

/** What answers show of the caller: the shop, and the address at which the sandbox was reached. */
type Context = ServerContext<Caller>;

interface PaymentFilters {
  readonly states: readonly PaymentState[] | undefined;
  readonly email: string | undefined;
}

const list = listIn('f_payments', (tables: Kysely<InstalmentsTables>, given: Given<PaymentFilters & Listed>) => {
  let rows = paymentsWithCustomers(tables).where('f_payments.shop', '=', given('shop'));
  if (given.has('states')) rows = rows.where('state', 'in', given.list('states'));
  // A payment and its customer are of one shop. With the shop, the index of email addresses finds the customer.
  if (given.has('email')) rows = rows.where('f_customers.shop', '=', given('shop')).where('email_key', '=', given('email'));
  return rows;
});

export const paymentsHandlers = (deps: Deps): RequiredInstalmentsPaymentsHandlers<Caller> => {
  const { store, clock } = deps;

  function shown({ tables }: Pick<Unit, 'tables'>, loaded: Loaded, { principal, url }: Context): Promise<Payment> {
    return describe(tables, loaded, principal.shop, new URL(url).origin);
  }

  /** A change of one payment, and the payment after it. */
  async function change(context: Context, id: string, act: (unit: Unit, loaded: Loaded) => Promise<Loaded>): Promise<Payment> {
    const at = clock.now();
    return store.write(async (tables) => {
      const { shop } = context.principal;
      return shown({ tables }, await act({ deps, tables, at }, await loadPayment(tables, shop.id, id)), context);
    });
  }

  const updated = async ({ path, body }: UpdatePaymentInput, context: Context) =>
    ({ status: 200, body: await change(context, path.id, (unit, loaded) => changePayment(unit, loaded, body)) }) as const;

  const cancelled = async ({ path }: CancelPaymentInput, context: Context) =>
    ({ status: 200, body: await change(context, path.id, cancelPayment) }) as const;

  async function send(context: Context, id: string, channel: MessageRow['channel'], given: string | undefined): Promise<void> {
    const at = clock.now();
    const { shop } = context.principal;
    await store.write(async (tables) => {
      const payment = await requirePayment(tables, shop.id, id);
      const address = given ?? phoneOf(payment);
      if (address === undefined) throw invalidField('/body/phone', 'is required, since the customer has no telephone number');
      const text = `${shop.name} asks you to confirm your payment: ${new URL(context.url).origin}/pay/${id}`;
      const message: MessageRow = { ...listedAs(deps, 'message', shop.id, at), payment: id, channel, address, text };
      await tables.insertInto('f_messages').values(message).execute();
    });
  }

  return {
    async createPayment({ header, body }, context) {
      const { shop } = context.principal;
      return answerOnce(deps, shop.id, header, async (unit) => ({
        status: 200,
        body: await shown(unit, await createPayment(unit, shop.id, body), context),
      }));
    },

    async listPayments({ query }, { principal: { shop }, url }) {
      const filters = { states: query.state, email: query.customer_email?.toLowerCase() };
      const { rows, has_more } = await pageOf(list, store.read, shop.id, query, filters);
      return { status: 200, body: { data: await describeAll(store.read, rows, shop, new URL(url).origin), has_more } };
    },

    async getPayment({ path }, context) {
      const loaded = await loadPayment(store.read, context.principal.shop.id, path.id);
      return { status: 200, body: await shown({ tables: store.read }, loaded, context) };
    },

    modifyPayment: updated,
    updatePayment: updated,
    stopPayment: cancelled,
    cancelPayment: cancelled,

    async capturePayment({ path: { id }, header, body }, context) {
      const { shop } = context.principal;
      return answerOnce(deps, shop.id, header, async (unit) => {
        const captured = await capture(unit, await loadPayment(unit.tables, shop.id, id), body?.amount);
        return { status: 200, body: await shown(unit, captured, context) };
      });
    },

    async sendPaymentEmail({ path, body }, context) {
      await send(context, path.id, 'email', body.email);
      return { status: 200 };
    },

    async sendPaymentSms({ path, body }, context) {
      await send(context, path.id, 'sms', body?.phone);
      return { status: 200 };
    },
  };
};

function phoneOf({ customer_details: details }: PaymentWithCustomer): string | undefined {
  return details === null ? undefined : ((JSON.parse(details) as KeptCustomer).phone ?? undefined);
}
