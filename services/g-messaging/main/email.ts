// Handlers of the operations of the main document tagged 'Email'.

import type { RequiredMessagingEmailHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { preparedOperations } from '../messages/operations.ts';
import { sendersOf } from '../messages/senders.ts';
import { viewLink } from '../messages/view.ts';
import { sendEmail } from '../sends/direct.ts';
import { write } from '../store.ts';

export const emailHandlers = (deps: Deps): RequiredMessagingEmailHandlers<Caller> => {
  const { search, create, read, replace, remove } = preparedOperations(deps, 'email');
  return {
    searchEmailMessages: search,
    createEmailMessage: create,
    getEmailMessage: read,
    updateEmailMessage: replace,
    deleteEmailMessage: remove,
    async getEmailMessageViewLink({ path }, { principal: { account } }) {
      return { status: 200, body: { link: await viewLink(deps, account, path.messageId) } };
    },
    async sendEmail({ body }, { principal: { account } }) {
      return { status: 200, body: await write(deps, (unit) => sendEmail(unit, account, body)) };
    },
    async listEmailInterfaces(_input, { principal: { account } }) {
      return { status: 200, body: await sendersOf(deps.store.read, account, 'email') };
    },
  };
};
