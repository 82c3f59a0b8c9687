// What bodies and queries must be like.
import { isInstant } from '../checks.ts';
import { day, type Flaw, integer, list, oneOf, orNull, type Parameter, type Shape, text } from '../plain.ts';
import type { Has } from './store.ts';

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
export const STOP_CODE = /^[A-Z]{2,4}-[0-9]{1,3}$/;
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

type Shapes = Readonly<Record<string, Shape>>;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** An object with these members and, unless it is open, no others. */
function object(required: Shapes, optional: Shapes = {}, isOpen = false): Shape {
  const known = new Map([...Object.entries(required), ...Object.entries(optional)]);
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ at, message: 'must be an object' }];
    const given = new Map<string, unknown>(Object.entries(value));
    const missing = Object.keys(required).filter((name) => !given.has(name));
    const members = [...given].flatMap(([name, member]): readonly Flaw[] => {
      const place = `${at}/${escaped(name)}`;
      const shape = known.get(name);
      if (shape !== undefined) return shape(member, place);
      return isOpen ? [] : [{ at: place, message: 'is not known' }];
    });
    return [...missing.map((name) => ({ at: `${at}/${name}`, message: 'is missing' })), ...members];
  };
}

const flag: Shape = (value, at) => (typeof value === 'boolean' ? [] : [{ at, message: 'must be true or false' }]);
const moment: Shape = text({ test: isInstant });

const numeric =
  (min: number, max: number, isOpenAbove = false): Shape =>
  (value, at) => {
    const fits = typeof value === 'number' && value >= min && (isOpenAbove ? value < max : value <= max);
    return fits ? [] : [{ at, message: `must be a number from ${min} to ${max}` }];
  };

const stepped =
  (min: number, max: number, step: number): Shape =>
  (value, at) => {
    const flaws = integer(min, max)(value, at);
    if (flaws.length > 0 || typeof value !== 'number') return flaws;
    return value % step === 0 ? [] : [{ at, message: `must be a multiple of ${step}` }];
  };

const units =
  (min: number, max: number): Shape =>
  (value, at) =>
    typeof value === 'string' && value.length >= min && value.length <= max
      ? []
      : [{ at, message: `must have ${min} to ${max} characters` }];

function lineMembers(has: Has): readonly [Shapes, Shapes] {
  const required = {
    name: text({ min: 1, max: has('line-name-long') ? 61 : 60 }),
    mode: oneOf('bus', 'tram', 'rail', 'ferry'),
    operatesOn: list(oneOf(...WEEKDAYS), { min: 1, max: 7, unique: !has('weekday-twice') }),
    validFrom: day,
  };
  const optional = {
    colour: orNull(text({ pattern: has('colour-small-letters') ? /^#[0-9A-Fa-f]{6}$/ : /^#[0-9A-F]{6}$/ })),
    validUntil: orNull(day),
    headwayMinutes: orNull(has('headway-any-minutes') ? integer(5, 120) : stepped(5, 120, 5)),
    accessible: flag,
    note: orNull(text({ max: 200 })),
  };
  return [required, optional];
}

export function lineShape(has: Has): Shape {
  const [required, optional] = lineMembers(has);
  return object(required, optional, has('line-member-unknown'));
}

export function linePatchShape(has: Has): Shape {
  const [required, optional] = lineMembers(has);
  return object({}, { ...required, ...optional, accessible: orNull(flag) });
}

export const stopShape = (has: Has): Shape =>
  object(
    {
      name: has('stop-name-in-units') ? units(2, 80) : text({ min: 2, max: 80 }),
      zone: integer(1, has('zone-ten') ? 10 : 9),
      latitude: numeric(-90, 90, has('latitude-pole')),
      longitude: numeric(-180, 180),
    },
    { platforms: list(text({ pattern: /^[0-9A-Z]{1,3}$/ }), { max: 12, unique: true }), stepFree: flag },
  );

export const tripShape = (has: Has): Shape =>
  object({
    serviceDate: day,
    seats: integer(1, 400),
    calls: list(object({ stop: text({ pattern: STOP_CODE }), at: moment }), { min: has('trip-of-one-call') ? 1 : 2, max: 20 }),
  });

export const productShape: Shape = object(
  {
    name: text({ min: 1, max: 60 }),
    days: integer(1, 366),
    priceCents: stepped(50, 100_000, 5),
    settlementCents: integer(0, 100_000),
    zones: list(integer(1, 9), { min: 1, max: 9, unique: true }),
  },
  { concession: orNull(oneOf('child', 'student', 'senior')) },
);

export const passShape = (has: Has): Shape =>
  object(
    {
      productId: text({ min: 1, max: 20 }),
      holder: object(
        { name: text({ min: 1, max: 80 }) },
        { email: orNull(has('email-any-text') ? text({ max: 120 }) : text({ max: 120, test: (email) => EMAIL.test(email) })) },
      ),
      startsOn: day,
    },
    { reference: orNull(text({ pattern: has('reference-goes-on') ? /^[A-Za-z0-9-]{4,20}/ : /^[A-Za-z0-9-]{4,20}$/ })) },
  );

export const suspensionShape: Shape = object({ days: integer(1, 30), reason: oneOf('lost', 'illness', 'travel', 'other') });
export const refundShape: Shape = object({ on: day });

export const importShape: Shape = object({
  name: text({ min: 1, max: 60 }),
  rows: list(
    object({
      code: text({ min: 1, max: 20 }),
      name: text({ min: 2, max: 80 }),
      zone: integer(0, 99),
      latitude: numeric(-90, 90),
      longitude: numeric(-180, 180),
    }),
    { min: 1, max: 50 },
  ),
});

export const pages: Readonly<Record<string, Parameter>> = {
  page: { shape: integer(1, 10_000), kind: 'integer', fallback: 1 },
  perPage: { shape: integer(1, 50), kind: 'integer', fallback: 20 },
};
export const choice = (...values: readonly string[]): Parameter => ({ shape: oneOf(...values) });
export const zone: Parameter = { shape: integer(1, 9), kind: 'integer' };
export const stepFree: Parameter = { shape: flag, kind: 'boolean' };
export const words: Parameter = { shape: text({ min: 1, max: 80 }) };
export const onDay: Parameter = { shape: day };
