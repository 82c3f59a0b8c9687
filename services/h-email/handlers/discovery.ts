// Handlers of the operations tagged 'Discovery'.

import type { EmailDiscoveryHandlers } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import { accountAt, charge } from '../accounts.ts';
import type { Caller, Deps } from '../deps.ts';
import { addressesAt, namedDomain } from '../domains.ts';
import { find } from '../finder.ts';
import { fixedAnswers } from '../fixed.ts';
import { domainSearch, emailRecord, finderParams, likelyEmail, page, searchParams } from '../records.ts';
import { finderCost, searchCost } from '../rules/credits.ts';
import { checkPage } from '../rules/plans.ts';

export const discoveryHandlers = (deps: Deps): EmailDiscoveryHandlers<Caller> => {
  const { store, clock } = deps;
  const fixed = fixedAnswers(deps);
  return {
    async searchDomain({ query }, { principal: { account } }) {
      if (account === 'test') return fixed.searchDomain(query);
      const now = clock.now();
      const asked = page(query);
      const problem = checkPage((await accountAt(store.read, account, now)).plan_level, asked);
      if (problem !== undefined) throw refuse(400, { code: 'pagination_error', detail: problem });
      const { name, row } = await namedDomain(store.read, query);
      const { rows, results } = await addressesAt(store.read, name, query);
      await store.write((tables) => charge(tables, account, searchCost(rows.length), now));
      const emails = rows.map((mailbox) => emailRecord(mailbox, now));
      return {
        status: 200,
        body: { data: domainSearch(name, row, emails), meta: { results, ...asked, params: searchParams(query) } },
      };
    },

    async findEmail({ query }, { principal: { account } }) {
      if (account === 'test') return fixed.findEmail(query);
      const now = clock.now();
      const found = await find(store.read, query);
      if (found.mailbox?.is_claimed === 1) throw refuse(451, { code: 'claimed_email', detail: 'The owner of this address has opted out.' });
      await store.write((tables) => charge(tables, account, finderCost(found.address !== undefined), now));
      return { status: 200, body: { data: likelyEmail(found, now), meta: { params: finderParams(query) } } };
    },
  };
};
