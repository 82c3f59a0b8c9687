// Suppliers, purchase orders with their lines, and price lists.
import { contains } from '../../texts.ts';
import { conflict, notFound, Problem, unprocessable } from '../http.ts';
import type { Account, Versioned } from '../store.ts';
import type { NewOrder, NewOrderLine, NewSupplier, Order, OrderLine, PriceList, PriceListBody, Supplier } from '../things.ts';
import { type Call, conditional, type Handlers, type Part, type Reply, requireMatch, totalOf, update } from './call.ts';
import { byCursor, createdBetween, numbered, sorted } from './lists.ts';

function requireSupplier({ account, number }: Call): Supplier {
  const found = account.suppliers.get(number('supplier_id'));
  if (found === undefined) throw notFound('supplier');
  return found;
}

function requireFreeEmail(account: Account, email: string, but?: number): void {
  const same = (supplier: Supplier): boolean => supplier.email.toLowerCase() === email.toLowerCase() && supplier.id !== but;
  if ([...account.suppliers.values()].some(same)) throw conflict('email_taken', 'Another supplier has this email.');
}

function isUsed(account: Account, id: number): boolean {
  const ordered = [...account.orders.values()].some(({ value }) => value.supplier_id === id);
  return ordered || [...account.products.values()].some(({ value }) => value.supplier_id === id);
}

const suppliers: Part = (store, faults) => {
  function given(call: Call): NewSupplier {
    const { id: _, created_at: __, ...kept } = call.input<Supplier>();
    if (faults.has('supplier-contacts-sorted')) kept.contacts?.sort((a, b) => (a.name < b.name ? -1 : 1));
    if (faults.has('supplier-terms-zero')) kept.payment_terms_days = kept.payment_terms_days || 30;
    return kept;
  }

  return {
    listSuppliers: (call) => {
      const { q, sort } = call.query as { q?: string; sort: string };
      const found = [...call.account.suppliers.values()].filter(
        ({ name, email }) => q === undefined || contains(name, q) || contains(email, q),
      );
      const reply = numbered(call, sorted(found, sort, 'id'));
      if (!faults.has('supplier-total-of-page')) return reply;
      return { ...reply, meta: { ...reply.meta, total: (reply.data as unknown[]).length } };
    },

    createSupplier: (call) => {
      const supplier = given(call);
      requireFreeEmail(call.account, supplier.email);
      const value: Supplier = { id: store.id(), ...supplier, created_at: store.now() };
      call.account.suppliers.set(value.id, value);
      return { status: 201, data: value, headers: { location: `/suppliers/${value.id}` } };
    },

    getSupplier: (call) => {
      if (faults.has('supplier-missing-as-html') && !call.account.suppliers.has(call.number('supplier_id'))) {
        return { status: 404, content: '<h1>Not found</h1>', type: 'text/html' };
      }
      return { status: 200, data: requireSupplier(call) };
    },

    replaceSupplier: (call) => {
      const before = requireSupplier(call);
      const supplier = given(call);
      requireFreeEmail(call.account, supplier.email, before.id);
      const created_at = faults.has('supplier-put-resets-created-at') ? store.now() : before.created_at;
      const value: Supplier = { id: before.id, ...supplier, created_at };
      call.account.suppliers.set(value.id, value);
      return { status: 200, data: value };
    },

    deleteSupplier: (call) => {
      const { id } = requireSupplier(call);
      const used = isUsed(call.account, id);
      if (used && !faults.has('supplier-delete-in-use'))
        throw conflict('supplier_in_use', 'A product or purchase order names the supplier.');
      call.account.suppliers.delete(id);
      return { status: 204 };
    },
  };
};

const MOST_LINES = 50;

function checkLine(account: Account, line: Pick<NewOrderLine, 'sku'>, field: string): void {
  if (!account.products.has(line.sku)) throw unprocessable(field, 'unknown', 'is no product');
}

function checkOrder(account: Account, order: NewOrder): void {
  if (!account.suppliers.has(order.supplier_id)) throw unprocessable('supplier_id', 'unknown', 'is no supplier');
  if (!account.warehouses.has(order.warehouse_code)) throw unprocessable('warehouse_code', 'unknown', 'is no warehouse');
  for (const [index, line] of order.lines.entries()) checkLine(account, line, `lines.${index}.sku`);
}

const orders: Part = (store, faults) => {
  /** Totals as they were when an order was made, which a programmer may forget to count again. */
  const made = new WeakMap<Versioned<Order>, { total: number; count: number }>();

  function look(record: Versioned<Order>): Record<string, unknown> {
    const order = record.value;
    const first = made.get(record) ?? { total: totalOf(order), count: order.lines.length };
    made.set(record, first);
    return {
      ...order,
      line_count: faults.has('order-line-count-stale') ? first.count : order.lines.length,
      total: faults.has('order-total-stale') ? first.total : totalOf(order),
    };
  }

  function requireOrder({ account, text }: Call): Versioned<Order> {
    const accounts = faults.has('order-of-other-account') ? [...store.accounts.values()] : [account];
    const found = accounts.map(({ orders: all }) => all.get(text('order_id'))).find((one) => one !== undefined);
    if (found === undefined) throw notFound('purchase order');
    look(found);
    return found;
  }

  function requireLine(call: Call, { value }: Versioned<Order>): OrderLine {
    const line = value.lines.find(({ line_no }) => line_no === call.number('line_no'));
    if (line === undefined) throw notFound('line');
    return line;
  }

  const keptLine = <T extends Partial<NewOrderLine>>(line: T): T =>
    faults.has('order-price-floored') && line.unit_price !== undefined
      ? { ...line, unit_price: Math.floor(line.unit_price * 100) / 100 }
      : line;

  function setLines(record: Versioned<Order>, lines: OrderLine[]): void {
    update(store, record, { ...record.value, lines, updated_at: store.now() });
  }

  function create(call: Call): { id: string; etag: string; data: Record<string, unknown> } {
    const given = call.input<NewOrder>();
    checkOrder(call.account, given);
    const at = store.now();
    const lines = given.lines.map((line, index) => ({ line_no: index + 1, ...keptLine(line) }));
    const value: Order = { id: store.ulid(), ...given, status: 'open', lines, created_at: at, updated_at: at };
    if (faults.has('order-note-empty-lost') && value.note !== undefined) value.note = value.note || null;
    const record = store.versioned(value);
    call.account.orders.set(value.id, record);
    call.account.nextLine.set(value.id, lines.length + 1);
    return { id: value.id, etag: record.etag, data: look(record) };
  }

  const created = (id: string, etag: string, data: unknown): Reply => ({
    status: 201,
    data,
    headers: { location: `/purchase-orders/${id}`, etag },
  });

  const handlers: Handlers = {
    listPurchaseOrders: (call) => {
      const { status, supplier, sort } = call.query as { status?: string; supplier?: number; sort: string };
      const all = [...call.account.orders.values()].map(({ value }) => value);
      const after = call.query.created_after as string | undefined;
      const found = createdBetween(all, call).filter(
        (order) => (status === undefined || order.status === status) && (supplier === undefined || order.supplier_id === supplier),
      );
      if (faults.has('order-created-after-inclusive') && after !== undefined) {
        found.push(...all.filter(({ created_at }) => Date.parse(created_at) === Date.parse(after)));
      }
      const reply = byCursor(call, sorted(found, sort, 'id'), (id) => call.account.orders.has(id));
      const data = (reply.data as Order[]).map(({ id }) => look(call.account.orders.get(id) as Versioned<Order>));
      const meta = { ...reply.meta };
      if (faults.has('order-next-loses-filters') && meta.next !== null) meta.next = `/purchase-orders?cursor=${meta.next_cursor}`;
      if (faults.has('order-last-page-empty-cursor')) meta.next_cursor ??= '';
      return { ...reply, data, meta };
    },

    createPurchaseOrder: (call) => {
      const key = call.header('idempotency-key');
      if (key === undefined || faults.has('order-key-without-effect')) {
        const { id, etag, data } = create(call);
        return created(id, etag, data);
      }
      const owner = faults.has('order-key-of-all-accounts') ? store.account('north') : call.account;
      const known = owner.idempotency.get(key);
      if (known !== undefined) {
        const same = known.body === call.sent || faults.has('order-key-with-any-body');
        if (!same) throw conflict('idempotency_key_reused', 'The key was used with another body.');
        return created(known.order, known.etag, known.answer);
      }
      const { id, etag, data } = create(call);
      owner.idempotency.set(key, { body: call.sent, order: id, etag, answer: data });
      return created(id, etag, data);
    },

    getPurchaseOrder: (call) => {
      const record = requireOrder(call);
      return conditional(call, record.etag, look(record));
    },

    updatePurchaseOrder: (call) => {
      const record = requireOrder(call);
      requireMatch(call, record.etag);
      const next: Order = { ...record.value, ...call.input<Partial<Order>>(), updated_at: store.now() };
      if (faults.has('order-etag-unchanged')) record.value = next;
      else update(store, record, next);
      return { status: 200, data: look(record), headers: { etag: record.etag } };
    },

    addOrderLine: (call) => {
      const record = requireOrder(call);
      const line = call.input<NewOrderLine>();
      checkLine(call.account, line, 'sku');
      const { id, lines } = record.value;
      if (lines.length >= MOST_LINES) throw conflict('too_many_lines', `A purchase order has at most ${MOST_LINES} lines.`);
      const line_no = call.account.nextLine.get(id) ?? 1;
      call.account.nextLine.set(id, line_no + 1);
      setLines(record, [...lines, { line_no, ...keptLine(line) }]);
      return created(id, record.etag, look(record));
    },

    updateOrderLine: (call) => {
      const record = requireOrder(call);
      const line = requireLine(call, record);
      const next = { ...line, ...keptLine(call.input<Partial<NewOrderLine>>()) };
      setLines(
        record,
        record.value.lines.map((one) => (one === line ? next : one)),
      );
      return { status: 200, data: look(record), headers: { etag: record.etag } };
    },

    deleteOrderLine: (call) => {
      const record = requireOrder(call);
      const line = requireLine(call, record);
      const left = record.value.lines.filter((one) => one !== line);
      if (left.length === 0) throw conflict('last_line', 'A purchase order has at least one line.');
      const renumbered = faults.has('order-lines-renumbered');
      setLines(record, renumbered ? left.map((one, index) => ({ ...one, line_no: index + 1 })) : left);
      return { status: 204 };
    },
  };
  return handlers;
};

const priceLists: Part = (store, faults) => ({
  putPriceList: ({ account, text, input }) => {
    const code = text('code');
    const given = input<PriceListBody>();
    if (given.valid_until && given.valid_until < given.valid_from) throw unprocessable('valid_until', 'range', 'is before `valid_from`');
    const before = account.priceLists.get(code);
    const prices = faults.has('price-list-put-merges') ? { ...before?.prices, ...given.prices } : given.prices;
    const data: PriceList = { code, ...given, prices, updated_at: store.now() };
    account.priceLists.set(code, data);
    if (before !== undefined) return { status: 200, data };
    if (faults.has('price-list-new-without-location')) return { status: 201, data };
    return { status: 201, data, headers: { location: `/price-lists/${code}` } };
  },

  getPriceList: ({ account, text }) => {
    const found = account.priceLists.get(text('code'));
    if (found === undefined) throw new Problem(404, 'not_found', 'There is no such price list.');
    return { status: 200, data: found };
  },
});

export const purchasing: Part = (store, faults) => ({
  ...suppliers(store, faults),
  ...orders(store, faults),
  ...priceLists(store, faults),
});
