// Two requests at once, each of which adds more than half of what is left: one of them succeeds. That a service compares amounts is known before: it
// has refused a little more than is left. Where nothing shows what is left, the same two are sent one after the other to another thing, and only a
// service that refuses the second of these has a fault.
import { isObject, pointerTo, tokensOf } from '../../../inference/pointers.ts';
import { quoted } from '../../../inference/prose/index.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { isSuccess } from '../thing.ts';
import { AGAIN } from './again.ts';
import { type Cap, capsOf, numberAt } from './in-all.ts';
import { type Look, Place } from './place.ts';
import type { Adding, Series } from './series.ts';
import { memberBy } from './sums.ts';
import type { Amount } from './varied.ts';

interface Limit extends Pick<Cap, 'amount' | 'at'>, Partial<Pick<Cap, 'said'>> {
  /** Whether the number is what is left, and not what there may be in all. */
  readonly isFalling: boolean;
}

/** The most numbers of one operation that two requests compete for. */
const MOST_LIMITS = 2;

/** Statuses that say that there is not so much. */
const REFUSED: ReadonlySet<number> = new Set([400, 409, 422]);

/** The numbers of additions far from those before. */
const FAR = [60, 61] as const;
const BEYOND = 62;

/** A new thing that something small was added to. */
type Begin = () => Promise<Input | undefined>;

/** @throws {SequenceFault} where two requests at once are granted what is refused otherwise. */
export async function tryAtOnce(adding: Adding, begin: Begin): Promise<void> {
  const { place } = adding.series;
  if (place.inside.operation.method !== 'POST') return;
  for (const limit of limitsOf(adding).slice(0, MOST_LIMITS)) {
    if (leftIn(adding.now, limit) === undefined) await onNewThings(adding.series, limit, begin);
    else await onKnownThing(adding, limit);
  }
}

/** The numbers that have fallen with each addition, and those that sentences compare all additions with. */
function limitsOf(adding: Adding): readonly Limit[] {
  const { place, varying } = adding.series;
  const amounts = varying.amountsIn(place.base);
  const falling = [...adding.movements.values()].flatMap((one): readonly Limit[] =>
    one.sign > 0
      ? []
      : amounts
          .filter(({ name }) => name === memberBy(one))
          .map((amount) => ({ amount, at: pointerTo(...one.member.split('/')), isFalling: true })),
  );
  const caps = capsOf(adding).map((one) => ({ ...one, isFalling: false }));
  return [...new Map([...caps, ...falling].map((one) => [`${one.amount.at} ${one.at}`, one])).values()];
}

/** What is left of a number, as the thing shows it; `undefined` where it does not. */
function leftIn({ thing, items = [] }: Look, { amount: { at: to, name }, at, isFalling }: Limit): number | undefined {
  const most = numberAt(thing, at);
  if (isFalling || most === undefined) return most;
  const amounts = items.map((item) => (isObject(item) ? item[name] : undefined)).filter((value) => typeof value === 'number');
  // What an addition has inside of a list counts for one item of the thing alone.
  if (tokensOf(to).length > 2 || items.length === 0 || amounts.length < items.length) return undefined;
  return amounts.reduce((left, value) => left - value, most);
}

/** A little more than is left is refused; then two at once add more than half of it each. */
async function onKnownThing(adding: Adding, limit: Limit): Promise<void> {
  const { place, looked } = adding.series;
  const left = leftIn(adding.now, limit) ?? 0;
  const step = adding.series.varying.stepOf(limit.amount);
  const more = inputOf(place, adding.series, adding.now, { limit, value: left + step, count: BEYOND });
  const beyond = left < 2 * step || more === undefined ? undefined : await place.send(more, 'a little more than is left', AGAIN);
  if (beyond === undefined) return;
  const both = REFUSED.has(beyond.response.status) ? await sentAtOnce(place, adding.series, limit, left) : undefined;
  if (both !== undefined) looked(AGAIN, place.inside.operation);
  if (both?.every(isSuccess) === true)
    faultOf(place, limit, both[1], `${left + step} in one request is refused with ${beyond.response.status}`);
  await adding.refresh();
}

async function onNewThings(series: Series, limit: Limit, begin: Begin): Promise<void> {
  const racing = await placeOf(series, begin);
  const both = racing && (await sentAtOnce(racing, series, limit));
  if (racing === undefined || both === undefined) return;
  series.looked(AGAIN, series.place.inside.operation);
  const calm = both.every(isSuccess) ? await placeOf(series, begin) : undefined;
  const second = calm && (await secondInTurn(calm, series, limit));
  if (second === undefined || !REFUSED.has(second.response.status)) return;
  faultOf(racing, limit, both[1], `one after the other, the second is refused with ${second.response.status}`);
}

function faultOf(place: Place, { amount, at, said }: Limit, by: Answered, otherwise: string): never {
  const what = `\`${amount.name}\` beyond \`${tokensOf(at).join('.')}\``;
  const message = `Two requests at once have both succeeded, which have added ${what} together; ${otherwise}.`;
  const why = said === undefined ? '' : `, as the document says: ${quoted(said)}`;
  return place.lab.fault(AGAIN, message, `one success${why}`, by);
}

async function placeOf({ equipment, place }: Series, begin: Begin): Promise<Place | undefined> {
  const base = await begin();
  return base && new Place(equipment, place.inside, base);
}

interface Wanted {
  readonly limit: Limit;
  readonly value: number;
  readonly count: number;
}

/** An addition of so much, with the least of all else; `undefined` where the document does not allow it. */
function inputOf(place: Place, { varying }: Series, now: Look, { limit: { amount }, value, count }: Wanted): Input | undefined {
  const least = alone(varying.varied(place.base, 'same', count), amount, varying);
  const input = place.tagged(varying.withAmount(least, amount, value), now);
  const isMeant = varying.amountsIn(input).some((one) => one.at === amount.at && Math.abs(one.value - value) < varying.stepOf(amount) / 2);
  return isMeant ? input : undefined;
}

/** The input with the least amounts beside one. */
function alone(input: Input, { at }: Amount, varying: Series['varying']): Input {
  return varying
    .amountsIn(input)
    .filter((one) => one.at !== at)
    .reduce((whole, one) => varying.withAmount(whole, one, 0), input);
}

/** Two additions that are too much together; `undefined` where the thing does not have enough for one. `left`: what is left, where it is known. */
async function pairOn(place: Place, series: Series, limit: Limit, left?: number): Promise<readonly [Input, Input] | undefined> {
  const now = await place.look();
  const most = left ?? (now && numberAt(now.thing, limit.at));
  if (now === undefined || most === undefined) return undefined;
  const step = series.varying.stepOf(limit.amount);
  const value = Math.floor(most / 2 / step) * step + step;
  const [one, other] = FAR.map((count) => inputOf(place, series, now, { limit, value, count }));
  return value > most || one === undefined || other === undefined ? undefined : [one, other];
}

async function sentAtOnce(place: Place, series: Series, limit: Limit, left?: number): Promise<readonly [Answered, Answered] | undefined> {
  const pair = await pairOn(place, series, limit, left);
  const [one, other] = pair === undefined ? [] : await Promise.all(pair.map((input) => place.send(input, 'at once', AGAIN)));
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** The answer to the second of two such additions, where the first one succeeds. */
async function secondInTurn(place: Place, series: Series, limit: Limit): Promise<Answered | undefined> {
  const pair = await pairOn(place, series, limit);
  const first = pair && (await place.send(pair[0], 'one of two', AGAIN));
  if (pair === undefined || first === undefined || !isSuccess(first)) return undefined;
  const now = await place.look();
  return now && place.send(place.tagged(pair[1], now), 'the other of two', AGAIN);
}
