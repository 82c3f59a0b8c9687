// Handlers of the operations tagged 'Data compliance'.

import type { RequiredSchedulingDataComplianceHandlers } from '@octavo/interfaces/e-scheduling';
import { requireAdmin } from '../access.ts';
import { DELETION_SECONDS, deletion } from '../deletion.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';

export const complianceHandlers = ({ store, clock, due }: Deps): Handlers<RequiredSchedulingDataComplianceHandlers<Caller>> => ({
  async deleteInviteeData({ body: { emails } }, { principal }) {
    requireAdmin(principal);
    const payload = { organization: principal.organization, emails };
    await store.write((tables) => due.schedule(tables, deletion, { at: clock.now() + DELETION_SECONDS * 1000, payload }));
    return { status: 202, headers: { 'Retry-After': DELETION_SECONDS }, body: {} };
  },
});
