// What travels on a sailing, where it stands, and what it costs.
import type { Booking, Deck, Passenger, PassengerInput, Route, Sailing, Vehicle, VehicleInput } from './things.ts';

type Has = (fault: string) => boolean;

const isLive = ({ status }: Booking): boolean => status !== 'cancelled';

/** The places that passengers take. Infants take none. */
export const placesOf = (passengers: readonly PassengerInput[], has: Has): number =>
  passengers.filter(({ category }) => category !== 'infant' || has('infants-take-places')).length;

export const bookedOf = (bookings: readonly Booking[], has: Has): number =>
  bookings.filter(isLive).reduce((sum, { passengers }) => sum + placesOf(passengers, has), 0);

const sumOf = (vehicles: readonly Vehicle[]): number => vehicles.reduce((sum, { lengthMetres }) => sum + lengthMetres, 0);

/** The free lane metres of each deck. */
export function freeMetresOf({ decks }: Sailing, bookings: readonly Booking[], has: Has): number[] {
  const counted = has('cancelled-keeps-metres') ? bookings : bookings.filter(isLive);
  const vehicles = counted.flatMap((booking) => (has('second-vehicle-for-free') ? booking.vehicles?.slice(0, 1) : booking.vehicles) ?? []);
  return decks.map(({ label, laneMetres }) => Math.max(0, laneMetres - sumOf(vehicles.filter(({ deck }) => deck === label))));
}

export const platesOf = (bookings: readonly Booking[]): Set<string> =>
  new Set(bookings.filter(isLive).flatMap(({ vehicles }) => vehicles?.map(({ plate }) => plate) ?? []));

const suits = ({ kinds, heightMetres }: Deck, vehicle: VehicleInput): boolean =>
  kinds.includes(vehicle.kind) && heightMetres >= vehicle.heightMetres;

/** Whether some deck takes the kind and the height of each vehicle. */
export const hasDecksFor = ({ decks }: Sailing, vehicles: readonly VehicleInput[]): boolean =>
  vehicles.every((vehicle) => decks.some((deck) => suits(deck, vehicle)));

/** The vehicles on their decks, or undefined if there is not enough room. */
export function placed({ decks }: Sailing, free: readonly number[], vehicles: readonly VehicleInput[], has: Has): Vehicle[] | undefined {
  const left = [...free];
  const found: Vehicle[] = [];
  for (const vehicle of vehicles) {
    const at = decks.findIndex((deck, index) => suits(deck, vehicle) && (left[index] ?? 0) >= vehicle.lengthMetres);
    const deck = decks[at];
    if (deck === undefined) return undefined;
    left[at] = (left[at] ?? 0) - vehicle.lengthMetres;
    const value = vehicle.declaredValueCents ?? 0;
    found.push({ ...vehicle, declaredValueCents: has('value-in-32-bits') ? value | 0 : value, deck: deck.label });
  }
  return found;
}

export const passengersOf = (passengers: readonly PassengerInput[]): Passenger[] =>
  passengers.map(({ name, category, birthDate = null, needsAssistance = false }) => ({ name, category, birthDate, needsAssistance }));

export function totalOf({ fares }: Route, passengers: readonly PassengerInput[], vehicles: readonly VehicleInput[]): number {
  const of = { adult: fares.adultCents, child: fares.childCents, infant: 0 };
  const persons = passengers.reduce((sum, { category }) => sum + of[category], 0);
  return vehicles.reduce((sum, { lengthMetres }) => sum + Math.ceil(lengthMetres) * fares.vehiclePerMetreCents, persons);
}
