// A shop of digital goods with licenses, as downloads.yaml says, with nothing wrong in it.
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

type Metadata = Readonly<Record<string, string>>;

interface Body {
  readonly name: string;
  readonly category: string;
  readonly unit_amount: number;
  readonly currency: string;
  readonly tax_percent?: number;
  readonly seats?: number;
  readonly active?: boolean;
  readonly metadata?: Metadata;
  readonly email: string;
  readonly lines: readonly { readonly product: string; readonly quantity?: number }[];
  readonly token: string;
  readonly device: string;
}

interface Product {
  readonly id: string;
  readonly name: string;
  readonly unit_amount: number;
  readonly currency: string;
  readonly category: string;
  readonly tax_percent: number;
  readonly seats: number;
  readonly active: boolean;
  readonly metadata: Metadata;
}

interface Line {
  readonly product: string;
  readonly quantity: number;
  readonly amount: number;
  readonly tax: number;
}

interface Order {
  readonly id: string;
  readonly email: string;
  readonly status: 'open' | 'paid' | 'refunded';
  readonly lines: readonly Line[];
  readonly licenses: readonly string[];
  readonly paid_at: number | null;
}

interface License {
  readonly id: string;
  readonly order: string;
  readonly product: string;
  readonly seats: number;
  readonly revoked: boolean;
}

interface Activation {
  readonly id: string;
  readonly license: string;
  readonly device: string;
}

class Shop {
  readonly products = new Map<string, Product>();
  readonly orders = new Map<string, Order>();
  readonly licenses = new Map<string, License>();
  readonly activations = new Map<string, Activation>();
  readonly answers = new Map<string, { readonly request: string; readonly answer: Response }>();
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication',
  402: 'card',
  404: 'not_found',
  409: 'conflict',
  422: 'unprocessable',
};
const seconds = (): number => Math.floor(Date.now() / 1000);
let last = 10_000_000;
/** Ids grow, so that one can be compared with a cursor. */
const idOf = (prefix: string): string => `${prefix}_${++last}${crypto.randomUUID().slice(0, 8)}`;
const slugOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
const shownProduct = (product: Product): object => ({ ...product, slug: slugOf(product.name) });
const data = (shown: object, status = 200): Response => Response.json({ data: shown }, { status });

/** Rounds half up. Percents are halves at most, so all numbers here are exact. */
const taxOf = (amount: number, percent: number): number => Math.floor((amount * percent * 2 + 100) / 200);

function found<Item>(items: ReadonlyMap<string, Item>, id: string | undefined): Item {
  const item = items.get(id ?? '');
  if (item === undefined) throw new Refusal(404, 'resource_missing', 'There is no such resource.');
  return item;
}

/** The newest first; a cursor is the id of the last item of the page before, which may be deleted by now. */
function page<Item extends { readonly id: string }>(
  all: ReadonlyMap<string, Item>,
  { limit = 10, cursor }: { limit?: number; cursor?: string },
  keeps: (item: Item) => boolean,
  show: (item: Item) => object,
): Response {
  if (cursor !== undefined && !/^(prod|ord|lic)_\d{8}[\da-f]{8}$/.test(cursor))
    throw new Refusal(400, 'cursor_invalid', 'The cursor is of no page.');
  const rest = [...all.values()].reverse().filter((item) => keeps(item) && (cursor === undefined || item.id < cursor));
  const items = rest.slice(0, limit);
  return Response.json({ data: items.map(show), next_cursor: rest.length > limit ? items.at(-1)?.id : null });
}

function lineOf({ product: id, quantity = 1 }: Body['lines'][number], { products }: Shop): Line & { readonly currency: string } {
  const product = products.get(id);
  if (product === undefined) throw new Refusal(422, 'product_missing', `There is no product ${id}.`);
  if (!product.active) throw new Refusal(422, 'product_inactive', `The product ${id} is not for sale.`);
  const { unit_amount, currency, tax_percent } = product;
  const amount = unit_amount * quantity;
  return { ...{ product: id, quantity, unit_amount, currency }, amount, tax: taxOf(amount, tax_percent) };
}

function rules(): Rules<Body> {
  const shops: Readonly<Record<string, Shop>> = { sk_meadow: new Shop(), sk_river: new Shop() };
  const shopOf = ({ caller }: Call<Body>): Shop => shops[caller.account] ?? new Shop();
  const refuse = (status: number, message: string, code = 'parameter_invalid'): Response =>
    Response.json({ error: { type: TYPES[status] ?? 'invalid_request', code, message } }, { status });

  const shownLicense = (license: License, { activations }: Shop): object => {
    const used = [...activations.values()].filter((one) => one.license === license.id);
    return { ...license, object: 'license', seats_used: used.length };
  };
  const keep = (order: Order, shop: Shop, status = 200): Response => {
    shop.orders.set(order.id, order);
    return data(order, status);
  };

  const pay = (order: Order, shop: Shop): Response => {
    const licenses = order.lines.flatMap(({ product, quantity }) =>
      Array.from({ length: quantity }, (): License => {
        const seats = shop.products.get(product)?.seats ?? 1;
        return { id: idOf('lic'), order: order.id, product, seats, revoked: false };
      }),
    );
    for (const license of licenses) shop.licenses.set(license.id, license);
    return keep({ ...order, status: 'paid', licenses: licenses.map(({ id }) => id), paid_at: seconds() }, shop);
  };

  const operations: Rules<Body>['operations'] = {
    products_list: (call) => {
      const { active, category } = call.query as { active?: boolean; category?: string };
      const keeps = (one: Product): boolean =>
        (active === undefined || one.active === active) && (category === undefined || one.category === category);
      return page(shopOf(call).products, call.query, keeps, shownProduct);
    },
    products_create: (call) => {
      const defaults = { id: idOf('prod'), object: 'product', tax_percent: 0, seats: 1, active: true, metadata: {}, created: seconds() };
      const product: Product = { ...defaults, ...call.body };
      shopOf(call).products.set(product.id, product);
      return data(shownProduct(product), 201);
    },
    products_retrieve: (call) => data(shownProduct(found(shopOf(call).products, call.path.product))),
    products_update: (call) => {
      const shop = shopOf(call);
      const before = found(shop.products, call.path.product);
      const { metadata: sent = {} } = call.body;
      const merged = Object.entries({ ...before.metadata, ...sent }).filter(([key]) => !(Object.hasOwn(sent, key) && sent[key] === ''));
      if (merged.length > 5) throw new Refusal(400, 'metadata_full', 'There are more than five keys.');
      const product = { ...before, ...call.body, metadata: Object.fromEntries(merged) };
      shop.products.set(product.id, product);
      return data(shownProduct(product));
    },
    products_delete: (call) => {
      const shop = shopOf(call);
      const { id } = found(shop.products, call.path.product);
      const isOrdered = [...shop.orders.values()].some(({ lines }) => lines.some(({ product }) => product === id));
      if (isOrdered) throw new Refusal(409, 'product_in_use', 'The product has been ordered.');
      shop.products.delete(id);
      return data({ id, object: 'product', deleted: true });
    },
    orders_list: (call) => {
      const { status, email } = call.query as { status?: string; email?: string };
      const keeps = (one: Order): boolean =>
        (status === undefined || one.status === status) && (email === undefined || one.email === email.toLowerCase());
      return page(shopOf(call).orders, call.query, keeps, (order) => order);
    },
    orders_create: (call) => {
      const shop = shopOf(call);
      const lines = call.body.lines.map((line) => lineOf(line, shop));
      const [currency, ...others] = new Set(lines.map((line) => line.currency));
      if (others.length > 0) throw new Refusal(422, 'mixed_currencies', 'The products have several currencies.');
      const order = {
        ...{ id: idOf('ord'), object: 'order', email: call.body.email.toLowerCase(), status: 'open' as const, currency },
        lines: lines.map(({ currency: _, ...line }) => line),
        total: lines.reduce((sum, { amount, tax }) => sum + amount + tax, 0),
        ...{ licenses: [], created: seconds(), paid_at: null },
      };
      return keep(order, shop, 201);
    },
    orders_retrieve: (call) => {
      const shop = shopOf(call);
      const order = found(shop.orders, call.path.order);
      const { expand = [] } = call.query as { expand?: readonly string[] };
      if (expand.length === 0) return data(order);
      return data({ ...order, licenses: order.licenses.map((id) => shownLicense(found(shop.licenses, id), shop)) });
    },
    orders_pay: (call) => {
      const shop = shopOf(call);
      const order = found(shop.orders, call.path.order);
      if (order.status !== 'open') throw new Refusal(409, 'order_not_open', `The order is ${order.status}.`);
      if (call.body.token === 'tok_declined') throw new Refusal(402, 'card_declined', 'The card was declined.');
      return pay(order, shop);
    },
    orders_refund: (call) => {
      const shop = shopOf(call);
      const order = found(shop.orders, call.path.order);
      if (order.status !== 'paid') throw new Refusal(409, 'order_not_paid', `The order is ${order.status}.`);
      for (const id of order.licenses) shop.licenses.set(id, { ...found(shop.licenses, id), revoked: true });
      return keep({ ...order, status: 'refunded' }, shop);
    },
    licenses_list: (call) => {
      const shop = shopOf(call);
      const { order } = call.query as { order?: string };
      const keeps = (one: License): boolean => order === undefined || one.order === order;
      return page(shop.licenses, call.query, keeps, (license) => shownLicense(license, shop));
    },
    activations_create: (call) => {
      const shop = shopOf(call);
      const { id: license, seats, revoked } = found(shop.licenses, call.path.license);
      const active = [...shop.activations.values()].filter((one) => one.license === license);
      const before = active.find(({ device }) => device === call.body.device);
      if (revoked) throw new Refusal(409, 'license_revoked', 'The license is revoked.');
      if (before !== undefined) return data(before);
      if (active.length >= seats) throw new Refusal(409, 'no_free_seat', 'All seats are taken.');
      const activation = { id: idOf('act'), object: 'activation', license, device: call.body.device, created: seconds() };
      shop.activations.set(activation.id, activation);
      return data(activation, 201);
    },
    activations_delete: (call) => {
      const shop = shopOf(call);
      const { id } = found(shop.licenses, call.path.license);
      const activation = found(shop.activations, call.path.activation);
      if (activation.license !== id) throw new Refusal(404, 'resource_missing', 'The license has no such activation.');
      shop.activations.delete(activation.id);
      return new Response(null, { status: 204 });
    },
  };

  return {
    base: '/v2',
    refuse,
    callerOf: (headers) => {
      const key = /^Bearer (sk_\w+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
      return Object.hasOwn(shops, key) ? { account: key, isLimited: false } : undefined;
    },
    operations,
    around: (call, operation, act) => {
      const key = call.headers.get('idempotency-key');
      const { answers } = shopOf(call);
      if (key === null) return act();
      const request = JSON.stringify([operation, call.path, call.body ?? null]);
      const before = answers.get(key);
      if (before !== undefined && before.request !== request) return refuse(409, 'The key was used before.', 'idempotency_key_reused');
      if (before !== undefined) return before.answer.clone();
      const answer = act();
      answers.set(key, { request, answer: answer.clone() });
      return answer;
    },
  };
}

export const CREDENTIALS = { given: { secretKey: 'sk_meadow' }, other: { secretKey: 'sk_river' } };

export const downloads = (): Promise<Handler> => answering('downloads', rules);
