// What the hubs have when the service starts.
import type { Clock } from '../clock.ts';
import type { Hub, HubName, OrderState } from './things.ts';

const address = { street: 'Am Bach 2', postal_code: '71034', city: 'Böblingen', country: 'DE' };

function addGrower({ next, clock }: Seeding, hub: Hub, name: string, code: string, practices: readonly string[]): number {
  const id = next('grower');
  const email = `hof@${code.toLowerCase()}.example`;
  const more = { phone: null, website: null, certified_since: null, created_at: clock.now() };
  hub.growers.set(id, { id, name, code, email, practices, address, ...more });
  return id;
}

interface Goods {
  readonly name: string;
  readonly sku: string;
  readonly unit: string;
  readonly category: string;
  readonly active?: boolean;
}

function addProduct({ next, clock }: Seeding, hub: Hub, grower_id: number, goods: Goods): number {
  const id = next('product');
  const now = clock.now();
  const usual = { vat_percent: 7, min_order_quantity: 1, allergens: [], storage: null, description: null, active: true };
  hub.products.set(id, { ...usual, ...goods, id, grower_id, created_at: now, updated_at: now });
  return id;
}

function addLot({ next, clock }: Seeding, hub: Hub, product_id: number, code: string, quantity: number, best_before: string): void {
  const id = next('lot');
  const more = { harvested_on: '2026-04-01', samples: [], notes: null, created_at: clock.now() };
  hub.lots.set(id, { id, product_id, code, quantity, remaining: quantity, best_before, ...more });
}

function addPrices({ next, clock }: Seeding, hub: Hub, name: string, prices: readonly (readonly [number, number])[]): number {
  const id = next('price list');
  const more = { currency: 'EUR', valid_from: '2026-01-01', valid_until: null, created_at: clock.now() };
  hub.priceLists.set(id, { id, name, prices: new Map(prices), ...more });
  return id;
}

function addCustomer({ next, clock }: Seeding, hub: Hub, name: string, price_list_id: number, discount_percent: number): number {
  const id = next('customer');
  const more = { email: 'kueche@krone.example', delivery_days: ['tue', 'fri'], contacts: [], created_at: clock.now() };
  hub.customers.set(id, { id, name, price_list_id, discount_percent, credit_limit_cents: null, ...more });
  return id;
}

function addOrder({ next, clock }: Seeding, hub: Hub, customer_id: number, product_id: number, quantity: number, state: OrderState): void {
  const id = next('order');
  const { name = '' } = hub.products.get(product_id) ?? {};
  const { price_list_id = 0 } = hub.customers.get(customer_id) ?? {};
  const unit_price_cents = hub.priceLists.get(price_list_id)?.prices.get(product_id) ?? 0;
  const line = { product_id, product_name: name, quantity, unit_price_cents, delivered: 0 };
  const created_at = clock.now();
  const confirmed_at = state === 'draft' ? null : clock.now();
  const more = { delivery_on: '2026-04-17', reference: null, deliveries: [], created_at, confirmed_at };
  hub.orders.set(id, { id, customer_id, lines: [line], state, ...more });
}

interface Seeding {
  readonly next: (kind: string) => number;
  readonly clock: Clock;
}

export function seed({ birch, quarry }: Readonly<Record<HubName, Hub>>, seeding: Seeding): void {
  const lindenhof = addGrower(seeding, birch, 'Lindenhof', 'LHF-01', ['organic']);
  const ufer = addGrower(seeding, birch, 'Ufer & Söhne', 'UFE-07', ['conventional', 'hydroponic']);
  const carrots = addProduct(seeding, birch, lindenhof, { name: 'Carrots', sku: 'carrots', unit: 'kg', category: 'vegetable' });
  const honey = addProduct(seeding, birch, ufer, { name: 'Lime blossom honey', sku: 'honey-lime', unit: 'piece', category: 'honey' });
  addProduct(seeding, birch, ufer, { name: 'Goose eggs', sku: 'eggs-goose', unit: 'piece', category: 'eggs', active: false });
  addLot(seeding, birch, carrots, 'L260401', 80, '2026-05-20');
  addLot(seeding, birch, carrots, 'L260402', 40.5, '2026-04-30');
  addLot(seeding, birch, honey, 'L250901', 60, '2027-09-01');
  const shops = addPrices(seeding, birch, 'Shops', [
    [carrots, 145],
    [honey, 695],
  ]);
  const krone = addCustomer(seeding, birch, 'Gasthaus Krone', shops, 5);
  addOrder(seeding, birch, krone, carrots, 10, 'draft');
  addOrder(seeding, birch, krone, honey, 6, 'confirmed');

  const steinbruch = addGrower(seeding, quarry, 'Hof am Steinbruch', 'LHF-01', ['biodynamic']);
  const apples = addProduct(seeding, quarry, steinbruch, { name: 'Apples', sku: 'apples', unit: 'crate', category: 'fruit' });
  addLot(seeding, quarry, apples, 'L260401', 30, '2026-06-15');
  const kitchens = addPrices(seeding, quarry, 'Kitchens', [[apples, 1850]]);
  const canteen = addCustomer(seeding, quarry, 'Kantine Nord', kitchens, 0);
  addOrder(seeding, quarry, canteen, apples, 3, 'draft');
}
