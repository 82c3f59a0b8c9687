// Handlers of the operations tagged 'Verification'.

import type { RequiredEmailVerificationHandlers } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import type { Caller, Deps } from '../deps.ts';
import { fixedAnswers } from '../fixed.ts';
import { domainKey } from '../rules/names.ts';
import { type Asked, judgeAddress, verifyAndCharge } from '../verifier.ts';

export const verificationHandlers = (deps: Deps): RequiredEmailVerificationHandlers<Caller> => {
  const { store, clock } = deps;
  const fixed = fixedAnswers(deps);
  return {
    async verifyEmail({ query: { email } }, { principal: { account }, method }) {
      const address = email.toLowerCase();
      const domain = domainKey(address.slice(address.lastIndexOf('@') + 1));
      if (domain === undefined) throw refuse(400, { code: 'invalid_email', detail: `${email} is not an email address.` });
      if (account === 'test') return fixed.verifyEmail(email);
      const asked: Asked = { email, address, domain, account, now: clock.now() };
      // HEAD gets no body, so it neither begins a verification nor pays for one.
      if (method === 'HEAD') return (await judgeAddress(store.read, asked)).answer;
      return store.write((tables) => verifyAndCharge(tables, asked));
    },
  };
};
