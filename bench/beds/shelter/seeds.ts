// What two shelters have at the beginning.
import type { Animal, Store } from './things.ts';

const ARRIVED = 1764547200;

type Fill = Partial<Animal> & Pick<Animal, 'name' | 'species' | 'sex'>;

const addAnimal = (store: Store, shelter: string, fill: Fill): Animal => {
  const id = store.next('animal');
  const empty = { bornAt: null, chip: null, traits: [], kennel: null, note: null, status: 'intake', weight: null, photos: [], visits: [] };
  const animal: Animal = { ...empty, arrivedAt: ARRIVED + id * 86_400, ...fill, shelter, id };
  store.animals.set(id, animal);
  return animal;
};

const addVisit = (animal: Animal, weight: number): void => {
  const number = animal.visits.length + 1;
  const found = { kind: 'checkup', outcome: 'fit', medication: [], cost: 4500, report: null };
  animal.visits.push({ animal: animal.id, number, at: animal.arrivedAt + 3600, vet: 'Dr. Amsel', weight, ...found });
  animal.weight = weight;
};

const addAdopter = (store: Store, shelter: string, name: string, email: string, city: string): number => {
  const id = store.next('adopter');
  const address = { street: 'Lindenweg 4', postcode: '04109', city, country: 'DE' };
  const household = { adults: 2, children: 0, garden: true };
  store.adopters.set(id, { shelter, id, name, email, birthday: null, address, household, wants: [], references: [] });
  return id;
};

const addAdoption = (store: Store, shelter: string, animal: Animal, adopter: number, steps: readonly string[]): void => {
  const id = store.next('adoption');
  const requestedAt = animal.arrivedAt + 86_400;
  const history = steps.map((step, index) => ({ step, note: null, at: requestedAt + (index + 1) * 3600 }));
  const state = steps.length === 0 ? 'requested' : 'completed';
  const homeVisit = steps.length === 0;
  store.adoptions.set(id, { shelter, id, animal: animal.id, adopter, fee: 12_500, homeVisit, message: null, requestedAt, state, history });
};

const addDonation = (store: Store, shelter: string, amount: number, purpose: string, donor: string | null, animal: number | null): void => {
  const count = store.next('donation');
  const receipt = `R${String(count).padStart(6, '0')}`;
  store.donations.set(receipt, { shelter, receipt, amount, purpose, donor, animal, receivedAt: 1767225600 + count * 3600 });
};

const addKennel = (
  store: Store,
  shelter: string,
  code: string,
  species: string,
  places: number,
  features: string[],
  note?: string,
): void => {
  store.kennels.set(`${shelter} ${code}`, { shelter, code, species, places, features, note: note ?? null });
};

function seedLindenhof(store: Store): void {
  const own = 'lindenhof';
  addKennel(store, own, 'D-1', 'dog', 2, ['heated'], 'Door sticks in winter');
  addKennel(store, own, 'D-2', 'dog', 3, ['outdoor', 'quiet']);
  addKennel(store, own, 'D-10', 'dog', 1, ['quarantine']);
  addKennel(store, own, 'C-1', 'cat', 4, []);
  addKennel(store, own, 'B-1', 'bird', 2, ['heated']);
  const biscuit = { name: 'Biscuit', species: 'dog', sex: 'female', bornAt: 1643673600, chip: '276098106234511', kennel: 'D-1' };
  const one = addAnimal(store, own, { ...biscuit, traits: ['calm', 'good-with-cats'], status: 'available' });
  addAnimal(store, own, { name: 'apollo', species: 'dog', sex: 'male', bornAt: 1556668800, kennel: 'D-1', note: 'Limps' });
  addAnimal(store, own, { name: 'Mimi', species: 'cat', sex: 'female', kennel: 'C-1' });
  const four = addAnimal(store, own, {
    name: 'Zorro',
    species: 'cat',
    sex: 'male',
    bornAt: 1672531200,
    kennel: 'C-1',
    status: 'available',
  });
  const coco = { name: 'Coco', species: 'bird', sex: 'unknown', bornAt: -15_768_000, kennel: 'B-1', status: 'reserved' };
  const five = addAnimal(store, own, coco);
  const six = addAnimal(store, own, { name: 'Rex', species: 'dog', sex: 'male', bornAt: 1583020800, status: 'adopted' });
  for (const animal of [one, four, five, six]) addVisit(animal, animal.id + 0.5);
  const ines = addAdopter(store, own, 'Ines Falk', 'ines.falk@example.org', 'Leipzig');
  const tom = addAdopter(store, own, 'Tom Berg', 'tom@example.org', 'Halle');
  addAdoption(store, own, five, ines, []);
  addAdoption(store, own, six, tom, ['approve', 'handover']);
  addDonation(store, own, 5000, 'food', 'Familie Okoye', null);
  addDonation(store, own, 2550, 'any', null, one.id);
  addDonation(store, own, 100_000, 'vet', 'Berg, "Tom"', one.id);
}

function seedNorthgate(store: Store): void {
  const own = 'northgate';
  addKennel(store, own, 'CAT-1', 'cat', 2, []);
  const luna = addAnimal(store, own, { name: 'Luna', species: 'cat', sex: 'female', kennel: 'CAT-1', status: 'available' });
  const max = addAnimal(store, own, { name: 'Max', species: 'cat', sex: 'male', kennel: 'CAT-1', status: 'reserved' });
  addVisit(luna, 3.2);
  addVisit(max, 4);
  addAdoption(store, own, max, addAdopter(store, own, 'Mary Stone', 'mary@example.org', 'Berlin'), []);
  addDonation(store, own, 7700, 'building', 'Stone & Sons', null);
}

export function seed(store: Store): void {
  seedLindenhof(store);
  seedNorthgate(store);
}
