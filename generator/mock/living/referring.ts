// Finds where things stand below each other, and where one names another one.
import { getOwn } from '@octavo/runtime/conformance';
import { plain } from '../../inference/names.ts';
import { parameterIn } from '../../inference/templates.ts';
import { endOf } from '../../inference/uris.ts';
import { exampledPath } from './plan/exampled.ts';
import type { Kind } from './plan/kinds.ts';
import type { Thing, World } from './world.ts';

/** A collection that things can stand in. */
export interface Above {
  /** Its filled path. */
  readonly collection: string;
  /** The filled path that things are created at, where it is another one. */
  readonly madeAt?: string;
  /** Members by which its things name the thing that they stand below. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly isBelow: boolean;
}

/** Things that others are made below. */
const MOST_ABOVE = 20;

/** The collections of a kind that there are: one, or one below each thing of another kind. */
export function collectionsFor(world: World, kind: Kind): readonly Above[] {
  const { collection, parent, madeAt, exampled } = kind;
  const template = madeAt ?? collection;
  const isFixed = collection.every((segment) => parameterIn(segment) === undefined);
  if (parent === undefined) {
    // What stands below something that is no thing has one collection: that of the examples in its path.
    const path = exampledPath(collection, exampled);
    return path === undefined ? [] : [{ collection: path, members: {}, isBelow: !isFixed }];
  }
  const [name, ...rest] = template.slice(parent.collection.length);
  if (rest.some((segment) => parameterIn(segment) !== undefined)) return [];
  const above = [...world.all()].filter((thing) => thing.kind === parent).slice(0, MOST_ABOVE);
  return above.map((thing) => {
    const path = `${thing.collection}/${encodeURIComponent(thing.id)}/${rest.join('/')}`;
    const members = naming(kind, parameterIn(name), thing);
    return isFixed && madeAt !== undefined
      ? { collection: `/${collection.join('/')}`, madeAt: path, members, isBelow: true }
      : { collection: path, members, isBelow: true };
  });
}

/** The member that is called as the parameter that stands for the thing above: `cafeId`. */
function naming({ members, id }: Kind, parameter: string | undefined, { value, kind }: Thing): Readonly<Record<string, unknown>> {
  const member = [...members.keys()].find((one) => one !== id && plain(one) === plain(parameter ?? ''));
  const own = kind.id === undefined ? undefined : value[kind.id];
  return member === undefined || own === undefined ? {} : { [member]: own };
}

/** The identifiers at a place: of a URI its end, as in the path of the thing. */
export function namedIds(value: unknown, place: readonly string[]): readonly string[] {
  return named(value, place).map(idIn);
}

/** The identifier that a text has, which may be a URI. */
export function idIn(text: string): string {
  return text.includes('/') ? endOf(text) : text;
}

/** The texts and numbers at a place, in all items of the lists on the way to it. */
function named(value: unknown, [member, ...deeper]: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => named(item, insideList(member, deeper)));
  if (member === undefined) return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  return named(getOwn(value, member), deeper);
}

/** The value with other identifiers at a place. */
export function withNamed(value: unknown, [member, ...deeper]: readonly string[], other: (one: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withNamed(item, insideList(member, deeper), other));
  if (member === undefined) return typeof value === 'string' || typeof value === 'number' ? other(value) : value;
  const before = getOwn(value, member);
  return before === undefined || typeof value !== 'object' ? value : { ...value, [member]: withNamed(before, deeper, other) };
}

/** `0` stands for each item of a list. */
function insideList(member: string | undefined, deeper: readonly string[]): readonly string[] {
  return member === undefined || member === '0' ? deeper : [member, ...deeper];
}

/** Whether a thing stands below another one, or was made there. */
export function standsBelow({ collection, madeAt = collection }: Thing, above: Thing): boolean {
  const path = `${above.collection}/${encodeURIComponent(above.id)}/`;
  return `${collection}/`.startsWith(path) || `${madeAt}/`.startsWith(path);
}

/** Whether a thing names another one. */
export function namesThing({ kind, value }: Thing, other: Thing): boolean {
  return kind.references.some((reference) => reference.kind === other.kind && namedIds(value, reference.place).includes(other.id));
}
