// Keeps numbers and times as texts say that they are computed: the total is the sum of the lines, a count that of the list beside it, and the end so
// many minutes after the start.
import { getOwn } from '@octavo/runtime/conformance';
import { changedAt, pointerTo } from '../../../inference/pointers.ts';
import { isLater, type LaterTime, laterMoment, laterTimesOf } from '../../../inference/stated/later-times.ts';
import { amountLike, amountOf } from '../../../inference/stated/lists.ts';
import { computed, type Formulas, formulasOf, within } from '../../../inference/stated/numbers.ts';
import { timeLike } from '../../../inference/steps.ts';
import { itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Kind } from '../plan/kinds.ts';
import { sendableOf } from '../plan/sent.ts';
import { allows, said } from '../values.ts';
import { anywhere, MOST_DEEP } from './anywhere.ts';

type Members = Readonly<Record<string, unknown>>;
type Known = ReadonlyMap<string, readonly Schema[]>;

/** A thing as it is shown, with the right numbers; the same value where all are right. */
export function numbered(kind: Kind, shown: Members): Members {
  const { formulas, laterTimes, numbered: inside } = kind;
  const changed = [...inside].flatMap(([name, schemas]) => {
    const [before, after] = [getOwn(shown, name), withNumbers(schemas, getOwn(shown, name))];
    return before === after ? [] : [[name, after] as const];
  });
  const value = ownNumbers(formulas, inside, changed.length === 0 ? shown : { ...shown, ...Object.fromEntries(changed) });
  const roomy = withRoom(kind, value);
  return ownTimes(laterTimes, roomy === value ? value : ownNumbers(formulas, inside, roomy));
}

/**
 * With other numbers of which one is taken from another, where the rest would be less than it may be: nothing is paid back of what was not paid. Only
 * numbers change that no request sends and no text computes.
 */
function withRoom({ formulas, members, resource: { create, changes } }: Kind, before: Members): Members {
  const computedHere = new Set(formulas.map(([name]) => name));
  const senders = [...(create === undefined ? [] : [create]), ...changes];
  const isFree = (name: string): boolean =>
    members.has(name) && !computedHere.has(name) && !senders.some((one) => sendableOf(one, { members }).has(name));
  let value = before;
  const set = (name: string, amount: number): void => {
    value = { ...value, [name]: amountLike(getOwn(value, name), amount) };
  };
  for (const [name, formula] of formulas) {
    const least = Number(said(members.get(name) ?? [], 'minimum') ?? Number.NEGATIVE_INFINITY);
    const isBelow = (): boolean => (computed(formula, value, ALL)?.value ?? least) < least;
    if ((formula.kind !== 'difference' && formula.kind !== 'mixed') || !isBelow()) continue;
    const plus = formula.kind === 'mixed' ? formula.plus : 1;
    const [added, taken] = [formula.of.slice(0, plus), formula.of.slice(plus)];
    for (const one of taken) if (isFree(one)) set(one, 0);
    const first = added.find(isFree);
    const missing = least - (computed(formula, value, ALL)?.value ?? least);
    if (first !== undefined && isBelow()) set(first, (amountOf(getOwn(value, first)) ?? 0) + missing);
  }
  return value;
}

/** The members that hold objects or lists with numbers that are computed. */
export function numberedIn(members: Kind['members']): Kind['numbered'] {
  return new Map([...members].filter(([, schemas]) => hasNumbers(schemas)));
}

export const hasNumbers = anywhere((schema) => formulasOf(schema).length > 0 || laterTimesOf(schema).length > 0);

/** The same value where all numbers are right. */
export function withNumbers(schemas: readonly Schema[], value: unknown, deep = MOST_DEEP): unknown {
  if (deep === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = itemsOf(schemas);
    const own = value.map((item: unknown) => withNumbers(items, item, deep - 1));
    return own.every((item, index) => item === value[index]) ? value : own;
  }
  const members = propertiesOf(schemas);
  const inner = Object.entries(value).map(([name, one]): [string, unknown] => [name, withNumbers(members.get(name) ?? [], one, deep - 1)]);
  const isSame = inner.every(([name, one]) => getOwn(value, name) === one);
  const right = ownNumbers(formulasOf(schemas), members, isSame ? (value as Members) : Object.fromEntries(inner));
  return ownTimes(laterTimesOf(schemas), right);
}

/** What the request has sent counts as exact, as the numbers of an example do. */
const ALL = { has: () => true };

/** A number may be computed from others that are computed, so that a few rounds are needed. */
const MOST_ROUNDS = 3;

function ownNumbers(formulas: Formulas, members: Known, before: Members): Members {
  let value = before;
  for (let round = 0; round < MOST_ROUNDS && formulas.length > 0; round++) {
    const last = value;
    for (const [name, formula] of formulas) {
      const shown = within(value, name);
      const [is, wanted] = [amountOf(shown), computed(formula, value, ALL)];
      if (is === undefined || wanted === undefined || Math.abs(is - wanted.value) <= wanted.near) continue;
      const right = amountLike(shown, isWhole(members, name) ? Math.round(wanted.value) : wanted.value);
      if (right !== shown) value = changedAt(value, pointerTo(...name.split('/')), right) as Members;
    }
    if (value === last) break;
  }
  return value;
}

function isWhole(members: Known, name: string): boolean {
  const schemas = name
    .split('/')
    .reduce<readonly Schema[]>((found, one, at) => (at === 0 ? members : propertiesOf(found)).get(one) ?? [], []);
  return allows(schemas, 'integer') && !allows(schemas, 'number');
}

/** A time that is not shown stays so: the thing has not come that far. */
function ownTimes(times: readonly LaterTime[], before: Members): Members {
  let value = before;
  for (const time of times) {
    const [shown, moment] = [getOwn(value, time.name), laterMoment(value, time)];
    if (typeof shown !== 'string' || moment === undefined || isLater(value, time) !== false) continue;
    value = { ...value, [time.name]: timeLike(shown, moment) };
  }
  return value;
}
