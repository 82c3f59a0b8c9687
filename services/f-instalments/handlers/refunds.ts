// Handlers of the operations tagged 'Refunds'.

import type { RequiredInstalmentsRefundsHandlers } from '@octavo/interfaces/f-instalments';
import { answerOnce } from '../answers.ts';
import type { Caller, Deps } from '../deps.ts';
import { describe, loadPayment } from '../payments.ts';
import { refundRecord } from '../records.ts';
import { refund } from '../refunds.ts';

export const refundsHandlers = (deps: Deps): RequiredInstalmentsRefundsHandlers<Caller> => ({
  async createRefund({ header, body }, { principal: { shop }, alias, url }) {
    return answerOnce(deps, shop.id, header, async (unit) => {
      const row = await refund(unit, await loadPayment(unit.tables, shop.id, body.payment_id), body);
      const made = refundRecord(row);
      if (!alias?.path.endsWith('/refund')) return { status: 200, body: made };
      // By this older path, the answer is the payment after its refund.
      const loaded = await loadPayment(unit.tables, shop.id, body.payment_id);
      return { status: 200, body: { ...made, ...(await describe(unit.tables, loaded, shop, new URL(url).origin)) } };
    });
  },
});
