// Handlers of the operations tagged 'Account'.
import type { RequiredEmailAccountHandlers } from '@octavo/interfaces/h-email';
import { accountAt } from '../accounts.ts';
import type { Caller, Deps } from '../deps.ts';
import { usageReport } from '../rules/credits.ts';
import { dayOf } from '../rules/periods.ts';
import { accountOf } from '../security.ts';

export const accountHandlers = ({ store, clock }: Deps): RequiredEmailAccountHandlers<Caller> => ({
  async getAccount(_input, { principal }) {
    const account = await accountAt(store.read, accountOf(principal), clock.now());
    const requests = usageReport(account);
    const { first_name, last_name, email, plan_name, plan_level, period_ends_at, id } = account;
    return {
      status: 200,
      body: {
        data: {
          first_name,
          last_name,
          email,
          plan_name,
          plan_level,
          reset_date: dayOf(period_ends_at),
          team_id: id,
          calls: { _deprecation_notice: 'Use requests instead.', ...requests.credits },
          requests,
        },
      },
    };
  },
});
