// Works out numbers that texts say are computed: which members they are, and what each is in an object that shows its parts.
import { getOwn } from '@octavo/runtime/conformance';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { isObject } from '../pointers.ts';
import { type Chosen, type Formula, formulaIn, type Named, type Rounding, togetherIn, wordsOf } from '../prose/index.ts';
import { amountOf } from './lists.ts';
import { numbersOf, perSchema } from './objects.ts';

/** A list of a few, and the members of a page, which may show a part of what its numbers are about. */
const PARTIAL = /^(?:recent|latest|top|first|last|preview)/i;
const PAGING = /next|previous|cursor|page|has_?more|offset/i;

/** The numbers that came with a request: such a number is not the rounded form of another one. */
export type Given = Pick<ReadonlySet<number>, 'has'>;

/** The formulas of the members of an object. */
export const formulasOf = perSchema((schemas) => formulasIn(propertiesOf(schemas)));

export type Formulas = readonly (readonly [name: string, formula: Formula])[];

/** The same of an object whose members are known. */
export function formulasIn(properties: ReadonlyMap<string, readonly Schema[]>): Formulas {
  const own = amountsOf(properties);
  const inside = insideOf(properties);
  const nested = inside.flatMap(({ name, of }) => amountsOf(of).map((one) => `${name}/${one}`));
  const nestedLists = inside.flatMap(({ name, of }) => [...listsOf(of)].map(([list, members]) => [`${name}/${list}`, members] as const));
  const lists = new Map([...listsOf(properties), ...nestedLists]);
  const named: Named = { numbers: [...own, ...nested], lists, choices: choicesOf(properties), members: [...properties.keys()] };
  const textsOf = (name: string): readonly string[] =>
    possibleConjuncts(properties.get(name) ?? []).map(({ description = '' }) => description);
  const computed = own.flatMap((name) =>
    firstIn(textsOf(name), (text) => formulaIn(text, name, named)).map((found) => [name, found] as const),
  );
  const together = [...listsOf(properties).keys()].flatMap((list) =>
    firstIn(textsOf(list), (text) => togetherIn(text, list, named)).map(({ total, formula }) => [total, formula] as const),
  );
  return [...computed, ...together];
}

/** The numbers that count or measure something: an identifier is no part of a sum, though `invoiceCategoryId` has the word of what is summed. */
function amountsOf(properties: ReadonlyMap<string, readonly Schema[]>): readonly string[] {
  return numbersOf(properties).filter((name) => !/^ids?$/.test(wordsOf(name).at(-1) ?? ''));
}

/** What is found in the first text that has it, as a list of one or none. */
function firstIn<T>(texts: readonly string[], find: (text: string) => T | undefined): readonly T[] {
  return texts.flatMap((text) => find(text) ?? []).slice(0, 1);
}

/** The objects in an object, with their members. */
function insideOf(
  properties: ReadonlyMap<string, readonly Schema[]>,
): readonly { readonly name: string; readonly of: typeof properties }[] {
  return [...properties].flatMap(([name, schemas]) => {
    const of = propertiesOf(schemas);
    return of.size === 0 || name.includes('/') ? [] : [{ name, of }];
  });
}

/** The value of a member, or of a member of an object in it. */
export function within(of: object, path: string): unknown {
  return path.split('/').reduce<unknown>((value, name) => (isObject(value) ? getOwn(value, name) : undefined), of);
}

function listsOf(properties: ReadonlyMap<string, readonly Schema[]>): ReadonlyMap<string, readonly string[]> {
  if ([...properties.keys()].some((name) => PAGING.test(name))) return new Map();
  return new Map(
    [...properties].flatMap(([name, schemas]): readonly [string, readonly string[]][] =>
      possibleConjuncts(schemas).some(({ type = [] }) => type.includes('array')) && !PARTIAL.test(name)
        ? [[name, numbersOf(propertiesOf(itemsOf(schemas)))]]
        : [],
    ),
  );
}

/** The members of the items of lists that have listed values. */
export function choicesOf(properties: ReadonlyMap<string, readonly Schema[]>): NonNullable<Named['choices']> {
  return new Map(
    [...properties].map(([name, schemas]) => {
      const items = [...propertiesOf(itemsOf(schemas))].flatMap(([member, own]): readonly [string, readonly string[]][] => {
        const listed = possibleConjuncts(own).flatMap(({ enum: values = [] }) => values.filter((one) => typeof one === 'string'));
        return listed.length === 0 ? [] : [[member, listed]];
      });
      return [name, new Map(items)];
    }),
  );
}

export interface Wanted {
  readonly value: number;
  /** How far the number may be from it, by rounding: next to nothing where all are exact. */
  readonly near: number;
}

/** What a formula gives; `undefined` where the answer does not show all of its parts. */
export function computed(formula: Formula, of: object, given: Given): Wanted | undefined {
  const plain = unrounded(formula, of, given);
  if (plain === undefined || formula.rounding === undefined) return plain;
  const list = formula.kind === 'items' ? within(of, formula.list) : undefined;
  return rounded(plain, formula.rounding, Array.isArray(list) ? list.length + 1 : 1);
}

/** A number that is rounded as the text says. One that may not be exact, or each part of which may be rounded, is as near as that lets it be. */
function rounded({ value, near }: Wanted, { step, way }: Rounding, parts: number): Wanted {
  const off = (way === 'down' || way === 'up' ? 1 : 0.501) * parts * (step ?? 1);
  const isExact = step !== undefined && parts === 1 && value >= 0 && near <= value * 1e-9;
  if (!isExact || way === 'nearest') return { value, near: near + off };
  const units = Number((value / step).toFixed(6));
  const whole = way === 'half-up' ? Math.floor(units + 0.5) : way === 'down' ? Math.floor(units) : Math.ceil(units);
  return { value: whole * step, near: step / 1000 };
}

function unrounded(formula: Formula, of: object, given: Given): Wanted | undefined {
  if (formula.kind === 'count') {
    const list = within(of, formula.list);
    return Array.isArray(list) ? { value: list.length, near: 0 } : undefined;
  }
  if (formula.kind === 'items') {
    const list = within(of, formula.list);
    if (!Array.isArray(list) || (list.length === 0 && formula.isOfList === true)) return undefined;
    const { where } = formula;
    const counted = where === undefined ? list : list.filter((item: unknown) => isChosen(item, where));
    if (where !== undefined && !list.every((item: unknown) => isObject(item) && typeof getOwn(item, where.member) === 'string'))
      return undefined;
    const parts = counted.map((item: unknown) => (isObject(item) ? numbersIn(item, formula.of) : undefined));
    const all = parts.filter((one) => one !== undefined);
    const off = formula.less === undefined ? [] : numbersIn(of, [formula.less]);
    if (all.length < parts.length || off === undefined) return undefined;
    const less = off.map((one) => ({ value: -one, isExact: areExact([one], given) }));
    return wantedOf([...all.map((one) => ({ value: product(one), isExact: areExact(one, given) })), ...less]);
  }
  if (formula.kind === 'percent') return percentOf(formula, of);
  const numbers = numbersIn(of, formula.of);
  if (numbers === undefined) return undefined;
  if (formula.kind === 'mixed') {
    const total = numbers.reduce((sum, one, at) => (at < formula.plus ? sum + one : sum - one), 0);
    return wantedOf([{ value: total, isExact: areExact(numbers, given) }]);
  }
  const [first = 0, ...rest] = numbers;
  const value =
    formula.kind === 'product' ? product(numbers) : rest.reduce((sum, one) => (formula.kind === 'sum' ? sum + one : sum - one), first);
  return wantedOf([{ value, isExact: areExact(numbers, given) }]);
}

function isChosen(item: unknown, { member, values, isDenied }: Chosen): boolean {
  return isObject(item) && values.includes(String(getOwn(item, member))) !== isDenied;
}

/** A part of a number. It may differ by one unit of the last decimal, unless the text says how it is rounded. */
function percentOf({ of: whole, by, isHalfUp }: Extract<Formula, { kind: 'percent' }>, of: object): Wanted | undefined {
  const [base, rate] = [amountOf(within(of, whole)), typeof by === 'number' ? by : amountOf(within(of, by))];
  if (base === undefined || rate === undefined) return undefined;
  const shown = within(of, whole);
  const decimals = typeof shown === 'string' ? (shown.split('.')[1]?.length ?? 0) : Number.isInteger(base) ? 0 : 2;
  const unit = 10 ** -decimals;
  const value = Number(((base * rate) / 100).toFixed(6));
  const isExact = isHalfUp && value >= 0;
  return isExact
    ? { value: Math.floor(Number((value / unit + 0.5).toFixed(6))) * unit, near: unit / 1000 }
    : { value, near: Math.max(unit, 0.01) * 1.01 };
}

/** Whether nothing is rounded: all are whole numbers, or numbers of the request whose product has at most two decimals. */
function areExact(numbers: readonly number[], given: Given): boolean {
  const decimals = numbers.reduce((sum, one) => sum + (String(one).split('.')[1]?.length ?? 0), 0);
  return decimals === 0 || (decimals <= 2 && numbers.every((one) => Number.isInteger(one) || given.has(one)));
}

function wantedOf(parts: readonly { readonly value: number; readonly isExact: boolean }[]): Wanted {
  const value = parts.reduce((sum, one) => sum + one.value, 0);
  const rounded = parts.every(({ isExact }) => isExact) ? 0 : 0.0051 * (parts.length + 1);
  return { value, near: rounded + Math.abs(value) * 1e-9 };
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((whole, one) => whole * one, 1);
}

function numbersIn(of: object, names: readonly string[]): readonly number[] | undefined {
  const found = names.map((name) => amountOf(within(of, name))).filter((one) => one !== undefined);
  return found.length === names.length ? found : undefined;
}
