// Handlers of the operations tagged 'Refunds'.

import type { InstalmentsRefundsHandlers } from '@octavo/interfaces/f-instalments';
import { answerOnce } from '../answers.ts';
import type { Caller, Deps } from '../deps.ts';
import { loadPayment } from '../payments.ts';
import { refundRecord } from '../records.ts';
import { refund } from '../refunds.ts';

export const refundsHandlers = (deps: Deps): InstalmentsRefundsHandlers<Caller> => ({
  async createRefund({ header, body }, { principal: { shop } }) {
    return answerOnce(deps, shop.id, header, async (unit) => {
      const row = await refund(unit, await loadPayment(unit.tables, shop.id, body.payment_id), body);
      return { status: 200, body: refundRecord(row) };
    });
  },
});
