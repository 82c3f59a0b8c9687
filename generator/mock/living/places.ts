// Where things stand: the path of a collection with the values of a request, and what exists above it.
import { refersTo } from '../../conform/sequences/names.ts';
import { pointerTo, valueAt } from '../../conform/sequences/pointers.ts';
import { isSameTemplate, parameterIn, type Segments, segmentsOf } from '../../conform/sequences/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Existing } from './compose.ts';
import type { Unit } from './store.ts';
import type { LivingThing } from './things.ts';

export interface Place {
  /** The path of the collection, with values: `/shelves/1/books`. */
  readonly collection: string;
  /** Its last word: `books`. */
  readonly name: string;
  /** The identifier in the path; absent for the collection as a whole. */
  readonly key?: string;
  /** The identifiers of what stands above it, by the number of segments before them. */
  readonly above: ReadonlyMap<number, string>;
}

export interface Places {
  of(operation: Operation, thing: LivingThing, input: unknown): Place;
  /** The name of the first collection above that does not have what the path names. */
  missingAbove(unit: Unit, place: Place, thing: LivingThing): string | undefined;
  /** What members of a thing can refer to: what stands above it, then the first of each collection. */
  existing(unit: Unit, place: Place, thing: LivingThing): Existing;
  /** The things whose collections stand above that of another one. */
  above(thing: LivingThing): readonly LivingThing[];
}

export function placesOfThings(things: readonly LivingThing[]): Places {
  const above = (thing: LivingThing): readonly LivingThing[] =>
    things.filter(
      (one) =>
        one.collection.length + 1 < thing.collection.length &&
        isSameTemplate(one.collection, thing.collection.slice(0, one.collection.length)) &&
        parameterIn(thing.collection[one.collection.length]) !== undefined,
    );
  return {
    above,
    of: (operation, thing, input) => placeIn(segmentsOf(operation.path), thing.collection.length, input),
    missingAbove(unit, place, thing) {
      const found = above(thing).find(
        (one) => unit.find(collectionAbove(place, one), place.above.get(one.collection.length) ?? '') === undefined,
      );
      return found?.name;
    },
    existing(unit, place, thing) {
      const parents = above(thing).toReversed();
      const others = things.filter((one) => one !== thing && one.collection.every((segment) => parameterIn(segment) === undefined));
      return (name) => {
        const parent = parents.find((one) => refersTo(name, one.name));
        if (parent !== undefined) return idIn(unit, collectionAbove(place, parent), parent, place.above.get(parent.collection.length));
        const other = others.find((one) => refersTo(name, one.name));
        return other && idIn(unit, `/${other.collection.join('/')}`, other, undefined);
      };
    },
  };
}

function idIn(unit: Unit, collection: string, { id }: LivingThing, key: string | undefined): unknown {
  const kept = key === undefined ? unit.list(collection)[0] : unit.find(collection, key);
  return id === undefined ? kept?.key : kept?.value[id];
}

function collectionAbove({ collection }: Place, { collection: segments }: LivingThing): string {
  return `/${collection
    .split('/')
    .slice(1, segments.length + 1)
    .join('/')}`;
}

function placeIn(path: Segments, length: number, input: unknown): Place {
  const valueIn = (segment: string | undefined): string | undefined => {
    const name = parameterIn(segment);
    return name === undefined ? undefined : String(valueAt(input, pointerTo('path', name)));
  };
  const before = path.slice(0, length);
  const key = valueIn(path[length]);
  const above = new Map(
    before.flatMap((segment, index) => (valueIn(segment) === undefined ? [] : [[index, valueIn(segment) ?? ''] as const])),
  );
  return {
    collection: `/${before.map((segment) => encodeURIComponent(valueIn(segment) ?? segment)).join('/')}`,
    name: before.at(-1) ?? '',
    ...(key === undefined ? {} : { key }),
    above,
  };
}

/** The place of a collection below a thing that exists. */
export function placeBelow(segments: Segments, keys: ReadonlyMap<number, string>): Place {
  const collection = `/${segments.map((segment, index) => encodeURIComponent(keys.get(index) ?? segment)).join('/')}`;
  return { collection, name: segments.at(-1) ?? '', above: keys };
}
