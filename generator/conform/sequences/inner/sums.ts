// `inner-sums`: numbers of a thing that move by what is added inside of it go on to do so. Which ones these are shows the first addition.
import type { Inside } from '../../../inference/inner/index.ts';
import { isObject } from '../../../inference/pointers.ts';
import { memberSentences, wordsOf } from '../../../inference/prose/index.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Members } from '../rules/seen.ts';
import type { Wrong } from './items.ts';
import type { Look } from './place.ts';

/** How a number of the thing moves with each addition. */
export interface Movement {
  /** The member of the thing: `balance`, `totals/net`. */
  readonly member: string;
  /** The members of what is added that it may move by, each time multiplied with each other; empty for a count. */
  readonly ways: readonly Factors[];
  readonly sign: 1 | -1;
}

/** `[price]`, or `[price, quantity]`. */
type Factors = readonly string[];

/** The one member of what is added that a number moves by; absent where it is not known, or where it is a count. */
export function memberBy({ ways }: Movement): string | undefined {
  const alone = ways.filter((one) => one.length === 1);
  return alone.length === 1 ? alone[0]?.[0] : undefined;
}

/** Words of numbers that add up, and of those that are no sum of what is added. */
const SUMMING = new Set(
  `sum total totals paid balance due open outstanding remain remains remaining rest left available spent received collected credit credits credited debit
  refund refunded repaid dispensed committed awarded used taken booked reserved billed owed owing invoiced stock quantity qty hours minutes points
  unpaid uncredited payable repayable refundable receivable redeemable spendable withdrawable billable consumed logged delivered shipped raised pledged donated granted allocated`.split(
    /\s+/,
  ),
);
const OTHERS =
  /\b(?:last|latest|current|recent|newest|highest|lowest|max\w*|min\w*|best|largest|smallest|average|avg|mean|median|next|previous|first|rate|percent\w*|limit|ever|version|revision|each|per)\b/i;

/** How far two amounts may be apart by rounding. */
export const NEAR = 0.0051;

/** The numbers of a thing by their names, those of an object in it too; amounts that are written as texts count as numbers. */
export function numbersIn(thing: Members, above = ''): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [name, value] of Object.entries(thing)) {
    if (typeof value === 'number') found.set(above + name, value);
    else if (typeof value === 'string' && /^-?\d+\.\d+$/.test(value)) found.set(above + name, Number(value));
    else if (isObject(value) && above === '') for (const [inner, number] of numbersIn(value, `${name}/`)) found.set(inner, number);
  }
  return found;
}

/** The movements that an addition shows. `sent`: the amounts that it has sent. */
export function movementsIn({ holder }: Inside, before: Members, after: Members, sent: ReadonlyMap<string, number>): readonly Movement[] {
  const had = numbersIn(before);
  return [...numbersIn(after)].flatMap(([member, value]): readonly Movement[] => {
    const difference = value - (had.get(member) ?? Number.NaN);
    const about = aboutOf(holder.shape.properties.get(member) ?? [], member);
    if (Number.isNaN(difference) || difference === 0) return [];
    const ways = waysTo(Math.abs(difference), sent.keys(), (factors) => productOf(sent, factors));
    const sign = difference > 0 ? 1 : -1;
    if (ways.length > 0 && about === 'sum') return [{ member, ways, sign }];
    return Math.abs(difference) === 1 && about === 'count' ? [{ member, ways: [[]], sign }] : [];
  });
}

/** The numbers that are the sum of an amount of all items, as a thing shows them. */
export function sumsIn(
  { holder }: Inside,
  { thing, items = [] }: Pick<Look, 'thing' | 'items'>,
  amounts: Iterable<string>,
): readonly Movement[] {
  const shown = items.map((item) => (isObject(item) ? numbersIn(item) : new Map<string, number>()));
  const sumOf = (factors: Factors): number => shown.reduce((sum, one) => sum + (productOf(one, factors) ?? Number.NaN), 0);
  const asked = new Set(amounts);
  const all = new Set([...asked, ...shown.flatMap((one) => [...one.keys()])]);
  return [...numbersIn(thing)].flatMap(([member, value]): readonly Movement[] => {
    const isSum = items.length > 0 && aboutOf(holder.shape.properties.get(member) ?? [], member) === 'sum';
    // A number that the service has given may be 1 too, and what makes the sum.
    const ways = isSum ? waysTo(value, value === 1 ? all : asked, sumOf).filter(([first = '']) => asked.has(first)) : [];
    return ways.length === 0 ? [] : [{ member, ways, sign: 1 }];
  });
}

/** The most amounts that may be 1 beside the one that a number moves by. */
const MOST_ONES = 3;

/** The amounts that come to a number, each alone, and with others that change nothing so far: those of 1 may be multiplied with it. */
function waysTo(number: number, names: Iterable<string>, product: (factors: Factors) => number | undefined): readonly Factors[] {
  const all = [...names];
  const comesTo = (factors: Factors): boolean => number !== 0 && Math.abs((product(factors) ?? Number.NaN) - number) < NEAR;
  return all
    .filter((one) => comesTo([one]))
    .flatMap((one) => {
      const others = all.filter((other) => other !== one && comesTo([one, other]));
      return others.length > MOST_ONES ? [] : partsOf(others).map((part) => [one, ...part]);
    });
}

/** All selections of some texts, the empty one first. */
function partsOf(all: readonly string[]): readonly Factors[] {
  const parts: Factors[] = [[]];
  for (const one of all) parts.push(...parts.map((part) => [...part, one]));
  return parts;
}

/** The product of amounts; `undefined` where one of them is not known. */
function productOf(amounts: ReadonlyMap<string, number>, factors: Factors): number | undefined {
  return factors.reduce<number | undefined>((product, name) => {
    const amount = amounts.get(name);
    return product === undefined || amount === undefined ? undefined : product * amount;
  }, 1);
}

/** What the name and the text of a number say that it is. */
function aboutOf(schemas: readonly Schema[], member: string): 'sum' | 'count' | undefined {
  const words = wordsOf(member.replace('/', ' '));
  const text = memberSentences(schemas)
    .map((one) => one.text)
    .join(' ');
  if (OTHERS.test(`${words.join(' ')} ${text}`)) return undefined;
  if (words.some((word) => /^counts?$/.test(word)) || /\b(?:how (?:many|often)|number of|count of)\b/i.test(text)) return 'count';
  const isSum = words.some((word) => SUMMING.has(word)) || /\b(?:sum|total|so far|all|still|left|together)\b/i.test(text);
  return isSum ? 'sum' : undefined;
}

/** What is wrong with a number after another addition. A number that has come to 0 may have been kept from falling below it. */
export function wrongMovement(
  { operation, holder }: Inside,
  movement: Movement,
  before: Members,
  after: Members,
  sent: ReadonlyMap<string, number>,
): Wrong | undefined {
  const { member } = movement;
  const [was, is] = [numbersIn(before).get(member), numbersIn(after).get(member)];
  const wanted = wantedBy(movement, was, sent);
  const [first] = wanted;
  if (is === undefined || is === 0 || first === undefined || wanted.some(({ value }) => value === undefined || isNear(is, value)))
    return undefined;
  const what = first.way.length === 0 ? '1' : `${first.way.map((one) => `\`${one}\``).join(' times ')} of what was added`;
  return {
    message: `\`${member}\` of what ${holder.read.id} reads is ${is} after ${operation.id}, and was ${was} before it.`,
    expected: `${first.value}: an addition before has moved it by ${what}`,
  };
}

/** A movement with those of its ways alone that another addition has gone; all of them where it has gone none. */
export function narrowed(movement: Movement, before: Members, after: Members, sent: ReadonlyMap<string, number>): Movement {
  const [was, is] = [numbersIn(before).get(movement.member), numbersIn(after).get(movement.member)];
  const left = wantedBy(movement, was, sent).filter(({ value }) => value === undefined || is === undefined || isNear(is, value));
  return left.length === 0 ? movement : { ...movement, ways: left.map(({ way }) => way) };
}

interface Wanted {
  readonly way: Factors;
  readonly value: number | undefined;
}

/** What a number is after an addition, by each way. */
function wantedBy({ ways, sign }: Movement, was: number | undefined, sent: ReadonlyMap<string, number>): readonly Wanted[] {
  return ways.map((way) => {
    const amount = productOf(sent, way);
    return { way, value: was === undefined || amount === undefined ? undefined : Number((was + sign * amount).toFixed(6)) };
  });
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < NEAR;
}
