// What the service takes in bodies.
import { bool, type Check, choice, integer, list, map, number, object, orNull, text } from './fields.ts';
import { instantOf, isDate, isEmail, isUri } from './formats.ts';
import { KINDS } from './things.ts';

export type Input =
  | 'route'
  | 'ship'
  | 'sailing'
  | 'sailingPatch'
  | 'sailingCancellation'
  | 'booking'
  | 'bookingPatch'
  | 'bookingCancellation'
  | 'checkIn'
  | 'notice';

export const PORT = /^[A-Z]{3}$/;

export const idOf = (prefix: string): RegExp => new RegExp(`^${prefix}_[0-9a-z]{10}$`);

const METADATA = /^[a-z][A-Za-z0-9]{0,19}$/;

export const instant = text({ format: (value) => instantOf(value) !== undefined });

type Has = (fault: string) => boolean;

const inUnits = (value: string): number => value.length;
const inBytes = (value: string): number => Buffer.byteLength(value);

function routesOf(has: Has): Record<'route', Check> {
  const fares = object({
    adultCents: integer(0, 1_000_000),
    childCents: integer(0, 1_000_000),
    vehiclePerMetreCents: integer(0, 500_000),
  });
  const required = {
    code: text({ pattern: /^[A-Z]{3}-[A-Z]{3}$/ }),
    name: text({ min: 1, max: 60, ...(has('route-name-in-bytes') ? { length: inBytes } : {}) }),
    crossingMinutes: integer(5, has('crossing-of-two-days') ? 2879 : 2880),
    fares,
  };
  return { route: object(required, { portsOnTheWay: list(text({ pattern: PORT }), { max: 4, unique: true }) }) };
}

function shipsOf(has: Has): Record<'ship', Check> {
  const deck = object({
    label: text({ pattern: /^[A-Z0-9]{1,3}$/ }),
    laneMetres: number({ min: 1, max: 2500, step: 0.5 }),
    heightMetres: number({ ...(has('deck-of-limit-height') ? { min: 1.5 } : { above: 1.5 }), max: 6 }),
    kinds: list(choice(...KINDS), { min: 1, unique: true }),
  });
  const required = {
    name: text({ min: 2, max: 40 }),
    callSign: text({ pattern: has('call-sign-tail') ? /^[A-Z]{4}[0-9]?/ : /^[A-Z]{4}[0-9]?$/ }),
    passengerCapacity: integer(1, 3000),
    decks: list(deck, { min: 1, max: 6 }),
  };
  const port = text({ pattern: PORT });
  const built = has('built-on-no-day') ? text({ pattern: /^\d{4}-\d{2}-\d{2}$/ }) : text({ format: isDate });
  return { ship: object(required, { homePort: has('home-port-null') ? port : orNull(port), builtOn: orNull(built) }) };
}

function sailingsOf(): Record<'sailing' | 'sailingPatch' | 'sailingCancellation', Check> {
  const optional = { checkInClosesMinutes: integer(10, 180, 5), remark: orNull(text({ max: 200 })) };
  const required = { routeId: text({ pattern: idOf('rt') }), shipId: text({ pattern: idOf('sh') }), departsAt: instant };
  return {
    sailing: object(required, optional),
    sailingPatch: object({}, { ...optional, departsAt: instant, status: choice('scheduled', 'boarding', 'departed') }, 1),
    sailingCancellation: object({ reason: text({ min: 3, max: 200 }) }),
  };
}

function bookingsOf(has: Has): Record<'booking' | 'bookingPatch' | 'bookingCancellation' | 'checkIn', Check> {
  const named = {
    name: text({ min: 1, max: 80, ...(has('contact-name-in-units') ? { length: inUnits } : {}) }),
    email: text({ max: 120, format: isEmail }),
  };
  const phone = { phone: orNull(text({ pattern: /^\+[1-9][0-9]{6,14}$/ })) };
  const passenger = object(
    { name: text({ min: 1, max: 60 }), category: choice('adult', 'child', 'infant') },
    { birthDate: orNull(text({ format: isDate })), needsAssistance: bool },
  );
  const passengers = list(passenger, { min: 1, max: 9 });
  const vehicle = object(
    {
      kind: choice(...KINDS),
      plate: text({ max: 10, pattern: /^[A-Z0-9]([A-Z0-9 -]*[A-Z0-9])?$/ }),
      lengthMetres: number({ min: 1, max: 25, step: 0.25 }),
      heightMetres: number({ above: 0, max: 6 }),
    },
    { declaredValueCents: integer(0, 5_000_000_000) },
  );
  const note = { note: orNull(text({ max: 300 })) };
  const value = text({ max: 100 });
  return {
    booking: object(
      { contact: object(named, phone), passengers },
      { vehicles: list(vehicle, { max: 3 }), metadata: map(METADATA, value, 8), ...note },
    ),
    bookingPatch: object(
      {},
      { contact: object({}, { ...named, ...phone }), passengers, metadata: map(METADATA, orNull(value)), ...note },
      1,
    ),
    bookingCancellation: object(
      { reason: choice('passengerRequest', 'duplicate', 'paymentFailed', 'other') },
      { comment: orNull(text({ min: 1, max: 200 })) },
    ),
    checkIn: object({ gate: text({ pattern: /^[A-F][1-9]$/ }) }),
  };
}

function noticesOf(has: Has): Record<'notice', Check> {
  const severities = ['info', 'warning', 'disruption', ...(has('severity-critical') ? ['critical'] : [])];
  const link = text({ max: 200, pattern: /^https:\/\/[A-Za-z0-9]/, format: isUri });
  const required = { severity: choice(...severities), title: text({ min: 1, max: 80 }), text: text({ min: 1, max: 1000 }) };
  const optional = {
    translations: map(/^[a-z]{2}(-[A-Z]{2})?$/, text({ min: 1, max: 1000 }), 6),
    links: list(link, { max: 3, unique: true }),
    validFrom: instant,
    validUntil: orNull(instant),
  };
  return { notice: object(required, optional) };
}

export const inputsOf = (has: Has): Readonly<Record<Input, Check>> => ({
  ...routesOf(has),
  ...shipsOf(has),
  ...sailingsOf(),
  ...bookingsOf(has),
  ...noticesOf(has),
});
