// Handlers of the operations tagged 'Refunds'.

import type { RequiredInstalmentsRefundsHandlers } from '@octavo/interfaces/f-instalments';
import { answerOnce } from '../answers.ts';
import type { Caller, Deps } from '../deps.ts';
import { described, loadPayment } from '../payments.ts';
import { refund } from '../refunds.ts';
import { refundRecord } from '../show.ts';

export const refundsHandlers = (deps: Deps): RequiredInstalmentsRefundsHandlers<Caller> => ({
  async createRefund({ header, body }, context) {
    const load = (tables: Parameters<typeof loadPayment>[0]) => loadPayment(tables, context.principal.shop.id, body.payment_id);
    return answerOnce(deps, context, header, async (unit) => {
      const made = refundRecord(await refund(unit, await load(unit.tables), body));
      // By this older path, the answer is the payment after its refund.
      return context.alias?.path.endsWith('/refund') ? { ...made, ...(await described(unit, await load(unit.tables), context)) } : made;
    });
  },
});
