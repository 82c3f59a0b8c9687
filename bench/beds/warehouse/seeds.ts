// What two accounts have at the start.
import { createHash } from 'node:crypto';
import { type Account, Store } from './store.ts';
import type { Order, Product } from './things.ts';

export const seededIds = {
  order: '01J8ZQ4T7X0000000000000001',
  movement: '01J8ZQ4T7X0000000000000002',
  transfer: '01J8ZQ4T7X0000000000000003',
  attachment: '01J8ZQ4T7X0000000000000004',
  user: '01J8ZQ4T7X0000000000000005',
  webhook: '01J8ZQ4T7X0000000000000006',
  report: '01J8ZQ4T7X0000000000000007',
  closedOrder: '01J8ZQ4T7X0000000000000008',
  southOrder: '01J8ZQ4T7X0000000000000011',
  southUser: '01J8ZQ4T7X0000000000000015',
  southReport: '01J8ZQ4T7X0000000000000017',
} as const;

const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T09:00:00.000Z`;

function addWarehouse(store: Store, account: Account, code: string, name: string, at: string): void {
  const address = { street: 'Kade 1', city: name, postal_code: '1011 AB', country: 'NL' };
  const value = { code, name, address, capacity_m3: 1200.5, timezone: 'UTC', tags: ['dry'], created_at: at };
  account.warehouses.set(code, store.versioned(value));
}

function addProduct(store: Store, account: Account, sku: string, name: string, amount: number, at: string, supplier?: number): void {
  const value: Product = {
    sku,
    name,
    unit: 'piece',
    price: { amount, currency: 'EUR' },
    ...(supplier === undefined ? {} : { supplier_id: supplier }),
    discontinued: false,
    created_at: at,
    updated_at: at,
  };
  account.products.set(sku, store.versioned(value));
}

function addOrder(
  store: Store,
  account: Account,
  order: Pick<Order, 'id' | 'supplier_id' | 'warehouse_code' | 'status'>,
  at: string,
): void {
  const sku = [...account.products.keys()][0] ?? '';
  const lines = [{ line_no: 1, sku, quantity: 500, unit_price: 0.29, discount_percent: 0 }];
  account.orders.set(order.id, store.versioned({ ...order, currency: 'EUR', priority: 3, lines, created_at: at, updated_at: at }));
  account.nextLine.set(order.id, 2);
}

function seedNorth(store: Store): void {
  const north = store.account('north');
  for (const [id, name] of [
    [1, 'Noord Metaal'],
    [2, 'Lijm & Co'],
    [10, 'Atlas'],
  ] as const) {
    const email = `sales@${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`;
    north.suppliers.set(id, { id, name, email, payment_terms_days: 30, created_at: day(id) });
  }
  addWarehouse(store, north, 'AMS01', 'Amsterdam', day(2));
  addWarehouse(store, north, 'RTM02', 'Rotterdam', day(1));
  for (const [id, label, kind] of [
    [1, 'A-01', 'shelf'],
    [2, 'A-02', 'pallet'],
    [3, 'B-01', 'cold'],
  ] as const) {
    const value = { id, label, kind, max_weight_kg: 250, active: true, created_at: day(3) };
    north.bins.set(id, { warehouse: 'AMS01', value });
  }
  addProduct(store, north, 'BOLT-M8-40', 'Bolt M8', 0.29, day(4), 1);
  addProduct(store, north, 'NUT-M8', 'Nut M8', 0.1, day(3), 10);
  addProduct(store, north, 'GLUE-500', 'Wood glue', 7.95, day(5), 2);
  north.stock.set('AMS01 BOLT-M8-40', 50_000);
  north.stock.set('AMS01 NUT-M8', 50_000);
  addOrder(store, north, { id: seededIds.order, supplier_id: 1, warehouse_code: 'AMS01', status: 'open' }, day(6));
  addOrder(store, north, { id: seededIds.closedOrder, supplier_id: 10, warehouse_code: 'RTM02', status: 'closed' }, day(7));
  north.movements.set(seededIds.movement, {
    id: seededIds.movement,
    movement: { kind: 'receipt', sku: 'BOLT-M8-40', warehouse_code: 'AMS01', quantity: 50_000 },
    created_at: day(6),
  });
  north.transfers.set(seededIds.transfer, {
    id: seededIds.transfer,
    from_warehouse: 'AMS01',
    to_warehouse: 'RTM02',
    lines: [{ sku: 'BOLT-M8-40', quantity: 10 }],
    status: 'draft',
    sent_at: null,
    received_at: null,
    created_at: day(8),
  });
  const bytes = Buffer.from('%PDF-1.4\n');
  north.attachments.set(seededIds.attachment, {
    bytes,
    value: {
      id: seededIds.attachment,
      sku: 'BOLT-M8-40',
      title: 'Data sheet',
      kind: 'datasheet',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: day(5),
    },
  });
  const prices = { 'BOLT-M8-40': { amount: 0.39, min_quantity: 10 } };
  north.priceLists.set('RETAIL', { code: 'RETAIL', name: 'Retail', currency: 'EUR', valid_from: '2026-01-01', prices, updated_at: day(5) });
  north.users.set(seededIds.user, {
    id: seededIds.user,
    email: 'ada@north.example',
    name: 'Ada',
    role: 'admin',
    created_at: day(1),
  });
  const key = { id: 1, name: 'Scanner', scopes: ['read'], created_at: day(2) };
  north.keys.set(1, { user: seededIds.user, secret: `wk_${'5'.repeat(32)}`, value: key });
  north.webhooks.set(seededIds.webhook, {
    id: seededIds.webhook,
    url: 'https://hooks.example/stock',
    events: ['transfer.sent'],
    secret: 'sixteen-letters-or-more',
    active: true,
    created_at: day(4),
  });
  north.reports.set(seededIds.report, { id: seededIds.report, input: { kind: 'stock', format: 'csv' }, started: 0, created_at: day(9) });
}

function seedSouth(store: Store): void {
  const south = store.account('south');
  south.suppliers.set(50, { id: 50, name: 'Glaswerk', email: 'sales@glas.example', payment_terms_days: 30, created_at: day(1) });
  addWarehouse(store, south, 'BER01', 'Berlin', day(1));
  const bin = { id: 50, label: 'S-01', kind: 'shelf', max_weight_kg: 100, active: true, created_at: day(2) };
  south.bins.set(50, { warehouse: 'BER01', value: bin });
  addProduct(store, south, 'GLASS-10', 'Glass', 12.5, day(2), 50);
  addOrder(store, south, { id: seededIds.southOrder, supplier_id: 50, warehouse_code: 'BER01', status: 'open' }, day(3));
  south.users.set(seededIds.southUser, {
    id: seededIds.southUser,
    email: 'bob@south.example',
    name: 'Bob',
    role: 'admin',
    created_at: day(1),
  });
  const input = { kind: 'orders', format: 'csv' } as const;
  south.reports.set(seededIds.southReport, { id: seededIds.southReport, input, started: 0, created_at: day(9) });
}

export function createStore(): Store {
  const store = new Store();
  seedNorth(store);
  seedSouth(store);
  return store;
}
