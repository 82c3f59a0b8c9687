// Handlers of the operations tagged 'Discovery'.

import type { RequiredEmailDiscoveryHandlers } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import { charge, payingAccount } from '../accounts.ts';
import type { Caller, Deps } from '../deps.ts';
import { addressesAt, namedDomain } from '../domains.ts';
import { find } from '../finder.ts';
import { fixedAnswers } from '../fixed.ts';
import { type Charge, finderCost, halvesOf, searchCost } from '../rules/credits.ts';
import { checkPage } from '../rules/plans.ts';
import { domainSearch, emailRecord, finderParams, likelyEmail, page, searchParams } from '../show.ts';

export const discoveryHandlers = (deps: Deps): RequiredEmailDiscoveryHandlers<Caller> => {
  const { store, clock } = deps;
  const fixed = fixedAnswers(deps);

  /** HEAD gets no body, so it is not charged. */
  async function spend(method: string, account: number, cost: Charge, now: number): Promise<void> {
    if (method !== 'HEAD' && halvesOf(cost) > 0) await store.write((tables) => charge(tables, account, cost, now));
  }

  return {
    async searchDomain({ query }, { principal: { account: id }, method }) {
      if (id === 'test') return fixed.searchDomain(query);
      const now = clock.now();
      const asked = page(query);
      const { plan_level } = await payingAccount(store.read, id, now);
      const problem = checkPage(plan_level, asked);
      if (problem !== undefined) throw refuse(400, { code: 'pagination_error', detail: problem });
      const domain = await namedDomain(store.read, query);
      const { rows, results } = await addressesAt(store.read, domain, query);
      await spend(method, id, searchCost(rows.length), now);
      const emails = rows.map((mailbox) => emailRecord(mailbox, now));
      return {
        status: 200,
        body: { data: domainSearch(domain.name, domain.row, emails), meta: { results, ...asked, params: searchParams(query) } },
      };
    },

    async findEmail({ query }, { principal: { account: id }, method, url }) {
      if (id === 'test') return fixed.findEmail(query, url);
      const now = clock.now();
      await payingAccount(store.read, id, now);
      const found = await find(store.read, query);
      if (found.mailbox?.is_claimed === true)
        throw refuse(451, { code: 'claimed_email', detail: 'The owner of this address has opted out.' });
      await spend(method, id, finderCost(found.address !== undefined), now);
      return { status: 200, body: { data: likelyEmail(found, now), meta: { params: finderParams(query, url) } } };
    },
  };
};
