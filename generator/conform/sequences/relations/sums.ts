// Sums of a member of what stands below a thing: they follow each create, each change and each delete of it.

import { membersIn } from '../../../inference/bodies.ts';
import { type Reader, shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import { withMembers } from '../bodies.ts';
import { resourceIn } from '../fields.ts';
import { numbersIn } from '../inner/sums.ts';
import type { Lab } from '../lab.ts';
import { waitBriefly } from '../rules/later.ts';
import { declaredMembers, type Members, readThing, type Seen } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { EVER } from './counted.ts';

const SUMS = 'sums-below';

export const sums: readonly Script[] = [{ check: SUMS, run: sumsBelow }];

/** A number that rose with each of three creates by a member of what was created falls by it with a delete. */
async function* sumsBelow({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read } = resource;
  if (read === undefined) return;
  for (const child of things.below(resource)) {
    const { remove, changes } = child;
    if (remove === undefined && changes.length === 0) continue;
    const lab = things.lab();
    const thing = await unlessStopped(things.make(lab, resource, 1));
    if (thing === undefined) return;
    const seen = [(await readThing(lab, things, read, thing))?.resource];
    const made: Thing[] = [];
    for (const variant of [1, 2, 4]) {
      const one = await unlessStopped(things.make(lab, child, variant, { parent: thing }));
      if (one === undefined) break;
      made.push(one);
      seen.push((await readThing(lab, things, read, thing))?.resource);
      // What the first ones have not moved is no sum of them.
      if (sumsOf(seen, made, read).length === 0) break;
    }
    const last = made.at(-1);
    const sum = made.length < 3 ? undefined : sumIn(seen, made, read);
    if (last === undefined || sum === undefined) continue;
    yield* changedSum(things, lab, { read, thing, child: last, sum });
    if (remove === undefined) continue;
    // What the last one counts for by now is gone with it.
    const wanted = numberAt(seen.at(-2), sum.name) ?? Number.NaN;
    const removed = await unlessStopped(things.call(lab, remove, last, { says: 'delete' }));
    if (removed === undefined || !isSuccess(removed) || removed.response.status === 202) continue;
    yield remove;
    const isRight = async (): Promise<boolean> => isNear(numberAt((await readThing(lab, things, read, thing))?.resource, sum.name), wanted);
    if (await isRight()) continue;
    await waitBriefly();
    if (await isRight()) continue;
    const after = lab.steps.at(-1);
    if (after === undefined) continue;
    const message = `\`${sum.name}\` rose by \`${sum.of}\` with each of three creates, and has not fallen by it after ${remove.id}, to ${wanted}.`;
    lab.fault(SUMS, message, `\`${sum.name}\` of ${wanted}`, after);
  }
}

interface Summed {
  readonly read: Reader;
  readonly thing: Thing;
  readonly child: Thing;
  readonly sum: Sum;
}

/** A change of what a number sums up changes the number by as much. */
async function* changedSum(things: Things, lab: Lab, { read, thing, child, sum }: Summed): AsyncGenerator<Operation> {
  const { changes } = child.resource;
  const reader = shownBy(child.resource);
  const ownOf = async (): Promise<number | undefined> =>
    reader && numberAt((await unlessStopped(readThing(lab, things, reader, child)))?.resource, sum.of);
  const sumOf = async (): Promise<Seen | undefined> => unlessStopped(readThing(lab, things, read, thing));
  for (const operation of changes) {
    const [own, before] = [await ownOf(), numberAt((await sumOf())?.resource, sum.name)];
    const changed = await changedBy(things, lab, operation, child, sum.of, own);
    const now = changed ? await ownOf() : undefined;
    if (own === undefined || now === undefined || before === undefined || own === now) continue;
    yield operation;
    const wanted = before + now - own;
    if (isNear(numberAt((await sumOf())?.resource, sum.name), wanted)) continue;
    await waitBriefly();
    const seen = await sumOf();
    if (seen === undefined || isNear(numberAt(seen.resource, sum.name), wanted) || (await ownOf()) !== now) continue;
    const message = `\`${sum.name}\` rose by \`${sum.of}\` with each of three creates, and is ${String(seen.resource[sum.name])} after ${operation.id} has changed that from ${own} to ${now}.`;
    lab.fault(SUMS, message, `\`${sum.name}\` of ${wanted}`, seen.exchange);
  }
}

/** Whether a change has been accepted whose input has another value of the member. */
async function changedBy(things: Things, lab: Lab, operation: Operation, child: Thing, name: string, own?: number): Promise<boolean> {
  const least = things.inputs.least(operation);
  for (const variant of [0, 4, 6, 1]) {
    const whole = things.inputs.of(operation, variant);
    const members = membersIn(operation, whole);
    const value = numberAt(members, name);
    if (value === undefined || value === own) continue;
    // What else a text amount comes with, such as what it is paid for, may not fit it.
    const isAlone = typeof members?.[name] === 'string' && operation.method === 'PATCH' && least !== undefined;
    const input = isAlone ? withMembers(operation, least, { [name]: members[name] }) : whole;
    const exchange = await unlessStopped(things.call(lab, operation, child, { says: operation.id, input }));
    if (exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202) return true;
    if (exchange !== undefined) lab.forget(exchange);
  }
  return false;
}

/** A number, or an amount that is written as a text. */
function numberAt(members: Members | undefined, name: string): number | undefined {
  return members && numbersIn({ [name]: members[name] }).get(name);
}

function isNear(one: number | undefined, other: number): boolean {
  return one !== undefined && Math.abs(one - other) < 0.006;
}

interface Sum {
  /** The number of the thing, and the member of what stands below it. */
  readonly name: string;
  readonly of: string;
}

/** The number of the thing that rose by the same member of each of three things, which had two values at least. */
function sumIn(seen: readonly (Members | undefined)[], made: readonly Thing[], read: Reader): Sum | undefined {
  const items = itemsOf(made);
  return sumsOf(seen, made, read).find(({ of }) => new Set(items.map((item) => item[of])).size > 1);
}

function itemsOf(made: readonly Thing[]): readonly Members[] {
  return made.map(({ created, resource }) => resourceIn(created, resource.edge.from) ?? {});
}

/** The numbers of the thing that rose by the same member of each of the things so far. */
function sumsOf(seen: readonly (Members | undefined)[], made: readonly Thing[], read: Reader): readonly Sum[] {
  const items = itemsOf(made);
  const numbers = Object.keys(items[0] ?? {}).filter((of) => items.every((item) => (numberAt(item, of) ?? 0) !== 0));
  const declared = declaredMembers(read);
  const isEver = (name: string): boolean =>
    [name, ...(declared.get(name) ?? []).map(({ description = '' }) => description)].some((text) => EVER.test(text));
  const hasRisen = (name: string, index: number, by: number | undefined): boolean => {
    const was = numberAt(seen[index], name);
    return was !== undefined && by !== undefined && isNear(numberAt(seen[index + 1], name), was + by);
  };
  return Object.keys(seen[0] ?? {})
    .filter((one) => !isEver(one))
    .flatMap((name) =>
      numbers.filter((of) => items.every((item, index) => hasRisen(name, index, numberAt(item, of)))).map((of) => ({ name, of })),
    );
}
