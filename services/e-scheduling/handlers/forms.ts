// Handlers of the operations tagged 'Routing forms'.

import type { RequiredSchedulingRoutingFormsHandlers } from '@octavo/interfaces/e-scheduling';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import { notFound, organizationIn, requireAdmin, requireOrganization } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { type Listed, listIn, readPage } from '../lists.ts';
import { formOf, submissionOf } from '../resources.ts';
import type { FormRow, SchedulingTables } from '../tables.ts';
import { baseOf, lastPart } from '../uris.ts';

type Tables = Kysely<SchedulingTables>;

const formById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_forms').selectAll().where('id', '=', given('id')),
);
const forms = listIn('e_forms', 'created_at', (tables: Tables, given: Given<{ readonly organization: string } & Listed>) =>
  tables.selectFrom('e_forms').selectAll().where('organization_id', '=', given('organization')),
);
const submissions = listIn('e_submissions', 'created_at', (tables: Tables, given: Given<{ readonly form: string } & Listed>) =>
  tables.selectFrom('e_submissions').selectAll().where('form_id', '=', given('form')),
);

export const formHandlers = ({ store, cursors }: Deps): Handlers<RequiredSchedulingRoutingFormsHandlers<Caller>> => {
  /** A form of the caller's organization. @throws the refusals 404 and 403 */
  async function known(caller: Caller, text: string): Promise<FormRow> {
    const row = await formById.first(store.read, { id: lastPart(text) });
    if (row === undefined) throw notFound();
    await requireOrganization(store.read, caller, row.organization_id);
    requireAdmin(caller);
    return row;
  }

  return {
    async listRoutingForms({ query }, context) {
      const organization = organizationIn(query.organization);
      await requireOrganization(store.read, context.principal, organization);
      requireAdmin(context.principal);
      const name = ['forms', organization];
      const page = await readPage(forms, store.read, { cursors, query, url: context.url, name, filters: { organization } });
      const base = baseOf(context);
      const collection = page.rows.map((row) => formOf(base, row));
      return { status: 200, body: { collection, pagination: page.pagination } };
    },

    async getRoutingForm({ path }, context) {
      return {
        status: 200,

        body: { resource: formOf(baseOf(context), await known(context.principal, path.uuid)) },
      };
    },

    async listRoutingFormSubmissions({ path, query }, context) {
      const form = await known(context.principal, path.uuid);
      const name = ['submissions', form.id];
      const page = await readPage(submissions, store.read, { cursors, query, url: context.url, name, filters: { form: form.id } });
      const base = baseOf(context);
      const collection = page.rows.map((row) => submissionOf(base, row));
      return { status: 200, body: { collection, pagination: page.pagination } };
    },
  };
};
