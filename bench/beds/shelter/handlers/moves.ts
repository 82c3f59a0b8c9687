// Several animals that move at once.
import { animalOf, type Call, type Handlers, kennelOf, textOf } from '../call.ts';
import type { Animal } from '../things.ts';
import { unprocessable } from '../wire.ts';

interface Move {
  readonly animal: number;
  readonly kennel: string | null;
}

/** Where animals stay after the moves so far. */
type Places = Map<number, string | null>;

const countIn = ({ store, shelter }: Call, code: string, places: Places): number =>
  [...store.animals.values()].filter(({ id, shelter: owner }) => owner === shelter && places.get(id) === code).length;

function reasonOf(call: Call, animal: Animal | undefined, code: string | null, places: Places): string | undefined {
  if (animal === undefined) return 'no-such-animal';
  if (animal.status === 'adopted') return 'animal-adopted';
  if (code === null || places.get(animal.id) === code) return undefined;
  const kennel = kennelOf(call, code);
  if (kennel === undefined) return 'no-such-kennel';
  if (kennel.species !== animal.species) return 'wrong-species';
  return countIn(call, code, places) >= kennel.places ? 'kennel-full' : undefined;
}

export const moves: Handlers = {
  moveAnimals: (call) => {
    const wanted = call.body.moves as readonly Move[];
    if (new Set(wanted.map(({ animal }) => animal)).size < wanted.length) throw unprocessable('An animal is named twice.', 'moves');
    const places: Places = new Map([...call.store.animals.values()].map(({ id, kennel }) => [id, kennel]));
    const results = wanted.map(({ animal: id, kennel: code }) => {
      const animal = animalOf(call, id);
      const reason = reasonOf(call, animal, code, places);
      if (reason === undefined) {
        places.set(id, code);
        return { animal: id, outcome: 'moved' };
      }
      const isBare = reason === 'wrong-species' && call.has('refused-without-reason');
      return { animal: id, outcome: 'refused', ...(isBare ? {} : { reason }) };
    });
    if (textOf(call, 'X-Dry-Run') !== 'true')
      for (const [id, code] of places) Object.assign(call.store.animals.get(id) ?? {}, { kennel: code });
    return { status: 200, body: { results } };
  },
};
