// What the service keeps, in memory.
import { seed } from './seeds.ts';
import type { Adopter, Adoption, Animal, Kennel, Store } from './things.ts';

/** The key of a kennel, as two shelters may have the same code. */
export const keyOf = (shelter: string, code: string): string => `${shelter} ${code}`;

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

export const isOpen = ({ state }: Adoption): boolean => state === 'requested' || state === 'approved';

export const occupantsOf = ({ animals }: Store, { shelter, code }: Kennel): Animal[] =>
  [...animals.values()].filter((animal) => animal.shelter === shelter && animal.kennel === code);

export const openAdoptionsOf = ({ adoptions }: Store, { id }: Adopter): Adoption[] =>
  [...adoptions.values()].filter((adoption) => adoption.adopter === id && isOpen(adoption));

export function createStore(): Store {
  const counts = new Map<string, number>();
  const store: Store = {
    kennels: new Map(),
    animals: new Map(),
    adopters: new Map(),
    adoptions: new Map(),
    donations: new Map(),
    next: (kind) => {
      const next = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, next);
      return next;
    },
  };
  seed(store);
  return store;
}
