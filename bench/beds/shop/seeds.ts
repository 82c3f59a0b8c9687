// What the shops have from the start.
import { emptyShop, type Shop, type Store } from './store.ts';
import type { Cart, Category, Customer, Discount, Line, Order, Product, Variant } from './things.ts';

const idOf = (number: number): string => String(100_000_000_000_000_000n + BigInt(number));

/** A thing without what its kind seldom has. */
function category(shop: Shop, number: number, fields: Pick<Category, 'name' | 'slug' | 'position'> & Partial<Category>): void {
  const id = idOf(number);
  shop.categories.set(id, { parentId: null, ...fields, id, createdAt: shop.clock.now() });
}

const variant = (sku: string, name: string, price: number, stock: number, more: Partial<Variant> = {}): Variant => ({
  sku,
  name,
  price,
  stock,
  compareAtPrice: null,
  costPrice: null,
  weightGrams: null,
  barcode: null,
  ...more,
});

function product(shop: Shop, number: number, title: string, variants: readonly Variant[], fields: Partial<Product> = {}): void {
  const id = idOf(number);
  const createdAt = shop.clock.now();
  shop.products.set(id, {
    title,
    description: null,
    status: 'active',
    categoryId: null,
    tags: [],
    images: [],
    taxClass: 'standard',
    releaseDate: null,
    attributes: {},
    ...fields,
    variants,
    id,
    createdAt,
    updatedAt: createdAt,
  });
}

function customer(shop: Shop, number: number, fields: Pick<Customer, 'email' | 'firstName' | 'lastName'> & Partial<Customer>): void {
  const id = idOf(number);
  shop.customers.set(id, { phone: null, birthday: null, marketing: false, addresses: [], ...fields, id, createdAt: shop.clock.now() });
}

function discount(shop: Shop, code: string, fields: Partial<Discount> = {}): void {
  const usual = { percentOff: 10, minimumSubtotal: 0, startsAt: '2020-01-01T00:00:00.000Z', endsAt: null, usageLimit: null };
  shop.discounts.set(code, { ...usual, ...fields, code, createdAt: shop.clock.now() });
}

const ADDRESS = { line1: 'Hafenstraße 12', postalCode: '20457', city: 'Hamburg', country: 'DE' };

function order(shop: Shop, number: number, line: Omit<Line, 'lineTotal'>, fields: Partial<Order>): void {
  const total = line.quantity * line.unitPrice;
  const { sku, quantity } = line;
  const bill = { lines: [{ ...line, lineTotal: total }], subtotal: total, discountTotal: 0, total };
  const cartId = idOf(number - 50);
  cart(shop, number - 50, sku, quantity, { status: 'ordered', frozen: bill, customerId: fields.customerId ?? idOf(201) });
  shop.orders.set(idOf(number), {
    number: 1001 + shop.orders.size,
    status: 'placed',
    customerId: idOf(201),
    channel: 'web',
    paymentMethod: 'card',
    shippingAddress: ADDRESS,
    ...bill,
    discountCode: null,
    shipments: [],
    refunds: [],
    ...fields,
    id: idOf(number),
    cartId,
    placedAt: shop.clock.now(),
  });
}

const KNIFE = { productId: idOf(101), sku: 'KNIFE-20', title: "Chef's knife", unitPrice: 8900 };
const APRON = { productId: idOf(102), sku: 'APRON-M', title: 'Linen apron', unitPrice: 3900 };

function cart(shop: Shop, number: number, sku: string, quantity: number, fields: Partial<Cart> = {}): void {
  const id = idOf(number);
  const createdAt = shop.clock.now();
  const usual = { discountCode: null, giftWrap: false, note: null, status: 'open', frozen: null } as const;
  shop.carts.set(id, { id, customerId: idOf(201), lines: [{ sku, quantity }], ...usual, ...fields, createdAt });
}

function sendAll(shop: Shop, number: number, shipmentNumber: number): void {
  const known = shop.orders.get(idOf(number));
  if (known === undefined) return;
  const lines = known.lines.map(({ sku, quantity }) => ({ sku, quantity }));
  const shipment = { id: idOf(shipmentNumber), carrier: 'parcel', trackingNumber: 'TR00340434161001', lines, createdAt: shop.clock.now() };
  shop.orders.set(known.id, { ...known, status: 'shipped', shipments: [shipment] });
}

function fillWillow(shop: Shop): void {
  category(shop, 11, { name: 'Kitchen', slug: 'kitchen', position: 1 });
  category(shop, 12, { name: 'Knives', slug: 'knives', position: 1, parentId: idOf(11) });
  category(shop, 13, { name: 'Garden', slug: 'garden', position: 2 });
  const steel = { categoryId: idOf(12), tags: ['steel', 'sharp'], description: 'Forged in one piece.' };
  product(
    shop,
    101,
    "Chef's knife",
    [
      variant('KNIFE-20', '20 cm', 8900, 40, { costPrice: 4100, weightGrams: 210 }),
      variant('KNIFE-24', '24 cm', 9900, 15, { costPrice: 4600, weightGrams: 255.5 }),
    ],
    steel,
  );
  const aprons = [variant('APRON-S', 'Small', 3900, 0), variant('APRON-M', 'Medium', 3900, 60, { compareAtPrice: 4900 })];
  product(shop, 102, 'Linen apron', aprons, { categoryId: idOf(11), tags: ['linen'] });
  product(shop, 103, 'Oak board', [variant('BOARD', 'One size', 5400, 8)], { status: 'draft', categoryId: idOf(11) });
  product(shop, 104, 'Enamel mug', [variant('MUG-RED', 'Red', 1200, 0)], { status: 'archived', tags: ['enamel'] });
  customer(shop, 201, { email: 'noor@example.net', firstName: 'Noor', lastName: 'Haddad', addresses: [{ ...ADDRESS, kind: 'shipping' }] });
  customer(shop, 202, { email: 'paul.berg@example.net', firstName: 'Paul', lastName: 'Berg', marketing: true });
  discount(shop, 'WELCOME10');
  discount(shop, 'AUTUMN20', { percentOff: 20, endsAt: '2020-12-01T00:00:00.000Z' });
  cart(shop, 301, 'APRON-M', 1);
  order(shop, 401, { ...KNIFE, quantity: 2 }, {});
  order(shop, 402, { ...APRON, quantity: 1 }, { customerId: idOf(202), channel: 'phone' });
  sendAll(shop, 402, 501);
  const review = { productId: idOf(101), customerId: idOf(201), rating: 5, headline: 'A joy', text: 'Holds its edge.', verified: true };
  shop.reviews.set(idOf(601), { id: idOf(601), ...review, createdAt: shop.clock.now() });
}

function fillMaple(shop: Shop): void {
  category(shop, 21, { name: 'Paper', slug: 'paper', position: 1 });
  product(shop, 121, 'Notebook', [variant('NOTE-A5', 'A5', 950, 200)], { categoryId: idOf(21) });
  customer(shop, 221, { email: 'lea@example.org', firstName: 'Lea', lastName: 'Winter' });
}

/** The shops with their first things. */
export function createStore(): Store {
  const store = { willow: emptyShop(), maple: emptyShop() };
  fillWillow(store.willow);
  fillMaple(store.maple);
  return store;
}
