// Handlers of the operations of the main document tagged 'Promo codes'.

import type { RequiredMessagingPromoCodesHandlers } from '@octavo/interfaces/g-messaging';
import { countPromoCodes, promoCodes, savePromoCodes, showPromoCode } from '../catalogue/promo-codes.ts';
import type { Caller, Deps } from '../deps.ts';
import { readRows } from '../pages.ts';
import { write } from '../store.ts';

export const promoCodeHandlers = (deps: Deps): RequiredMessagingPromoCodesHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async listPromoCodes({ query }, { principal: { account } }) {
      const { rows, headers } = await readRows(promoCodes(read, account, query), query);
      return { status: 200, headers, body: rows.map(showPromoCode) };
    },
    async countPromoCodes({ query }, { principal: { account } }) {
      return { status: 200, body: { count: await countPromoCodes(read, account, query) } };
    },
    async uploadPromoCodes({ body }, { principal: { account } }) {
      await write(deps, (unit) => savePromoCodes(unit, account, body.promocodes));
      return { status: 200 };
    },
  };
};
