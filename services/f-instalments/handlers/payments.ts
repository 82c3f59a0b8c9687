// Handlers of the operations tagged 'Payments'.

import type { CancelPaymentInput, InstalmentsPaymentsHandlers, Payment, UpdatePaymentInput } from '@octavo/interfaces/f-instalments';
import type { ServerContext } from '@octavo/runtime';
import { once } from '../answers.ts';
import { capture } from '../charges.ts';
import { customerById } from '../customers.ts';
import type { Caller, Deps } from '../deps.ts';
import { listedAs } from '../identifiers.ts';
import { listOf, pageOf } from '../lists.ts';
import { describe, describeAll, type Loaded, loadPayment, type Unit } from '../payments.ts';
import { invalidField } from '../problems.ts';
import { cancelPayment, changePayment, createPayment } from '../purchases.ts';
import type { KeptCustomer } from '../records.ts';
import type { MessageRow } from '../tables.ts';

/** What answers show of the caller: the shop, and the address at which the sandbox was reached. */
type Context = ServerContext<Caller>;

const EMPTY = { data: [], has_more: false };

export const paymentsHandlers = (deps: Deps): InstalmentsPaymentsHandlers<Caller> => {
  const { store, clock } = deps;

  function shown({ tables }: Pick<Unit, 'tables'>, loaded: Loaded, { principal, url }: Context): Promise<Payment> {
    return describe(tables, loaded, principal.shop, new URL(url).origin);
  }

  /** A change of one payment, and the payment after it. */
  async function change(context: Context, id: string, act: (unit: Unit, loaded: Loaded) => Promise<unknown>): Promise<Payment> {
    const at = clock.now();
    return store.write(async (tables) => {
      const { shop } = context.principal;
      await act({ deps, tables, at }, await loadPayment(tables, shop.id, id));
      return shown({ tables }, await loadPayment(tables, shop.id, id), context);
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
      const { row } = await loadPayment(tables, shop.id, id);
      const address = given ?? (await phoneOf(tables, row.customer));
      if (address === undefined) throw invalidField('phone', 'Give a telephone number.', undefined, 'missing');
      const text = `${shop.name} asks you to confirm your payment: ${new URL(context.url).origin}/pay/${id}`;
      const message: MessageRow = { ...listedAs(deps, 'message', shop.id, at), payment: id, channel, address, text };
      await tables.insertInto('f_messages').values(message).execute();
    });
  }

  return {
    async createPayment({ header, body }, context) {
      const { shop } = context.principal;
      const keyed = { shop: shop.id, key: header?.['Idempotency-Key'], request: ['createPayment', body] };
      return { status: 200, body: await once(deps, keyed, async (unit) => shown(unit, await createPayment(unit, shop.id, body), context)) };
    },

    async listPayments({ query = {} }, { principal: { shop }, url }) {
      const page = await pageOf(store.read, 'f_payments', shop.id, query);
      let rows = store.read.selectFrom('f_payments').selectAll().where('shop', '=', shop.id);
      const { state, customer_email } = query;
      if (state !== undefined) {
        if (state.length === 0) return { status: 200, body: EMPTY };
        rows = rows.where('state', 'in', state);
      }
      if (customer_email !== undefined) {
        const people = store.read
          .selectFrom('f_customers')
          .select('id')
          .where('shop', '=', shop.id)
          .where('email_key', '=', customer_email.toLowerCase());
        rows = rows.where('customer', 'in', people);
      }
      const { data, has_more } = await listOf(rows, page, (row) => row);
      return { status: 200, body: { data: await describeAll(store.read, data, shop, new URL(url).origin), has_more } };
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
      const keyed = { shop: shop.id, key: header?.['Idempotency-Key'], request: ['capturePayment', id, body] };
      const payment = await once(deps, keyed, async (unit) => {
        await capture(unit, await loadPayment(unit.tables, shop.id, id), body?.amount);
        return shown(unit, await loadPayment(unit.tables, shop.id, id), context);
      });
      return { status: 200, body: payment };
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

async function phoneOf(tables: Unit['tables'], customer: string | null): Promise<string | undefined> {
  const row = await customerById(tables, customer);
  return row === undefined ? undefined : ((JSON.parse(row.details) as KeptCustomer).phone ?? undefined);
}
