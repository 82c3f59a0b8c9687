// Handlers of the operations tagged 'Eligibility'.

import type { RequiredInstalmentsEligibilityHandlers } from '@octavo/interfaces/f-instalments';
import type { Caller, Deps } from '../deps.ts';
import { eligibilityOf } from '../rules/eligibility.ts';

export const eligibilityHandlers = ({ clock }: Deps): RequiredInstalmentsEligibilityHandlers<Caller> => ({
  checkEligibility({ body }) {
    return { status: 200, body: eligibilityOf(body, clock.now()) };
  },
});
