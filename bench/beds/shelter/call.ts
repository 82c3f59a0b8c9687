// What a handler gets, and how it finds things.
import type { Reply } from '../http.ts';
import { keyOf } from './store.ts';
import type { Adopter, Adoption, Animal, Kennel, Store } from './things.ts';
import { notFound } from './wire.ts';

/** A body that was checked. Its members are as the document has them. */
export type Body = Readonly<Record<string, unknown>>;

export interface Call {
  readonly store: Store;
  readonly shelter: string;
  /** Parameters that were checked, by name. */
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly body: Body;
  readonly has: (fault: string) => boolean;
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

export const numberOf = ({ parameters }: Call, name: string): number => Number(parameters.get(name));

export const textOf = ({ parameters }: Call, name: string): string | undefined => {
  const value = parameters.get(name);
  return value === undefined ? undefined : String(value);
};

export const kennelOf = ({ store, shelter }: Call, code: string): Kennel | undefined => store.kennels.get(keyOf(shelter, code));

const owned = <T extends { readonly shelter: string }>(found: T | undefined, shelter: string): T | undefined =>
  found?.shelter === shelter ? found : undefined;

export const animalOf = ({ store, shelter }: Call, id: number): Animal | undefined => owned(store.animals.get(id), shelter);
export const adopterOf = ({ store, shelter }: Call, id: number): Adopter | undefined => owned(store.adopters.get(id), shelter);
export const adoptionOf = ({ store, shelter }: Call, id: number): Adoption | undefined => owned(store.adoptions.get(id), shelter);

/** The animal of the path. */
export function requireAnimal(call: Call): Animal {
  const animal = animalOf(call, numberOf(call, 'animalId'));
  if (animal === undefined) throw notFound('animal');
  return animal;
}

/** A page of a list. */
export const pageOf = <T>(call: Call, all: readonly T[], total = all.length): Reply => {
  const offset = numberOf(call, 'offset');
  const limit = numberOf(call, 'limit');
  return { status: 200, body: { total, offset, limit, items: all.slice(offset, offset + limit) } };
};

const codePoints = (text: string): number[] => [...text].map((letter) => letter.codePointAt(0) ?? 0);

/** Compares texts by their code points. */
export function compareTexts(a: string, b: string): number {
  const [left, right] = [codePoints(a), codePoints(b)];
  const index = left.findIndex((point, at) => point !== right[at]);
  return index === -1 ? left.length - right.length : (left[index] ?? 0) - (right[index] ?? -1);
}
