// Adds as much as there may be in all, once something was added: where what is added counts together, that is too much.
import { isObject, isTextOrNumber, pointerTo, tokensOf, valueAt } from '../../../inference/pointers.ts';
import { expectedOf, mostInAll, names, quoted, type Said } from '../../../inference/prose/index.ts';
import { amountOf } from '../../../inference/stated/lists.ts';
import { isSuccess } from '../thing.ts';
import { AGAIN } from './again.ts';
import type { Place } from './place.ts';
import type { Adding } from './series.ts';
import type { Amount } from './varied.ts';

/** How much there may be in all, and where the thing shows it. */
export interface Cap {
  readonly amount: Amount;
  /** JSON pointer into the thing. */
  readonly at: string;
  readonly most: number;
  readonly said: Said;
}

/** The most amounts of one request that are tried. */
const MOST_AMOUNTS = 3;

/** @throws {SequenceFault} where an addition succeeds that brings all of them above what there may be, which stays as it was. */
export async function moreInAll(adding: Adding): Promise<void> {
  const { place, varying, looked } = adding.series;
  for (const cap of capsOf(adding)
    .filter(({ said }) => said.refusal !== undefined)
    .slice(0, MOST_AMOUNTS)) {
    const { amount, most } = cap;
    const input = varying.withAmount(varying.varied(place.base, 'same', FAR), amount, most);
    if (amountOf(valueAt(input, amount.at)) !== most) continue;
    const exchange = await adding.send(input, 'as much as there may be in all', AGAIN);
    if (exchange === undefined) return;
    looked(AGAIN, place.inside.operation);
    if (!isSuccess(exchange)) return;
    // What falls with each addition says what is left, and not what there may be in all.
    if (amountOf(valueAt(adding.now.thing, cap.at)) === most) fault(place, cap, exchange);
  }
}

function fault(place: Place, { amount, at, most, said }: Cap, exchange: Parameters<typeof place.lab.fault>[3]): never {
  const where = tokensOf(at).join('.');
  const message = `${place.inside.operation.id} has accepted \`${amount.name}\` ${most} after ${amount.value}, where \`${where}\` is ${most}.`;
  return place.lab.fault(AGAIN, message, `${expectedOf(said)}, as the document says: ${quoted(said)}`, exchange);
}

/** The number of an addition far from those before. */
const FAR = 40;

/** The numbers of the thing that sentences compare all additions with. */
export function capsOf({ series: { place, varying, service }, now }: Adding): readonly Cap[] {
  const { inside, base } = place;
  if (inside.operation.method !== 'POST') return [];
  return mostInAll(service, inside.operation).flatMap((said) =>
    varying.amountsIn(base).flatMap((amount): readonly Cap[] => {
      if (amount.value <= 0) return [];
      const own = itemLike(amount, base, now.thing);
      const found = own === undefined ? namedIn(said, now.thing, inside.holder.shape.properties.keys()) : [own];
      return found.flatMap((at) => {
        const most = amountOf(valueAt(now.thing, at));
        // What the request itself has set is as much as it has sent.
        // An amount that is a text is likely to be money, of which a balance tells what is left.
        const isBound = amount.decimals === undefined || BOUND.test(at);
        return most === undefined || most <= amount.value || !isBound ? [] : [{ amount, at, most, said }];
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

/** Names of numbers that bound others, and do not fall with them. */
const BOUND = /limit|ceiling|cap\b|quota|max|budget|allowance/i;

/** The numbers of the thing that a sentence names. */
function namedIn({ text }: Said, thing: object, members: Iterable<string>): readonly string[] {
  return [...members]
    .filter((name) => names(text, name))
    .map((name) => pointerTo(name))
    .filter((at) => amountOf(valueAt(thing, at)) !== undefined);
}

export function numberAt(thing: object, at: string): number | undefined {
  const value = valueAt(thing, at);
  return typeof value === 'number' ? value : undefined;
}
