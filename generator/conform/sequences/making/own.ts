// Makes a thing of a given one, with as little else as can be in the lists of its example: what does not fit the given one may stand there.
import { isObject } from '../../../inference/pointers.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { sourcesOf, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';

/** The example of the document with one item in each list. */
export function shortExample(things: Things, { create }: Resource): Input | undefined {
  const input = things.inputs.of(create, 0);
  return input && { ...input, body: withShortLists(input.body) };
}

function withShortLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(withShortLists);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, own]) => [name, withShortLists(own)])) : value;
}

/** A thing that names the given one, or stands below it; `undefined` where none can be made. */
export async function exampleOfOwn({ things, resource }: Setting, lab: Lab, given: Thing): Promise<Thing | undefined> {
  const short = shortExample(things, resource);
  const one = short && (await unlessStopped(things.makeFrom(lab, resource, short, { parent: given, isOwn: true })));
  if (one !== undefined && sourcesOf(one).includes(given)) return one;
  for (const variant of [0, 2]) {
    const other = await unlessStopped(things.make(lab, resource, variant, { parent: given, isOwn: true }));
    if (other !== undefined && sourcesOf(other).includes(given)) return other;
  }
  return undefined;
}
