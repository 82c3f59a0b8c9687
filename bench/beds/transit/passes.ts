// Fare products, and the passes that are sold of them.
import type { Reply } from '../http.ts';
import { without } from '../members.ts';
import type { Asked } from '../plain.ts';
import { paged } from './replies.ts';
import { broken, type Context, conflict, found, type Pass, type Product } from './store.ts';

const DAY = 86_400_000;

const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

function shown(product: Product, { network, isOperator }: Context, has: Context['has']): unknown {
  const sold = [...network.passes.values()].filter(({ productId }) => productId === product.id);
  const counted = has('refunded-passes-counted') ? sold : sold.filter(({ state }) => state !== 'refunded');
  const whole = { ...product, soldCount: counted.length };
  return isOperator ? whole : without(whole, 'settlementCents');
}

export function listProducts(asked: Asked, context: Context): Reply {
  const { network, has } = context;
  const { zone } = asked.query;
  const isIn = (zones: readonly number[]): boolean =>
    typeof zone !== 'number' || (has('first-zone-only') ? zones[0] === zone : zones.includes(zone));
  const products = [...network.products.values()].filter(({ zones }) => isIn(zones)).sort((a, b) => a.priceCents - b.priceCents);
  const viewer = has('settlement-in-list') ? { ...context, isOperator: true } : context;
  return paged(
    asked,
    context,
    products.map((product) => shown(product, viewer, has)),
  );
}

export function createProduct({ body }: Asked, context: Context): Reply {
  const { network, maker, has } = context;
  const { name, days, priceCents, settlementCents, zones, concession = null } = body as unknown as Product;
  if (settlementCents > priceCents) throw broken('/settlementCents', 'must not be above priceCents');
  const product: Product = { id: maker.id('FP'), name, days, priceCents, settlementCents, zones, concession };
  network.products.set(product.id, product);
  return { status: 201, body: shown(product, context, has), headers: { location: `/fare-products/${product.id}` } };
}

export const getProduct = ({ path }: Asked, context: Context): Reply => ({
  status: 200,
  body: shown(found(context.network.products, path.productId, 'fare product'), context, context.has),
});

export function listPasses(asked: Asked, context: Context): Reply {
  const { state, productId } = asked.query;
  const passes = [...context.network.passes.values()]
    .filter((pass) => state === undefined || pass.state === state)
    .filter((pass) => productId === undefined || pass.productId === productId)
    .reverse();
  return paged(asked, context, passes, context.has('count-of-page') ? (body) => body.length : undefined);
}

export function buyPass({ body }: Asked, { network, maker }: Context): Reply {
  const { productId, holder, startsOn, reference = null } = body as unknown as Pass;
  const product = network.products.get(productId);
  if (product === undefined) throw broken('/productId', 'must be a fare product of the network');
  if (startsOn > '9000-01-01') throw broken('/startsOn', 'must not be after 9000-01-01');
  const isTaken = reference !== null && [...network.passes.values()].some((pass) => pass.reference === reference);
  if (isTaken) throw conflict('Another pass has this reference.');
  const pass: Pass = {
    id: maker.id('PS'),
    productId,
    holder: { name: holder.name, email: holder.email ?? null },
    reference,
    startsOn,
    endsOn: dayAfter(startsOn, product.days - 1),
    state: 'issued',
    pricePaidCents: product.priceCents,
    refundCents: null,
    suspensions: 0,
    soldAt: maker.clock.now(),
    activatedAt: null,
  };
  network.passes.set(pass.id, pass);
  return { status: 201, body: pass, headers: { location: `/passes/${pass.id}` } };
}

const passOf = ({ path }: Asked, { network }: Context): Pass => found(network.passes, path.passId, 'pass');

export const getPass = (asked: Asked, context: Context): Reply => ({ status: 200, body: passOf(asked, context) });

function changed({ network }: Context, pass: Pass, changes: Partial<Pass>): Reply {
  const body = { ...pass, ...changes };
  network.passes.set(pass.id, body);
  return { status: 200, body };
}

export function activatePass(asked: Asked, context: Context): Reply {
  const pass = passOf(asked, context);
  const isFine = pass.state === 'issued' || (context.has('activated-twice') && pass.state === 'active');
  if (!isFine) throw conflict('Only an issued pass can be activated.');
  return changed(context, pass, { state: 'active', activatedAt: context.maker.clock.now() });
}

export function suspendPass(asked: Asked, context: Context): Reply {
  const pass = passOf(asked, context);
  if (pass.state !== 'active') throw conflict('Only an active pass can be suspended.');
  if (pass.suspensions >= (context.has('third-suspension') ? 3 : 2)) throw conflict('The pass was suspended twice already.');
  const endsOn = dayAfter(pass.endsOn, Number(asked.body.days));
  return changed(context, pass, { state: 'suspended', suspensions: pass.suspensions + 1, endsOn });
}

export function resumePass(asked: Asked, context: Context): Reply {
  const pass = passOf(asked, context);
  if (pass.state !== 'suspended') throw conflict('Only a suspended pass can be resumed.');
  return changed(context, pass, { state: 'active' });
}

function refundOf(pass: Pass, on: string, { network, has }: Context): number {
  if (pass.state === 'issued') return pass.pricePaidCents;
  if (on < pass.startsOn || on > pass.endsOn) throw broken('/on', 'must be a day from startsOn to endsOn');
  const { days } = found(network.products, pass.productId, 'fare product');
  const left = (Date.parse(pass.endsOn) - Date.parse(on)) / DAY + (has('refund-day-lost') ? 0 : 1);
  return Math.floor((pass.pricePaidCents * Math.min(left, days)) / days);
}

export function refundPass(asked: Asked, context: Context): Reply {
  const pass = passOf(asked, context);
  if (pass.state === 'suspended' || pass.state === 'refunded') throw conflict('Only an issued or active pass can be refunded.');
  const refundCents = refundOf(pass, String(asked.body.on), context);
  const reply = changed(context, pass, { state: 'refunded', refundCents });
  if (!context.has('refund-as-text')) return reply;
  return { ...reply, body: { ...pass, state: 'refunded', refundCents: String(refundCents) } };
}
