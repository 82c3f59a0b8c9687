// Handlers of the operations tagged 'Data exports'.

import type { RequiredInstalmentsDataExportsHandlers } from '@octavo/interfaces/f-instalments';
import { write } from '../../platform/unit.ts';
import type { Caller, Deps } from '../deps.ts';
import { createExport } from '../exports.ts';
import { exportInFormat, exportRecord } from '../records.ts';
import { requireRow } from '../store/rows.ts';

export const exportsHandlers = (deps: Deps): RequiredInstalmentsDataExportsHandlers<Caller> => ({
  async createDataExport({ body }, { principal: { shop }, url }) {
    return { status: 200, body: exportRecord(await write(deps, (unit) => createExport(unit, shop.id, body)), new URL(url).origin) };
  },
  async getDataExport({ path: { id }, query }, { principal: { shop }, url }) {
    const row = await requireRow(deps.store.read, 'f_exports', id, (one) => one.shop === shop.id);
    return { status: 200, body: exportInFormat(row, new URL(url).origin, query?.format) };
  },
});
