// Handlers of the operations of the main document tagged 'Web push'.

import type { RequiredMessagingWebPushHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { addPushDomain, deletePushDomain, pushDomains, pushScript } from '../sites/sites.ts';
import { write } from '../store.ts';

export const webPushHandlers = (deps: Deps): RequiredMessagingWebPushHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async listWebPushDomains(_input, { principal: { account } }) {
      return { status: 200, body: await pushDomains(read, account) };
    },
    async addWebPushDomain({ body }, { principal: { account } }) {
      return { status: 200, body: await write(deps, (unit) => addPushDomain(unit, account, body)) };
    },
    async deleteWebPushDomain({ path }, { principal: { account } }) {
      await write(deps, (unit) => deletePushDomain(unit, account, path.domainId));
      return { status: 200 };
    },
    async getWebPushScript({ query }, { principal: { account } }) {
      return { status: 200, body: { script: await pushScript(read, account, query?.domain) } };
    },
  };
};
