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
  /** The member of what is added that it moves by; absent for a count. */
  readonly by?: string;
  readonly sign: 1 | -1;
}

/** Words of numbers that add up, and of those that are no sum of what is added. */
const SUMMING = new Set(
  `sum total totals paid balance due open outstanding remain remains remaining rest left available spent received collected credit credits credited debit
  refund refunded repaid dispensed committed awarded used taken booked reserved billed owed owing invoiced stock quantity qty hours minutes points
  unpaid uncredited consumed logged delivered shipped raised pledged donated granted allocated`.split(/\s+/),
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
    const by = [...sent].find(([, amount]) => amount !== 0 && Math.abs(Math.abs(difference) - amount) < NEAR);
    const sign = difference > 0 ? 1 : -1;
    if (by !== undefined && areOnes([...sent.values()], Math.abs(difference))) return [];
    if (by !== undefined && about === 'sum') return [{ member, by: by[0], sign }];
    return Math.abs(difference) === 1 && about === 'count' ? [{ member, sign }] : [];
  });
}

/** The numbers that are the sum of an amount of all items, as a thing shows them. */
export function sumsIn(
  { holder }: Inside,
  { thing, items = [] }: Pick<Look, 'thing' | 'items'>,
  amounts: Iterable<string>,
): readonly Movement[] {
  return [...amounts].flatMap((by) => {
    const values = items.map((item) => (isObject(item) ? numbersIn({ [by]: item[by] }).get(by) : undefined));
    const sum = values.reduce<number>((all, one) => all + (one ?? Number.NaN), 0);
    if (items.length === 0 || Number.isNaN(sum) || sum === 0) return [];
    const sole = items.length === 1 && isObject(items[0]) ? [...numbersIn(items[0]).values()] : [];
    if (areOnes(sole, sum)) return [];
    return [...numbersIn(thing)].flatMap(([member, value]): readonly Movement[] =>
      Math.abs(value - sum) < NEAR && aboutOf(holder.shape.properties.get(member) ?? [], member) === 'sum' ? [{ member, by, sign: 1 }] : [],
    );
  });
}

/** Whether a number is 1 where several amounts are: either of them may be what counts, or both multiplied. */
function areOnes(amounts: readonly number[], number: number): boolean {
  return number === 1 && amounts.filter((one) => one === 1).length > 1;
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
  { member, by, sign }: Movement,
  before: Members,
  after: Members,
  sent: ReadonlyMap<string, number>,
): Wrong | undefined {
  const [was, is] = [numbersIn(before).get(member), numbersIn(after).get(member)];
  const amount = by === undefined ? 1 : sent.get(by);
  if (was === undefined || is === undefined || amount === undefined || is === 0) return undefined;
  const wanted = Number((was + sign * amount).toFixed(6));
  if (Math.abs(is - wanted) < NEAR) return undefined;
  const what = by === undefined ? '1' : `\`${by}\` of what was added`;
  return {
    message: `\`${member}\` of what ${holder.read.id} reads is ${is} after ${operation.id}, and was ${was} before it.`,
    expected: `${wanted}: an addition before has moved it by ${what}`,
  };
}
