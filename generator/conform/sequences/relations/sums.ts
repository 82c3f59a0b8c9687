// Sums of a member of what stands below a thing: they follow each create, each change and each delete of it.

import { membersIn } from '../../../inference/bodies.ts';
import type { Reader } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import { resourceIn } from '../fields.ts';
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
    const { remove } = child;
    if (remove === undefined) continue;
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
    }
    const last = made.at(-1);
    const sum = made.length < 3 ? undefined : sumIn(seen, made, read);
    if (last === undefined || sum === undefined) continue;
    yield* changedSum(things, lab, { read, thing, child: last, sum });
    // What the last one counts for by now is gone with it.
    const wanted = Number(seen.at(-2)?.[sum.name]);
    const removed = await unlessStopped(things.call(lab, remove, last, { says: 'delete' }));
    if (removed === undefined || !isSuccess(removed) || removed.response.status === 202) continue;
    yield remove;
    const isRight = async (): Promise<boolean> => isNear((await readThing(lab, things, read, thing))?.resource[sum.name], wanted);
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
  readonly sum: { readonly name: string; readonly of: string };
}

/** A change of what a number sums up changes the number by as much. */
async function* changedSum(things: Things, lab: Lab, { read, thing, child, sum }: Summed): AsyncGenerator<Operation> {
  const { read: reader, changes } = child.resource;
  const ownOf = async (): Promise<unknown> => reader && (await unlessStopped(readThing(lab, things, reader, child)))?.resource[sum.of];
  const sumOf = async (): Promise<Seen | undefined> => unlessStopped(readThing(lab, things, read, thing));
  for (const operation of changes) {
    const [own, before] = [await ownOf(), (await sumOf())?.resource[sum.name]];
    const changed = await changedBy(things, lab, operation, child, sum.of, own);
    const now = changed ? await ownOf() : undefined;
    if (typeof own !== 'number' || typeof now !== 'number' || typeof before !== 'number' || own === now) continue;
    yield operation;
    const wanted = before + now - own;
    if (isNear((await sumOf())?.resource[sum.name], wanted)) continue;
    await waitBriefly();
    const seen = await sumOf();
    if (seen === undefined || isNear(seen.resource[sum.name], wanted) || (await ownOf()) !== now) continue;
    const message = `\`${sum.name}\` rose by \`${sum.of}\` with each of three creates, and is ${String(seen.resource[sum.name])} after ${operation.id} has changed that from ${own} to ${now}.`;
    lab.fault(SUMS, message, `\`${sum.name}\` of ${wanted}`, seen.exchange);
  }
}

/** Whether a change has been accepted whose input has another value of the member. */
async function changedBy(things: Things, lab: Lab, operation: Operation, child: Thing, name: string, own: unknown): Promise<boolean> {
  for (const variant of [0, 4, 6, 1]) {
    const input = things.inputs.of(operation, variant);
    const value = membersIn(operation, input)?.[name];
    if (typeof value !== 'number' || value === own) continue;
    const exchange = await unlessStopped(things.call(lab, operation, child, { says: operation.id, input }));
    if (exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202) return true;
    if (exchange !== undefined) lab.forget(exchange);
  }
  return false;
}

function isNear(one: unknown, other: number): boolean {
  return typeof one === 'number' && Math.abs(one - other) < 0.006;
}

/** The number of the thing that rose by the same member of each of three things, which had two values at least. */
function sumIn(
  seen: readonly (Members | undefined)[],
  made: readonly Thing[],
  read: Reader,
): { readonly name: string; readonly of: string } | undefined {
  const items = made.map(({ created, resource }) => resourceIn(created, resource.edge.from) ?? {});
  const numbers = Object.keys(items[0] ?? {}).filter((of) => items.every((item) => typeof item[of] === 'number' && item[of] !== 0));
  const declared = declaredMembers(read);
  const isEver = (name: string): boolean =>
    [name, ...(declared.get(name) ?? []).map(({ description = '' }) => description)].some((text) => EVER.test(text));
  for (const name of Object.keys(seen[0] ?? {}).filter((one) => !isEver(one)))
    for (const of of numbers) {
      const isSum = items.every((item, index) => isNear(seen[index + 1]?.[name], Number(seen[index]?.[name]) + Number(item[of])));
      if (isSum && typeof seen[0]?.[name] === 'number' && new Set(items.map((item) => item[of])).size > 1) return { name, of };
    }
  return undefined;
}
