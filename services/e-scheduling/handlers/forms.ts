// Handlers of the operations tagged 'Routing forms'.

import type { SchedulingRoutingFormsHandlers } from '@octavo/interfaces/e-scheduling';
import { notFound, organizationIn, requireAdmin, requireOrganization } from '../access.ts';
import type { Caller, Deps } from '../deps.ts';
import { readPage } from '../lists.ts';
import { headersOf } from '../rates.ts';
import { formOf, submissionOf } from '../resources.ts';
import type { FormRow } from '../tables.ts';
import { baseOf, lastPart } from '../uris.ts';

export const formHandlers = ({ store, cursors }: Deps): SchedulingRoutingFormsHandlers<Caller> => {
  /** A form of the caller's organization. @throws the refusals 404 and 403 */
  async function known(caller: Caller, text: string): Promise<FormRow> {
    const row = await store.read.selectFrom('e_forms').selectAll().where('id', '=', lastPart(text)).executeTakeFirst();
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
      const rows = store.read.selectFrom('e_forms').selectAll().where('organization_id', '=', organization);
      const name = ['forms', organization];
      const page = await readPage({ cursors, query, url: context.url, name, rows, by: 'created_at', table: 'e_forms' });
      const collection = page.rows.map((row) => formOf(baseOf(context), row));
      return { status: 200, headers: headersOf(context), body: { collection, pagination: page.pagination } };
    },

    async getRoutingForm({ path }, context) {
      return {
        status: 200,
        headers: headersOf(context),
        body: { resource: formOf(baseOf(context), await known(context.principal, path.uuid)) },
      };
    },

    async listRoutingFormSubmissions({ path, query = {} }, context) {
      const form = await known(context.principal, path.uuid);
      const rows = store.read.selectFrom('e_submissions').selectAll().where('form_id', '=', form.id);
      const name = ['submissions', form.id];
      const page = await readPage({ cursors, query, url: context.url, name, rows, by: 'created_at', table: 'e_submissions' });
      const collection = page.rows.map((row) => submissionOf(baseOf(context), row));
      return { status: 200, headers: headersOf(context), body: { collection, pagination: page.pagination } };
    },
  };
};
