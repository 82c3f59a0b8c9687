// Counts and sums that a service derives from a list beside them, or from what stands below a thing: they stay right after each change.

import { memberSchemasOf } from '../../../inference/bodies.ts';
import { isObject } from '../../../inference/pointers.ts';
import { singular, wordsOf } from '../../../inference/prose/index.ts';
import type { Reader, Resource } from '../../../inference/resources.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { waitBriefly } from './later.ts';
import { declaredMembers, type Members, readThing, type Seen } from './seen.ts';

export const derived: readonly Script[] = [
  { check: 'derived-members', run: derivedMembers },
  { check: 'count-below', run: countBelow },
];

/** How often a rule must have held, and with how many values of its own, before it is one. */
const LEAST_SEEN = 3;
const LEAST_VALUES = 2;

const COUNTING = new Set(['count', 'number', 'num', 'no', 'total', 'size', 'length', 'amount', 'n', 'of', 'the', 'in', 'quantity']);

/** Words of a number that stays as it was at first, or that is a bound. */
const FIXED =
  /initial|original|first|\bmax|\bmin|limit|quota|capacity|allowed|ever\b|lifetime|all[- ]time|includ|at (?:the )?(?:time|creation)|snapshot|when .*(?:was|were|is) (?:made|created|placed)/i;

interface Rule {
  readonly name: string;
  readonly kind: 'count' | 'sum';
  /** One phrase: `the number of \`lines\``. */
  readonly says: string;
  readonly of: (resource: Members) => number | undefined;
  /** The list that it is derived from. */
  readonly list: string;
  /** How far the member may be from it, by rounding. */
  readonly near: (resource: Members) => number;
}

async function* derivedMembers({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read } = resource;
  const names = read === undefined ? [] : derivableOf(resource, read);
  if (read === undefined || names.length === 0) return;
  const samples: Members[] = [];
  for (const variant of [1, 2, 4, 6, 8]) {
    const lab = things.lab();
    const seen = await readThing(lab, things, read, await things.make(lab, resource, variant));
    if (seen === undefined) return;
    samples.push(seen.resource);
  }
  const rules = names.flatMap((name) => rulesOf(name, samples)).filter((rule) => isEstablished(rule, samples));
  if (rules.length === 0) return;
  const judge = async (lab: Lab, thing: Thing, before: Seen, operation: Operation): Promise<Seen | undefined> => {
    const seen = await readThing(lab, things, read, thing);
    const broken = seen && rules.find((rule) => isChanged(rule, before, seen) && !holds(rule, seen.resource));
    if (seen === undefined || broken === undefined) return seen;
    await waitBriefly();
    const later = await readThing(lab, things, read, thing);
    if (later === undefined || holds(broken, later.resource)) return later;
    const [is, should] = [String(later.resource[broken.name]), String(broken.of(later.resource))];
    return lab.fault(
      'derived-members',
      `\`${broken.name}\` is ${is} after ${operation.id}, and ${broken.says} is ${should}.`,
      `\`${broken.name}\` equal to ${broken.says}, as after each create`,
      later.exchange,
    );
  };
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  let seen = await readThing(lab, things, read, thing);
  for (const child of things.below(resource)) {
    for (const operation of [child.create, ...child.changes, ...(child.remove === undefined ? [] : [child.remove])]) {
      if (seen === undefined) return;
      const below = await unlessStopped(things.make(lab, child, 1, { parent: thing }));
      if (below === undefined) break;
      if (operation !== child.create) {
        seen = await readThing(lab, things, read, thing);
        const input = operation === child.remove ? {} : { input: inputs.of(operation, 4) };
        const exchange = await unlessStopped(things.call(lab, operation, below, { says: operation.id, ...input }));
        if (seen === undefined || exchange === undefined || !isSuccess(exchange)) continue;
      }
      seen = await judge(lab, thing, seen, operation);
      yield operation;
    }
  }
  for (const operation of resource.changes) {
    if (seen === undefined) return;
    const exchange = await unlessStopped(things.call(lab, operation, thing, { says: operation.id, input: inputs.of(operation, 4) }));
    if (exchange === undefined || !isSuccess(exchange)) continue;
    seen = await judge(lab, thing, seen, operation);
    yield operation;
  }
}

/** Numbers of what is read that no request gives. */
export function derivableOf({ create, changes }: Resource, read: Reader): readonly string[] {
  const given = new Set(
    [create, ...changes].flatMap((operation) =>
      [...propertiesOf(memberSchemasOf(operation))].flatMap(([name, own]) => (own.some((one) => one.readOnly === true) ? [] : [name])),
    ),
  );
  return [...declaredMembers(read)].flatMap(([name, schemas]) => {
    const texts = [wordsOf(name).join(' '), ...schemas.map(({ description = '' }) => description)];
    return given.has(name) || texts.some((text) => FIXED.test(text)) ? [] : [name];
  });
}

/** What a number may be derived from, as far as the samples have it. */
function rulesOf(name: string, samples: readonly Members[]): readonly Rule[] {
  const [first = {}] = samples;
  if (samples.some((one) => typeof one[name] !== 'number')) return [];
  const lists = Object.keys(first).filter((list) => samples.every((one) => Array.isArray(one[list])));
  return lists.flatMap((list): readonly Rule[] => {
    const items = (resource: Members): readonly unknown[] => (Array.isArray(resource[list]) ? resource[list] : []);
    const count: Rule = { name, kind: 'count', list, says: `the number of \`${list}\``, of: (one) => items(one).length, near: () => 0 };
    const numbers = [...new Set(samples.flatMap(items).flatMap((item) => (isObject(item) ? Object.keys(item) : [])))].filter((member) =>
      samples.every((one) => items(one).every((item) => isObject(item) && typeof item[member] === 'number')),
    );
    const sums = productsOf(numbers).map(
      ({ says, of }): Rule => ({
        name,
        kind: 'sum',
        list,
        says: `the sum of ${says} in \`${list}\``,
        of: (one) => items(one).reduce<number>((sum, item) => sum + of(item as Readonly<Record<string, number>>), 0),
        near: (one) => 0.0051 * (items(one).length + 1) + Math.abs(Number(one[name])) * 1e-9,
      }),
    );
    return [...(isCountOf(name, list) ? [count] : []), ...sums];
  });
}

/** `lineCount`, `number_of_lines` and `count` may be the number of `lines`. */
function isCountOf(name: string, list: string): boolean {
  const thing = new Set([...wordsOf(list), ...wordsOf(singular(list))]);
  const words = wordsOf(name);
  return words.every((word) => COUNTING.has(word) || thing.has(word)) && words.some((word) => COUNTING.has(word));
}

interface Product {
  readonly says: string;
  readonly of: (item: Readonly<Record<string, number>>) => number;
}

/** One number of an item, or two of them multiplied, also with a discount in percent or as a share. */
function productsOf(numbers: readonly string[]): readonly Product[] {
  const all: Product[] = numbers.map((one) => ({ says: `\`${one}\``, of: (item) => item[one] ?? 0 }));
  for (const [index, one] of numbers.entries())
    for (const two of numbers.slice(index + 1))
      all.push({ says: `\`${one}\` × \`${two}\``, of: (item) => (item[one] ?? 0) * (item[two] ?? 0) });
  const off = numbers.filter((name) => /discount|rebate|reduc/i.test(name));
  const lowered = off.flatMap((less) => [
    ...all.map(({ says, of }) => ({
      says: `${says} less \`${less}\` percent`,
      of: (item: Readonly<Record<string, number>>) => of(item) * (1 - (item[less] ?? 0) / 100),
    })),
    ...all.map(({ says, of }) => ({
      says: `${says} less \`${less}\``,
      of: (item: Readonly<Record<string, number>>) => of(item) - (item[less] ?? 0),
    })),
  ]);
  return [...all, ...lowered];
}

function isEstablished(rule: Rule, samples: readonly Members[]): boolean {
  const values = samples.map((one) => one[rule.name]);
  // Sums of nothing hold for anything.
  const telling = rule.kind === 'count' ? values : values.filter((value) => value !== 0);
  return samples.every((one) => holds(rule, one)) && telling.length >= LEAST_SEEN && new Set(telling).size >= LEAST_VALUES;
}

function holds(rule: Rule, resource: Members): boolean {
  const [is, should] = [resource[rule.name], rule.of(resource)];
  return typeof is === 'number' && should !== undefined && Math.abs(is - should) <= rule.near(resource);
}

/** Whether the list has changed so that the member must change too. */
function isChanged(rule: Rule, before: Seen, after: Seen): boolean {
  return Array.isArray(after.resource[rule.list]) && rule.of(before.resource) !== rule.of(after.resource);
}

/** A member such as `binCount` that rises with each of three creates below the thing falls with a delete. */
async function* countBelow({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read } = resource;
  if (read === undefined) return;
  for (const child of things.below(resource)) {
    const { remove } = child;
    const names: readonly string[] = derivableOf(resource, read).filter((name) => isCountOf(name, child.name));
    if (remove === undefined || names.length === 0) continue;
    const lab = things.lab();
    const thing = await things.make(lab, resource, 1);
    const seen: (Seen | undefined)[] = [await readThing(lab, things, read, thing)];
    let last: Thing | undefined;
    for (const variant of [1, 2, 3]) {
      last = await things.make(lab, child, variant, { parent: thing });
      seen.push(await readThing(lab, things, read, thing));
    }
    const rising = names.find((name) => seen.every((one, index) => one?.resource[name] === Number(seen[0]?.resource[name]) + index));
    if (rising === undefined || last === undefined) continue;
    const removed = await things.call(lab, remove, last, { says: 'delete' });
    if (!isSuccess(removed) || removed.response.status === 202) continue;
    yield remove;
    const wanted = Number(seen.at(-1)?.resource[rising]) - 1;
    if ((await readThing(lab, things, read, thing))?.resource[rising] === wanted) continue;
    await waitBriefly();
    const after = await readThing(lab, things, read, thing);
    if (after === undefined || after.resource[rising] === wanted) continue;
    lab.fault(
      'count-below',
      `\`${rising}\` rose by one with each of three creates, and is ${String(after.resource[rising])} after ${remove.id}, not ${wanted}.`,
      `\`${rising}\` less by one after a delete`,
      after.exchange,
    );
  }
}
