// Adds as much as there may be in all, once something was added: where what is added counts together, that is too much. Then two requests at once add
// what is left.
import { isObject, isTextOrNumber, pointerTo, tokensOf, valueAt } from '../../../inference/pointers.ts';
import { expectedOf, mostInAll, names, quoted, type Said } from '../../../inference/prose/index.ts';
import { isSuccess } from '../thing.ts';
import { AGAIN } from './again.ts';
import type { Look, Place } from './place.ts';
import type { Adding } from './series.ts';
import type { Amount } from './varied.ts';

/** How much there may be in all, and where the thing shows it. */
interface Cap {
  readonly amount: Amount;
  /** JSON pointer into the thing. */
  readonly at: string;
  readonly most: number;
  readonly said: Said;
}

/** A cap beyond which a second addition was refused. */
export interface Capped extends Cap {
  readonly status: number;
}

/** The most amounts of one request that are tried. */
const MOST_AMOUNTS = 3;

/** @throws {SequenceFault} where an addition succeeds that brings all of them above what there may be, which stays as it was. */
export async function moreInAll(adding: Adding): Promise<Capped | undefined> {
  const { place, varying, looked } = adding.series;
  for (const cap of capsOf(adding).slice(0, MOST_AMOUNTS)) {
    const { amount, most } = cap;
    const input = varying.withAmount(varying.varied(place.base, 'same', FAR), amount, most);
    if (valueAt(input, amount.at) !== most) continue;
    const exchange = await adding.send(input, 'as much as there may be in all', AGAIN);
    if (exchange === undefined) return undefined;
    looked(AGAIN, place.inside.operation);
    if (!isSuccess(exchange)) return { ...cap, status: exchange.response.status };
    // What falls with each addition says what is left, and not what there may be in all.
    if (numberAt(adding.now.thing, cap.at) === most) fault(place, cap, exchange);
  }
  return undefined;
}

/** Two requests at once, each of which adds what is left. `isNew`: nothing but the base of the place was added before. */
export async function atOnceInAll(place: Place, adding: Adding, { amount, at, said, status }: Capped, isNew: boolean): Promise<void> {
  const { varying, looked } = adding.series;
  const { operation } = place.inside;
  const most = numberAt(adding.now.thing, at);
  const taken = takenIn(adding.now, amount) ?? (isNew ? valueAt(place.base, amount.at) : undefined);
  if (most === undefined || typeof taken !== 'number' || most <= taken) return;
  const left = most - taken;
  const inputs = [FAR, FAR + 1].map((count) => varying.withAmount(varying.varied(place.base, 'same', count), amount, left));
  if (!inputs.every((input) => valueAt(input, amount.at) === left)) return;
  const sent = await Promise.all(inputs.map((input) => place.send(place.tagged(input, adding.now), 'all that is left, at once', AGAIN)));
  looked(AGAIN, operation);
  const [one, other] = sent.filter((exchange) => exchange !== undefined && isSuccess(exchange));
  const after = other === undefined ? undefined : await place.look();
  if (one === undefined || other === undefined || after === undefined || numberAt(after.thing, at) !== most) return;
  const message = `Two requests at once have both added \`${amount.name}\` ${left}, which is all that was left of ${most}; one after the other, what is too much is refused with ${status}.`;
  place.lab.fault(AGAIN, message, `one success, as the document says: ${quoted(said)}`, other);
}

/** What was added so far, where the thing shows it; `undefined` where it does not. */
function takenIn({ items = [] }: Look, { name, at }: Amount): number | undefined {
  if (tokensOf(at).length > 2) return undefined;
  const amounts = items.map((item) => (isObject(item) ? item[name] : undefined)).filter((value) => typeof value === 'number');
  return items.length === 0 || amounts.length < items.length ? undefined : amounts.reduce((sum, value) => sum + value, 0);
}

function fault(place: Place, { amount, at, most, said }: Cap, exchange: Parameters<typeof place.lab.fault>[3]): never {
  const where = tokensOf(at).join('.');
  const message = `${place.inside.operation.id} has accepted \`${amount.name}\` ${most} after ${amount.value}, where \`${where}\` is ${most}.`;
  return place.lab.fault(AGAIN, message, `${expectedOf(said)}, as the document says: ${quoted(said)}`, exchange);
}

/** The number of an addition far from those before. */
const FAR = 40;

function capsOf({ series: { place, varying, service }, now }: Adding): readonly Cap[] {
  const { inside, base } = place;
  if (inside.operation.method !== 'POST') return [];
  return mostInAll(service, inside.operation).flatMap((said) =>
    varying.amountsIn(base).flatMap((amount): readonly Cap[] => {
      if (amount.value <= 0 || amount.decimals !== undefined) return [];
      const own = itemLike(amount, base, now.thing);
      const found = own === undefined ? namedIn(said, now.thing, inside.holder.shape.properties.keys()) : [own];
      return found.flatMap((at) => {
        const most = numberAt(now.thing, at);
        // What the request itself has set is as much as it has sent.
        return most === undefined || most <= amount.value ? [] : [{ amount, at, most, said }];
      });
    }),
  );
}

/** The same number of an item of the thing that has the key of the item in the body: the `quantity` of the order's line with the same `sku`. */
function itemLike({ at, name }: Amount, base: object, thing: object): string | undefined {
  const [, list = '', index, member, ...more] = tokensOf(at);
  if (member !== name || more.length > 0 || index === undefined || !/^\d+$/.test(index)) return undefined;
  const sent = valueAt(base, pointerTo('body', list, index));
  const items = valueAt(thing, pointerTo(list));
  if (!isObject(sent) || !Array.isArray(items)) return undefined;
  const keys = Object.entries(sent).filter(([key, value]) => key !== name && isTextOrNumber(value));
  const found = items.findIndex((item) => isObject(item) && keys.length > 0 && keys.every(([key, value]) => item[key] === value));
  return found < 0 ? undefined : pointerTo(list, String(found), name);
}

/** The numbers of the thing that a sentence names. */
function namedIn({ text }: Said, thing: object, members: Iterable<string>): readonly string[] {
  return [...members]
    .filter((name) => names(text, name))
    .map((name) => pointerTo(name))
    .filter((at) => numberAt(thing, at) !== undefined);
}

function numberAt(thing: object, at: string): number | undefined {
  const value = valueAt(thing, at);
  return typeof value === 'number' ? value : undefined;
}
