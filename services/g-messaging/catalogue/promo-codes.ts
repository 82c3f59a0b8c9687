// Keeps promo codes.

import type { CountPromoCodesInput, ListPromoCodesInput, PromoCode } from '@octavo/interfaces/g-messaging';
import { nextPosition } from '../../platform/work/positions.ts';
import type { Tables, Unit } from '../deps.ts';
import { countOf } from '../pages.ts';
import { invalid } from '../store.ts';
import { readTime, timeText } from '../times.ts';
import type { PromoCodeRow } from './tables.ts';

/** The codes of an account that match all filters, those first that were uploaded first. */
export function promoCodes(tables: Tables, account: number, { type, discount, inUse }: NonNullable<ListPromoCodesInput['query']> = {}) {
  let rows = tables.selectFrom('g_promo_codes').selectAll().where('account', '=', account);
  if (type !== undefined) rows = rows.where('type', '=', type);
  if (discount !== undefined) rows = rows.where('discount', '=', discount);
  if (inUse !== undefined) rows = rows.where('contact', inUse ? 'is not' : 'is', null);
  return rows.orderBy('position').orderBy('code');
}

export function countPromoCodes(tables: Tables, account: number, query: CountPromoCodesInput['query'] = {}): Promise<number> {
  return countOf(promoCodes(tables, account, { ...query, inUse: false }));
}

export function showPromoCode({ code, type, discount, expires_at, contact }: PromoCodeRow): PromoCode {
  return {
    code,
    ...(type !== null && { type }),
    ...(discount !== null && { discount }),
    ...(expires_at !== null && { expirationDate: timeText(expires_at) }),
    inUse: contact !== null,
  };
}

function rowOf(account: number, { code, type, discount, expirationDate }: PromoCode): PromoCodeRow {
  if (code.trim() === '') throw invalid('A promo code must not be empty.');
  const expires_at = expirationDate === undefined ? null : readTime(`expirationDate of ${code}`, expirationDate);
  return { account, code, position: nextPosition(), type: type ?? null, discount: discount ?? null, expires_at, contact: null };
}

/** How many codes are written by the same query. */
const MOST_AT_ONCE = 500;

/**
 * Adds codes, and changes those that are there, unless a contact has them. Of a code that comes twice, the last one counts.
 * @throws the refusal 400 that names the first that is wrong
 */
export async function savePromoCodes({ tables }: Pick<Unit, 'tables'>, account: number, codes: readonly PromoCode[]): Promise<void> {
  const rows = [...new Map(codes.map((code) => [code.code, rowOf(account, code)])).values()];
  for (let start = 0; start < rows.length; start += MOST_AT_ONCE)
    await tables
      .insertInto('g_promo_codes')
      .values(rows.slice(start, start + MOST_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'code'])
          .doUpdateSet(({ ref }) => ({
            type: ref('excluded.type'),
            discount: ref('excluded.discount'),
            expires_at: ref('excluded.expires_at'),
          }))
          .where('g_promo_codes.contact', 'is', null),
      )
      .execute();
}
