// Animals and their photos.
import type { Upload } from '../body.ts';
import { type Body, type Call, compareTexts, type Handlers, kennelOf, pageOf, requireAnimal, textOf } from '../call.ts';
import { nowInSeconds, occupantsOf } from '../store.ts';
import type { Animal } from '../things.ts';
import { conflict, created, unprocessable } from '../wire.ts';

export function viewOf({ store }: Call, animal: Animal) {
  const { shelter: _, visits: __, ...shown } = animal;
  const gifts = [...store.donations.values()].filter(({ animal: id }) => id === animal.id);
  return { ...shown, donated: gifts.reduce((sum, { amount }) => sum + amount, 0) };
}

const ownOf = ({ store, shelter }: Call): Animal[] => [...store.animals.values()].filter((animal) => animal.shelter === shelter);

function isListed(call: Call, animal: Animal): boolean {
  const { parameters, has } = call;
  const species = parameters.get('species') as readonly string[] | undefined;
  const name = textOf(call, 'name')?.toLowerCase();
  const bornFrom = parameters.get('bornFrom');
  const some = has('species-first-only') ? species?.slice(0, 1) : species;
  if (some !== undefined && !some.includes(animal.species)) return false;
  if (name !== undefined && !animal.name.toLowerCase().includes(name)) return false;
  if (bornFrom !== undefined && (animal.bornAt === null || animal.bornAt < Number(bornFrom))) return false;
  return ['status', 'kennel'].every((member) => {
    const wanted = textOf(call, member);
    return wanted === undefined || animal[member as 'status' | 'kennel'] === wanted;
  });
}

function compare(a: Animal, b: Animal, key: string, sign: number, folded: (name: string) => string): number {
  if (key === 'name') return sign * compareTexts(folded(a.name), folded(b.name));
  if (key === 'id') return sign * (a.id - b.id);
  if (a.bornAt === null || b.bornAt === null) return Number(a.bornAt === null) - Number(b.bornAt === null);
  return sign * (a.bornAt - b.bornAt);
}

function requireFreeChip(call: Call, chip: unknown, id?: number): void {
  const isTaken = typeof chip === 'string' && ownOf(call).some((other) => other.chip === chip && other.id !== id);
  if (isTaken) throw conflict('Another animal has this chip.', 'chip');
}

function requirePlace(call: Call, code: unknown, species: unknown): void {
  if (typeof code !== 'string') return;
  const kennel = kennelOf(call, code);
  if (kennel === undefined) throw unprocessable('There is no such kennel.', 'kennel');
  if (kennel.species !== species) throw conflict('The kennel is for another species.', 'kennel');
  if (occupantsOf(call.store, kennel).length >= kennel.places) throw conflict('The kennel is full.', 'kennel');
}

/** The changes of an animal, as they are made. */
const changesOf = ({ body, has }: Call): Body => {
  const { traits, ...rest } = body;
  const isDropped = traits === undefined || (has('empty-traits-ignored') && (traits as readonly string[]).length === 0);
  return isDropped ? rest : { ...rest, traits };
};

export const animals: Handlers = {
  listAnimals: (call) => {
    const own = ownOf(call);
    const listed = own.filter((animal) => isListed(call, animal));
    const [, minus, key = 'id'] = /^(-?)(.*)$/.exec(textOf(call, 'sort') ?? 'id') ?? [];
    const folded = (name: string): string => (call.has('names-by-case') ? name : name.toLowerCase());
    const sorted = listed.toSorted((a, b) => compare(a, b, key, minus === '-' ? -1 : 1, folded) || a.id - b.id);
    const views = sorted.map((animal) => viewOf(call, animal));
    return call.has('total-of-all') ? pageOf(call, views, own.length) : pageOf(call, views);
  },
  createAnimal: (call) => {
    const { store, shelter, body } = call;
    requirePlace(call, body.kennel, body.species);
    requireFreeChip(call, body.chip);
    const id = store.next('animal');
    const empty = { bornAt: null, chip: null, traits: [], kennel: null, note: null, status: 'intake', weight: null };
    const animal = { ...empty, ...body, id, shelter, arrivedAt: nowInSeconds(), photos: [], visits: [] } as unknown as Animal;
    store.animals.set(id, animal);
    return created(`/animals/${id}`);
  },
  getAnimal: (call) => ({ status: 200, body: viewOf(call, requireAnimal(call)) }),
  updateAnimal: (call) => {
    const animal = requireAnimal(call);
    if (animal.status === 'adopted') throw conflict('The animal is adopted.');
    requireFreeChip(call, call.body.chip, animal.id);
    Object.assign(animal, changesOf(call));
    return { status: 200, body: viewOf(call, animal) };
  },
  addPhoto: (call) => {
    const animal = requireAnimal(call);
    const file = call.body.file as Upload | string;
    if (typeof file === 'string') throw unprocessable('The file must be a file.', 'file');
    const { type, bytes } = file;
    if (type !== 'image/jpeg' && type !== 'image/png') throw unprocessable('The file must be a JPEG or PNG file.', 'file');
    if (bytes.length === 0) throw unprocessable('The file is empty.', 'file');
    if (animal.photos.length >= 5) throw conflict('The animal has five photos already.');
    const caption = call.body.caption as string | undefined;
    const photo = { id: call.store.next('photo'), caption: caption ?? null, type, size: bytes.length, addedAt: nowInSeconds() };
    animal.photos.push(photo);
    return { status: 201, body: photo };
  },
};
