// Warehouses and their bins.
import { conflict, notFound, unprocessable } from '../http.ts';
import type { Account, Versioned } from '../store.ts';
import type { Bin, NewWarehouse, Warehouse } from '../things.ts';
import { type Call, conditional, type Part, stockOf, update, warehouseLook } from './call.ts';
import { links, numbered, slice, sorted } from './lists.ts';

function requireWarehouse({ account, text }: Call): Versioned<Warehouse> {
  const found = account.warehouses.get(text('code'));
  if (found === undefined) throw notFound('warehouse');
  return found;
}

function requireFreeLabel(account: Account, warehouse: string, label: string, but?: number): void {
  const taken = [...account.bins.values()].some((bin) => bin.warehouse === warehouse && bin.value.label === label && bin.value.id !== but);
  if (taken) throw conflict('label_taken', 'Another bin of the warehouse has this label.');
}

function checkTemperature({ temperature }: Pick<Bin, 'temperature'>): void {
  if (temperature && temperature.min_c > temperature.max_c) throw unprocessable('temperature.min_c', 'range', 'is above `max_c`');
}

/** Whether anything still needs the warehouse. */
function isUsed(account: Account, code: string): boolean {
  const ordered = [...account.orders.values()].some(({ value }) => value.warehouse_code === code);
  const moved = [...account.transfers.values()].some(
    ({ from_warehouse, to_warehouse }) => from_warehouse === code || to_warehouse === code,
  );
  return ordered || moved || stockOf(account, (warehouse) => warehouse === code).length > 0;
}

export const warehouses: Part = (store, faults) => {
  /** How many bins a counter still counts after they were deleted, where that fault is planted. */
  const deleted = new WeakMap<Versioned<Warehouse>, number>();

  function requireBin(call: Call): Bin {
    const found = call.account.bins.get(call.number('bin_id'));
    if (found === undefined) throw notFound('bin');
    if (faults.has('bin-under-other-warehouse') && call.account.warehouses.has(call.text('code'))) return found.value;
    if (faults.has('warehouse-delete-leaves-bins') && !call.account.warehouses.has(found.warehouse)) return found.value;
    if (found.warehouse !== call.text('code')) throw notFound('bin');
    return found.value;
  }

  /** The account whose bin a change is for. */
  function binAccount(call: Call): Account {
    if (!faults.has('bin-patch-other-account')) return call.account;
    const owner = [...store.accounts.values()].find(({ bins }) => bins.has(call.number('bin_id')));
    return owner ?? call.account;
  }

  return {
    listWarehouses: (call) => {
      const { sort, tag = [] } = call.query as { sort: string; tag?: string[] };
      const all = [...call.account.warehouses.values()].map(({ value }) => value);
      const found = all.filter(({ tags = [] }) => tag.every((one) => tags.includes(one)));
      if (faults.has('warehouse-sort-within-page')) {
        const reply = numbered(call, sorted(found, 'code', 'code'));
        return { ...reply, data: sorted(reply.data as Warehouse[], sort, 'code').map((one) => warehouseLook(call.account, one)) };
      }
      return numbered(
        call,
        sorted(found, sort, 'code').map((one) => warehouseLook(call.account, one)),
      );
    },

    createWarehouse: ({ account, input }) => {
      const given = input<NewWarehouse>();
      if (account.warehouses.has(given.code)) throw conflict('code_taken', 'Another warehouse has this code.');
      const value: Warehouse = { ...given, created_at: store.now() };
      if (faults.has('warehouse-tags-empty-lost') && value.tags?.length === 0) delete value.tags;
      if (faults.has('warehouse-notes-composed') && value.notes) value.notes = value.notes.normalize('NFC');
      const record = store.versioned(value);
      account.warehouses.set(given.code, record);
      const headers = { location: `/warehouses/${given.code}`, etag: record.etag };
      return { status: 201, data: warehouseLook(account, value), headers };
    },

    getWarehouse: (call) => {
      const record = requireWarehouse(call);
      const { value, etag } = record;
      const look = warehouseLook(call.account, value);
      if (faults.has('warehouse-never-304')) return { status: 200, data: look, headers: { etag } };
      return conditional(call, etag, { ...look, bin_count: look.bin_count + (deleted.get(record) ?? 0) });
    },

    deleteWarehouse: (call) => {
      const { code } = requireWarehouse(call).value;
      if (isUsed(call.account, code)) throw conflict('warehouse_in_use', 'The warehouse has stock, or an order or transfer names it.');
      call.account.warehouses.delete(code);
      if (faults.has('warehouse-delete-leaves-bins')) return { status: 204 };
      for (const [id, bin] of call.account.bins) if (bin.warehouse === code) call.account.bins.delete(id);
      return { status: 204 };
    },

    listBins: (call) => {
      const { code } = requireWarehouse(call).value;
      const { kind, active } = call.query;
      const own = [...call.account.bins.values()].filter(({ warehouse }) => warehouse === code).map(({ value }) => value);
      const found = own.filter((bin) => (kind === undefined || bin.kind === kind) && (active === undefined || bin.active === active));
      const { items, pages } = slice(call, sorted(found, 'id', 'id'));
      const total = faults.has('bin-total-of-all-kinds') ? own.length : found.length;
      const link = links(call, faults.has('bin-link-next-on-last-page') ? pages + 1 : pages);
      return { status: 200, data: items, headers: { link, 'x-total-count': String(total) } };
    },

    createBin: (call) => {
      const warehouse = requireWarehouse(call);
      const { id: _, created_at: __, ...given } = call.input<Bin>();
      checkTemperature(given);
      requireFreeLabel(call.account, warehouse.value.code, given.label);
      const value: Bin = { id: store.id(), ...given, created_at: store.now() };
      call.account.bins.set(value.id, { warehouse: warehouse.value.code, value });
      update(store, warehouse, warehouse.value);
      return { status: 201, data: value, headers: { location: `/warehouses/${warehouse.value.code}/bins/${value.id}` } };
    },

    getBin: (call) => {
      if (!faults.has('warehouse-delete-leaves-bins')) requireWarehouse(call);
      return { status: 200, data: requireBin(call) };
    },

    updateBin: (given) => {
      const call = { ...given, account: binAccount(given) };
      requireWarehouse(call);
      const bin = requireBin(call);
      const patch = call.input<Partial<Bin>>();
      const next: Bin = { ...bin, ...patch };
      if (next.temperature === null && !faults.has('bin-patch-keeps-null')) delete next.temperature;
      checkTemperature(next);
      if (!faults.has('bin-rename-to-taken-label')) requireFreeLabel(call.account, call.text('code'), next.label, bin.id);
      call.account.bins.set(bin.id, { warehouse: call.text('code'), value: next });
      return { status: 200, data: next };
    },

    deleteBin: (call) => {
      const warehouse = requireWarehouse(call);
      call.account.bins.delete(requireBin(call).id);
      update(store, warehouse, warehouse.value);
      if (faults.has('warehouse-bin-count-after-delete')) deleted.set(warehouse, (deleted.get(warehouse) ?? 0) + 1);
      if (faults.has('bin-delete-with-body')) return { status: 200, data: {} };
      return { status: 204 };
    },
  };
};
