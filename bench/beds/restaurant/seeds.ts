// What the houses have when the service starts. Ids that the document uses in examples are those of the first house.
import { House, newId, type Store } from './store.ts';
import type { Bill, Dish, Employee, Ingredient, Line, Order, Reservation, Room, Table } from './things.ts';

interface Ids {
  readonly room: string;
  readonly terrace: string;
  readonly booked: string;
  readonly taken: string;
  readonly free: string;
  readonly soup: string;
  readonly reservation: string;
  readonly seated: string;
  readonly order: string;
  readonly billed: string;
  readonly bill: string;
  readonly employee: string;
}

/** The ids of the first house. */
export const LINDEN: Ids = {
  room: 'Rm4tK8wQz1Lx7Pn2Vb5C',
  terrace: 'Rm6yH3sJd9Gk1Tc8Wf2N',
  /** Four seats, booked for three guests on 2040-06-01 from 18:00 to 20:00. */
  booked: 'Tb9sWq3ZkY6hR1mD8vXa',
  /** Two seats and an open order. */
  taken: 'Tb5gNp1XvC7dS4jL2wQe',
  /** Two seats and no guests. */
  free: 'Tb2fJn7UcE4pG5yK9rHt',
  soup: 'Ds5mX2bN8gT1qL7wF4jS',
  reservation: 'Rs3hC6yP9zK2tB7nW8uQ',
  seated: 'Rs1kD4vM7xG9sF2jZ5pE',
  order: 'Or8vG4kM1xJ6sE9dA3fZ',
  billed: 'Or2nY7cT5bQ3hR8wK6uV',
  bill: 'Bl7qT5wD2rN9yH4cU6pL',
  employee: 'Em1zR8fK5bV3gX6jY2tM',
};

const fresh = (): Ids => Object.fromEntries(Object.keys(LINDEN).map((name) => [name, newId()])) as unknown as Ids;

function seedRooms(house: House, ids: Ids): void {
  const room = (id: string, name: string, outdoor: boolean): Room =>
    house.rooms.put({ id, name, floor: 0, outdoor, createdAt: house.clock.now() });
  room(ids.room, 'Parlour', false);
  room(ids.terrace, 'Terrace', true);
  const table = (id: string, label: string, seats: number, roomId: string, features: readonly string[]): Table => {
    const now = house.clock.now();
    return house.tables.put({ id, roomId, label, seats, shape: 'round', features, createdAt: now, updatedAt: now });
  };
  table(ids.booked, 'A1', 4, ids.room, ['window', 'quiet']);
  table(ids.taken, 'A2', 2, ids.room, ['quiet']);
  table(ids.free, 'T1', 2, ids.terrace, []);
  table(newId(), 'T2', 8, ids.terrace, ['wheelchair', 'highchair']);
}

function seedMenu(house: House, ids: Ids): void {
  const ingredient = (code: string, name: string, unit: string, stock: number): Ingredient =>
    house.ingredients.put({ code, name, unit, stock, reorderLevel: 500, updatedAt: house.clock.now() });
  ingredient('arborio-rice', 'Arborio rice', 'g', 9000);
  ingredient('onion', 'Onions', 'piece', 800);
  ingredient('sardines', 'Sardines', 'piece', 6);
  const dish = (about: Pick<Dish, 'name' | 'course' | 'price'> & Partial<Dish>): Dish => {
    const now = house.clock.now();
    const usual = { allergens: [], spiciness: 0, available: true, ingredients: [], translations: {} };
    return house.dishes.put({ ...usual, id: newId(), ...about, createdAt: now, updatedAt: now });
  };
  const onions = [{ code: 'onion', quantity: 3 }];
  dish({ id: ids.soup, name: 'Soup of the house', course: 'starter', price: 750, allergens: ['gluten'], ingredients: onions });
  dish({ name: 'Grilled sardines', course: 'main', price: 1490, allergens: ['fish'], ingredients: [{ code: 'sardines', quantity: 3 }] });
  dish({ name: 'Walnut tart', course: 'dessert', price: 890, allergens: ['gluten', 'eggs', 'nuts'], available: false });
  dish({ name: 'Green salad', course: 'side', price: 450 });
  dish({ name: 'Lemonade', course: 'drink', price: 450, translations: { de: 'Limonade', fr: 'Citronnade' } });
}

function seedReservations(house: House, ids: Ids): void {
  const reservation = (about: Pick<Reservation, 'id' | 'tableId' | 'startsAt' | 'status' | 'party'>, name: string): Reservation => {
    const usual = { durationMinutes: 120, guest: { name }, childAges: [], tags: [] };
    return house.reservations.put({ ...usual, ...about, createdAt: house.clock.now() });
  };
  reservation({ id: ids.reservation, tableId: ids.booked, startsAt: '2040-06-01T18:00:00Z', status: 'booked', party: 3 }, 'Ilse Maurer');
  reservation({ id: ids.seated, tableId: ids.taken, startsAt: '2040-06-02T18:00:00Z', status: 'seated', party: 2 }, 'Bram Okafor');
  reservation({ id: newId(), tableId: ids.booked, startsAt: '2040-06-03T18:00:00Z', status: 'cancelled', party: 4 }, 'Pia Lund');
}

function seedOrders(house: House, ids: Ids): void {
  const line: Line = {
    number: 1,
    dishId: ids.soup,
    dishName: 'Soup of the house',
    unitPrice: 750,
    quantity: 2,
    parts: [{ code: 'onion', quantity: 3 }],
  };
  const order = (about: Pick<Order, 'id' | 'tableId' | 'status' | 'billId'>): Order =>
    house.orders.put({ guests: 2, till: null, lines: [line], lastNumber: 1, openedAt: house.clock.now(), ...about });
  order({ id: ids.order, tableId: ids.taken, status: 'open', billId: null });
  const table = house.tables.all().find(({ label }) => label === 'T2');
  order({ id: ids.billed, tableId: table?.id ?? '', status: 'billed', billId: ids.bill });
  const about = { orderId: ids.billed, subtotal: 1500, discountPercent: 0, issuedAt: house.clock.now() };
  const bill: Bill = { id: ids.bill, ...about, payments: [] };
  house.bills.put(bill);
}

function seedStaff(house: House, ids: Ids): void {
  const employee: Employee = {
    id: ids.employee,
    name: 'Remi Castell',
    role: 'waiter',
    email: 'remi@example.org',
    pin: '7719',
    hourlyWage: 1580,
    hiredOn: '2031-05-02',
    shifts: [{ id: newId(), startsAt: '2040-06-01T14:00:00.000Z', endsAt: '2040-06-01T22:00:00.000Z', station: 'floor' }],
    createdAt: house.clock.now(),
  };
  house.staff.put(employee);
}

function houseWith(ids: Ids): House {
  const house = new House();
  for (const seed of [seedRooms, seedMenu, seedReservations, seedOrders, seedStaff]) seed(house, ids);
  for (const day of ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday']) house.hours.set(day, [{ opens: '17:00', closes: '23:00' }]);
  return house;
}

export const createStore = (): Store => ({ linden: houseWith(LINDEN), harbourside: houseWith(fresh()) });
