// Handlers of the operations tagged 'Payments'.

import type { CancelPaymentInput, RequiredInstalmentsPaymentsHandlers, UpdatePaymentInput } from '@octavo/interfaces/f-instalments';
import { write } from '../../platform/unit.ts';
import { answerOnce } from '../answers.ts';
import { capture } from '../charges.ts';
import type { Caller, Context, Deps, Unit } from '../deps.ts';
import { pageOf } from '../lists.ts';
import { describeAll, described, type Loaded, loadPayment } from '../payments.ts';
import { cancelPayment, changePayment, createPayment, sendLink } from '../purchases.ts';
import { payments } from '../store/lists.ts';

export const paymentsHandlers = (deps: Deps): RequiredInstalmentsPaymentsHandlers<Caller> => {
  /** Changes a payment, and shows it afterwards. */
  async function changed(context: Context, id: string, act: (unit: Unit, loaded: Loaded) => Promise<Loaded>) {
    return write(deps, async (unit) => {
      const after = await act(unit, await loadPayment(unit.tables, context.principal.shop.id, id));
      return { status: 200 as const, body: await described(unit, after, context) };
    });
  }
  const updated = ({ path, body }: UpdatePaymentInput, context: Context) =>
    changed(context, path.id, (unit, loaded) => changePayment(unit, loaded, body));
  const cancelled = ({ path }: CancelPaymentInput, context: Context) => changed(context, path.id, cancelPayment);

  return {
    async createPayment({ header, body }, context) {
      const { shop } = context.principal;
      return answerOnce(deps, context, header, async (unit) => described(unit, await createPayment(unit, shop.id, body), context));
    },
    async listPayments({ query }, context) {
      const { shop } = context.principal;
      const filters = { shop: shop.id, states: query.state, email: query.customer_email?.toLowerCase() };
      const { rows, has_more } = await pageOf(deps, payments, query, filters);
      return { status: 200, body: { data: await describeAll(deps.store.read, rows, context), has_more } };
    },
    async getPayment({ path }, context) {
      const loaded = await loadPayment(deps.store.read, context.principal.shop.id, path.id);
      return { status: 200, body: await described({ tables: deps.store.read }, loaded, context) };
    },
    modifyPayment: updated,
    updatePayment: updated,
    stopPayment: cancelled,
    cancelPayment: cancelled,
    async capturePayment({ path: { id }, header, body }, context) {
      return answerOnce(deps, context, header, async (unit) => {
        const loaded = await loadPayment(unit.tables, context.principal.shop.id, id);
        return described(unit, await capture(unit, loaded, body?.amount), context);
      });
    },
    async sendPaymentEmail({ path, body }, context) {
      await write(deps, (unit) => sendLink(unit, context, path.id, 'email', body.email));
      return { status: 200 };
    },
    async sendPaymentSms({ path, body }, context) {
      await write(deps, (unit) => sendLink(unit, context, path.id, 'sms', body?.phone));
      return { status: 200 };
    },
  };
};
