// The things that exist at the start: those of the document's examples first, then samples, which refer to one another.
import type { Random } from '@octavo/runtime/testing';
import { ExampleError } from '@octavo/runtime/testing';
import { referring, sampleOf, settledValue } from './compose.ts';
import { newKey } from './keys.ts';
import { type Place, type Places, placeBelow } from './places.ts';
import type { Ground } from './results.ts';
import type { LivingStore, Unit } from './store.ts';
import type { LivingThing } from './things.ts';

export interface SeedSetting {
  readonly ground: Ground;
  readonly store: LivingStore;
  readonly things: readonly LivingThing[];
  readonly places: Places;
  readonly random: Random;
}

/** How many of each collection there are; below each thing, fewer. */
const AT_TOP = 3;
const BELOW = 2;

export function seed({ ground, store, things, places, random }: SeedSetting): void {
  const inOrder = things.toSorted((one, other) => one.collection.length - other.collection.length);
  store.write((unit) => {
    for (const thing of inOrder) {
      const places_ = placesFor(unit, places, thing);
      for (const place of places_) {
        const count = place.above.size === 0 ? AT_TOP : BELOW;
        for (let number = 0; number < count; number++)
          add({ ground, places, random, unit, thing, place }, place.above.size === 0 && number === 0);
      }
    }
  });
}

interface Adding extends Pick<SeedSetting, 'ground' | 'places' | 'random'> {
  readonly unit: Unit;
  readonly thing: LivingThing;
  readonly place: Place;
}

/** A thing of which the document has no value stays away. */
function add({ ground, places, random, unit, thing, place }: Adding, isExample: boolean): void {
  try {
    const sample = sampleOf(ground, thing, isExample ? undefined : random);
    if (Object.keys(sample).length === 0) return;
    const value = settledValue(ground, thing, referring(sample, {}, places.existing(unit, place, thing)));
    const id = thing.id === undefined ? undefined : value[thing.id];
    const isFree = id !== undefined && id !== '' && unit.find(place.collection, String(id)) === undefined;
    const kept = isExample && isFree ? { key: String(id), value } : newKey({ ground, thing, unit, place, random }, value, {});
    unit.put(place.collection, { ...kept, version: 1 });
  } catch (error) {
    if (!(error instanceof ExampleError)) throw error;
  }
}

/** The collections of a thing: one, or one below each of what stands directly above. */
function placesFor(unit: Unit, places: Places, thing: LivingThing): readonly Place[] {
  const above = places.above(thing);
  const parameters = thing.collection.filter((segment) => segment.startsWith('{')).length;
  if (parameters === 0) return [placeBelow(thing.collection, new Map())];
  if (above.length < parameters) return [];
  return above.reduce<readonly Place[]>(
    (before, parent) =>
      before.flatMap((one) =>
        unit
          .list(placeBelow(parent.collection, one.above).collection)
          .map(({ key }) => placeBelow(thing.collection, new Map([...one.above, [parent.collection.length, key]]))),
      ),
    [placeBelow(thing.collection, new Map())],
  );
}
