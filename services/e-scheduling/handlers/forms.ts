// Handlers of the operations tagged 'Routing forms'.

import type { RequiredSchedulingRoutingFormsHandlers } from '@octavo/interfaces/e-scheduling';
import { organizationIn, requireForm, requireManaged } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { listed, shown } from '../responses.ts';
import { formOf, submissionOf } from '../show.ts';
import { forms, submissions } from '../store/lists.ts';

export const formHandlers = (deps: Deps): Handlers<RequiredSchedulingRoutingFormsHandlers<Caller>> => ({
  async listRoutingForms({ query }, context) {
    const organization_id = await requireManaged(deps.store.read, context.principal, organizationIn(query.organization));
    return listed(deps, context, forms, query, { organization_id }, formOf);
  },
  async getRoutingForm({ path }, context) {
    return shown(200, context, formOf, await requireForm(deps.store.read, context.principal, path.uuid));
  },
  async listRoutingFormSubmissions({ path, query }, context) {
    const form = await requireForm(deps.store.read, context.principal, path.uuid);
    return listed(deps, context, submissions, query, { form_id: form.id }, submissionOf);
  },
});
