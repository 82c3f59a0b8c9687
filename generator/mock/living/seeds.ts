// Fills the world of a living mock: with the things of the document's examples, and where it has none, with some of its schemas.
import { getOwn } from '@octavo/runtime/conformance';
import { createRandom, ExampleError } from '@octavo/runtime/testing';
import { valueAt } from '../../conform/sequences/pointers.ts';
import { parameterIn } from '../../conform/sequences/templates.ts';
import { exampleOf, freshId, record } from './making.ts';
import { type Kind, thingShape } from './plan.ts';
import type { Setting } from './setting.ts';

type Members = Readonly<Record<string, unknown>>;

/** Things of a kind that the document has no example of. */
const SAMPLED = 3;

/** Kinds come after those that they stand below, so that there is something to stand below. */
export function seed(setting: Setting): void {
  for (const kind of [...setting.plan.kinds].sort((a, b) => a.collection.length - b.collection.length)) seedKind(setting, kind);
}

function seedKind(setting: Setting, kind: Kind): void {
  const { world } = setting;
  const collection = collectionFor(setting, kind);
  if (collection === undefined) return;
  const examples = examplesOf(setting, kind);
  const things = examples.length > 0 ? examples : sampled(setting, kind);
  for (const [index, value] of things.entries()) {
    const given = kind.id === undefined ? undefined : getOwn(value, kind.id);
    const id = given ?? freshId(setting, kind, collection, undefined);
    if (id === undefined || world.find(collection, String(id)) !== undefined) continue;
    world.keep({ kind, collection, id: String(id), value: { ...value, ...referring(setting, kind, value, index) } });
  }
}

/** Members that name a thing which is not there, with one that is. */
function referring(setting: Setting, kind: Kind, value: Members, index: number): Members {
  const members = kind.references.flatMap(({ place: [member = '', ...deeper], kind: other }): [string, unknown][] => {
    const named = getOwn(value, member);
    const there = setting.world.in(collectionFor(setting, other) ?? '');
    const one = there[index % there.length];
    if (deeper.length > 0 || named === undefined || one === undefined || other.id === undefined) return [];
    return there.some(({ id }) => id === String(named)) ? [] : [[member, one.value[other.id]]];
  });
  return Object.fromEntries(members);
}

/** The collection that seeds stand in: of the first thing that there is above it. */
function collectionFor(setting: Setting, { collection, parent }: Kind): string | undefined {
  if (collection.every((segment) => parameterIn(segment) === undefined)) return `/${collection.join('/')}`;
  const above = parent && collectionFor(setting, parent);
  const [first] = above === undefined ? [] : setting.world.in(above);
  if (parent === undefined || first === undefined) return undefined;
  const rest = collection.slice(parent.collection.length + 1);
  if (rest.some((segment) => parameterIn(segment) !== undefined)) return undefined;
  return `${above}/${encodeURIComponent(first.id)}/${rest.join('/')}`;
}

/** The things of the examples: those of the list, and the one that is read. */
function examplesOf(setting: Setting, kind: Kind): readonly Members[] {
  const { list, read } = kind.resource;
  const one = exampleOf(setting, kind);
  const whole = record(one);
  const items = list === undefined ? [] : tried(() => valueAt({ body: setting.tools.example(list.operation, undefined).body }, list.items));
  const listed = Array.isArray(items) ? items.map(record) : [];
  const isSame = (item: Members): boolean => kind.id !== undefined && item[kind.id] === whole[kind.id];
  const all = read === undefined || listed.some(isSame) ? listed : [...listed, whole];
  // What the list leaves out, the thing that is read has.
  return all.filter((item) => Object.keys(item).length > 0).map((item) => (isSame(item) ? { ...item, ...whole } : { ...whole, ...item }));
}

function sampled(setting: Setting, { resource: { read, create, edge } }: Kind): readonly Members[] {
  const operation = read?.operation ?? create;
  const shape = thingShape(operation, read?.id ?? edge.from);
  if (shape === undefined) return [];
  return Array.from({ length: SAMPLED }, (_, index) =>
    record(tried(() => valueAt({ body: setting.tools.example(operation, undefined, createRandom(index + 1)).body }, shape.at))),
  ).filter((value) => Object.keys(value).length > 0);
}

function tried<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ExampleError) return undefined;
    throw error;
  }
}
