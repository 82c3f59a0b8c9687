// Goods on hand, their movements, and transfers between warehouses.
import { conflict, notFound, unprocessable } from '../http.ts';
import type { Account } from '../store.ts';
import type { Movement, NewMovement, NewTransfer, Transfer } from '../things.ts';
import { type Call, type Part, stockKey, stockOf } from './call.ts';
import { byCursor, sorted } from './lists.ts';

function change(account: Account, warehouse: string, sku: string, by: number): void {
  const key = stockKey(warehouse, sku);
  account.stock.set(key, (account.stock.get(key) ?? 0) + by);
}

const onHand = (account: Account, warehouse: string, sku: string): number => account.stock.get(stockKey(warehouse, sku)) ?? 0;

function inTransit(account: Account, sku: string): number {
  const sent = [...account.transfers.values()].filter(({ status }) => status === 'sent');
  const lines = sent.flatMap((transfer) => transfer.lines).filter((line) => line.sku === sku);
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

function deltaOf({ kind, quantity = 0, delta = 0 }: NewMovement): number {
  if (kind === 'adjustment') return delta;
  return kind === 'receipt' ? quantity : -quantity;
}

function requireTransfer({ account, text }: Call): Transfer {
  const found = account.transfers.get(text('transfer_id'));
  if (found === undefined) throw notFound('transfer');
  return found;
}

function checkTransfer(account: Account, { from_warehouse, to_warehouse, lines }: NewTransfer): void {
  if (!account.warehouses.has(from_warehouse)) throw unprocessable('from_warehouse', 'unknown', 'is no warehouse');
  if (!account.warehouses.has(to_warehouse)) throw unprocessable('to_warehouse', 'unknown', 'is no warehouse');
  if (from_warehouse === to_warehouse) throw unprocessable('to_warehouse', 'same', 'is the first warehouse');
  const seen = new Set<string>();
  for (const [index, { sku }] of lines.entries()) {
    if (!account.products.has(sku)) throw unprocessable(`lines.${index}.sku`, 'unknown', 'is no product');
    if (seen.has(sku)) throw unprocessable(`lines.${index}.sku`, 'twice', 'is there twice');
    seen.add(sku);
  }
}

export const stock: Part = (store, faults) => ({
  getStock: ({ account, text }) => {
    const sku = text('sku');
    if (!account.products.has(sku)) throw notFound('product');
    const levels = stockOf(account, (_, name) => name === sku);
    const on_hand = levels.reduce((sum, [, quantity]) => sum + quantity, 0);
    return { status: 200, data: { sku, on_hand, in_transit: inTransit(account, sku), by_warehouse: Object.fromEntries(levels) } };
  },

  recordMovement: ({ account, input }) => {
    const movement = input<NewMovement>();
    const { sku, warehouse_code, order_id } = movement;
    if (!account.products.has(sku)) throw unprocessable('sku', 'unknown', 'is no product');
    if (!account.warehouses.has(warehouse_code)) throw unprocessable('warehouse_code', 'unknown', 'is no warehouse');
    if (order_id && !account.orders.has(order_id)) throw unprocessable('order_id', 'unknown', 'is no purchase order');
    const by = deltaOf(movement);
    const enough = onHand(account, warehouse_code, sku) + by >= 0;
    const unchecked = faults.has('movement-issue-below-zero') && movement.kind === 'issue';
    if (!enough && !unchecked) throw conflict('stock_too_small', 'The stock is smaller than that.');
    change(account, warehouse_code, sku, by);
    const value: Movement = { id: store.ulid(), movement, created_at: store.now() };
    account.movements.set(value.id, value);
    return { status: 201, data: value, headers: { location: `/stock-movements/${value.id}` } };
  },

  getMovement: ({ account, text }) => {
    const found = account.movements.get(text('movement_id'));
    if (found === undefined) throw notFound('movement');
    return { status: 200, data: found };
  },

  listTransfers: (call) => {
    const { status } = call.query as { status?: string[] };
    const wanted = faults.has('transfer-status-first-only') ? status?.slice(0, 1) : status;
    const all = [...call.account.transfers.values()].filter((one) => wanted === undefined || wanted.includes(one.status));
    const newest = sorted(all, '-created_at', 'id');
    const skips = faults.has('transfer-cursor-skips-one') && call.query.cursor !== undefined;
    const reply = byCursor(call, newest, (id) => call.account.transfers.has(id));
    if (faults.has('transfer-empty-list-null') && all.length === 0) return { ...reply, data: null };
    return skips ? { ...reply, data: (reply.data as Transfer[]).slice(1) } : reply;
  },

  createTransfer: ({ account, input }) => {
    const given = input<NewTransfer>();
    checkTransfer(account, given);
    const value: Transfer = { id: store.ulid(), ...given, status: 'draft', sent_at: null, received_at: null, created_at: store.now() };
    account.transfers.set(value.id, value);
    return { status: 201, data: value, headers: { location: `/transfers/${value.id}` } };
  },

  getTransfer: (call) => {
    const transfer = requireTransfer(call);
    const empty = faults.has('transfer-cancelled-draft-empty-time') && transfer.status === 'cancelled' && transfer.sent_at === null;
    return { status: 200, data: empty ? { ...transfer, sent_at: '' } : transfer };
  },

  sendTransfer: (call) => {
    const transfer = requireTransfer(call);
    const { from_warehouse, lines } = transfer;
    if (transfer.status !== 'draft') throw conflict('no_draft', 'The transfer is no draft.');
    const short = lines.some(({ sku, quantity }) => onHand(call.account, from_warehouse, sku) < quantity);
    if (short) throw conflict('stock_too_small', 'The stock of the first warehouse is too small.');
    for (const { sku, quantity } of lines) change(call.account, from_warehouse, sku, -quantity);
    const next: Transfer = { ...transfer, status: 'sent', sent_at: store.now() };
    call.account.transfers.set(next.id, next);
    return { status: 200, data: next };
  },

  receiveTransfer: (call) => {
    const transfer = requireTransfer(call);
    const early = faults.has('transfer-receives-draft') && transfer.status === 'draft';
    if (transfer.status !== 'sent' && !early) throw conflict('not_sent', 'The transfer is not sent.');
    if (!faults.has('transfer-receive-adds-nothing')) {
      for (const { sku, quantity } of transfer.lines) change(call.account, transfer.to_warehouse, sku, quantity);
    }
    const next: Transfer = { ...transfer, status: 'received', received_at: store.now() };
    call.account.transfers.set(next.id, next);
    return { status: 200, data: next };
  },

  cancelTransfer: (call) => {
    const transfer = requireTransfer(call);
    const { status, from_warehouse, lines } = transfer;
    const late = faults.has('transfer-cancels-received') && status === 'received';
    const refused = faults.has('transfer-refuses-cancel-of-sent') && status === 'sent';
    if (refused || (status !== 'draft' && status !== 'sent' && !late)) throw conflict('closed', 'The transfer is received or cancelled.');
    if (status === 'sent') for (const { sku, quantity } of lines) change(call.account, from_warehouse, sku, quantity);
    const next: Transfer = { ...transfer, status: 'cancelled' };
    call.account.transfers.set(next.id, next);
    return { status: 200, data: next };
  },
});
