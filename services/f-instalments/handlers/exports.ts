// Handlers of the operations tagged 'Data exports'.

import type { RequiredInstalmentsDataExportsHandlers } from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Caller, Deps } from '../deps.ts';
import { createExport } from '../exports.ts';
import { notFound } from '../problems.ts';
import { exportRecord } from '../records.ts';
import type { InstalmentsTables } from '../tables.ts';

const exportById = prepare((tables: Kysely<InstalmentsTables>, given: Given<{ readonly shop: string; readonly id: string }>) =>
  tables.selectFrom('f_exports').selectAll().where('shop', '=', given('shop')).where('id', '=', given('id')),
);

export const exportsHandlers = (deps: Deps): RequiredInstalmentsDataExportsHandlers<Caller> => {
  const { store, clock } = deps;
  return {
    async createDataExport({ body }, { principal: { shop }, url }) {
      const at = clock.now();
      const row = await store.write((tables) => createExport({ deps, tables, at }, shop.id, body));
      return { status: 200, body: exportRecord(row, new URL(url).origin) };
    },

    async getDataExport({ path: { id }, query }, { principal: { shop }, url }) {
      const row = await exportById.first(store.read, { shop: shop.id, id });
      if (row === undefined) throw notFound('export', id);
      const found = exportRecord(row, new URL(url).origin);
      if (query?.format === undefined) return { status: 200, body: found };
      const named = { csv: found.url_csv, xlsx: found.url_xlsx, pdf: found.url_pdf }[query.format] ?? null;
      const none = { url_csv: null, url_pdf: null, url_xlsx: null, url_xml: null, url_zip: null };
      return { status: 200, body: { ...found, ...none, [`url_${query.format}`]: named, download_url: named } };
    },
  };
};
