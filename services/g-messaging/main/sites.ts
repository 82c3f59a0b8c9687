// Handlers of the operations of the main document tagged 'Sites'.

import type { RequiredMessagingSitesHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { addSite, siteDomains, siteScript } from '../sites/sites.ts';
import { write } from '../store.ts';

export const siteHandlers = (deps: Deps): RequiredMessagingSitesHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async listSiteDomains(_input, { principal: { account } }) {
      return { status: 200, body: await siteDomains(read, account) };
    },
    async addSiteDomain({ body }, { principal: { account } }) {
      return { status: 200, body: { result: 'ok', siteId: await write(deps, (unit) => addSite(unit, account, body.domain)) } };
    },
    async getSiteScript(_input, { principal: { account } }) {
      return { status: 200, body: await siteScript(read, account) };
    },
  };
};
