// Checks what stands after the colon of an operator.

import type { Operator, ValueKind } from './operators.ts';
import { wordsIn } from './words.ts';

const NUMBER = '-?\\d{1,3}(?:\\.\\d{1,10})?';
const CIRCLE = new RegExp(`^\\[(${NUMBER}) +(${NUMBER}) +(\\d{1,4}(?:\\.\\d{1,6})?)(mi|km)\\]$`);
const BOX = new RegExp(`^\\[(${NUMBER}) +(${NUMBER}) +(${NUMBER}) +(${NUMBER})\\]$`);
const RANGE = /^(\d{1,15})(?:\.\.(\d{1,15}))?$/;

const KILOMETRES = { km: 1, mi: 1.609_344 } as const;
/** In miles; it holds for boxes too, for their width and their height. */
const LARGEST = 25;
/** Kilometres of one degree of latitude. */
const DEGREE = 111.195;

export interface Circle {
  readonly longitude: number;
  readonly latitude: number;
  /** In kilometres. */
  readonly radius: number;
}

/** @param most the largest radius, in miles */
export function circleOf(value: string, most = LARGEST): Circle | undefined {
  const [, longitude, latitude, radius, unit] = CIRCLE.exec(value) ?? [];
  if (unit === undefined) return undefined;
  const circle = { longitude: Number(longitude), latitude: Number(latitude), radius: Number(radius) * KILOMETRES[unit as 'km'] };
  const isSmall = circle.radius > 0 && circle.radius <= most * KILOMETRES.mi;
  return isSmall && isPlace(circle.longitude, circle.latitude) ? circle : undefined;
}

/** West, south, east and north, in degrees. */
export type Box = readonly [number, number, number, number];

export function boxOf(value: string): Box | undefined {
  const found = BOX.exec(value);
  if (found === null) return undefined;
  const [west = 0, south = 0, east = 0, north = 0] = found.slice(1).map(Number);
  if (!isPlace(west, south) || !isPlace(east, north) || west > east || south > north) return undefined;
  const most = LARGEST * KILOMETRES.mi;
  const height = (north - south) * DEGREE;
  const width = (east - west) * DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  return width <= most && height <= most ? [west, south, east, north] : undefined;
}

function isPlace(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/** From the one number to the other, both included. */
export function rangeOf(value: string): readonly [number, number] | undefined {
  const found = RANGE.exec(value);
  if (found === null) return undefined;
  const [least, most] = [Number(found[1]), found[2] === undefined ? Number.MAX_SAFE_INTEGER : Number(found[2])];
  return least <= most ? [least, most] : undefined;
}

interface Rule {
  accepts(value: string): boolean;
  readonly wanted: string;
}

const matching = (pattern: RegExp, wanted: string): Rule => ({ accepts: (value) => pattern.test(value), wanted });

const RULES: Readonly<Record<ValueKind, Rule>> = {
  none: matching(/^$/, 'nothing'),
  words: { accepts: (value) => wordsIn(value, 'search').length > 0, wanted: 'a word' },
  user: matching(/^(?:@?[A-Za-z0-9_]{1,15}|\d{1,19})$/, 'one username or identifier of a user'),
  id: matching(/^\d{1,19}$/, 'one identifier'),
  address: { accepts: (value) => wordsIn(value, 'search').length > 0, wanted: 'an address or a part of one' },
  context: matching(/^(?:\*|\d{1,19})(?:\.(?:\*|\d{1,19}))?$/, 'a domain and an entity, such as `10.799022225751871488`'),
  country: matching(/^[A-Za-z]{2}$/, 'a country by two letters'),
  language: matching(/^[A-Za-z]{2,3}(?:-[A-Za-z]{2,8})?$/, 'a language, such as `en`'),
  circle: {
    accepts: (value) => circleOf(value) !== undefined,
    wanted: 'a circle, `[longitude latitude radius]`, with a radius of at most 25mi or 40km',
  },
  box: { accepts: (value) => boxOf(value) !== undefined, wanted: 'a box, `[west south east north]`, of at most 25 miles on each side' },
  range: { accepts: (value) => rangeOf(value) !== undefined, wanted: 'a number, or two with `..` between them' },
  percent: matching(/^(?:[1-9]\d?|100)$/, 'a number from 1 to 100'),
};

/** Why an operator does not take a value; `undefined` if it does. */
export function valueFault({ name, value: kind }: Operator, value: string): string | undefined {
  if (RULES[kind].accepts(value)) return undefined;
  const isList = /[,;]/.test(value) && ['user', 'id', 'country', 'language'].includes(kind);
  return isList ? `\`${name}\` takes one value; join several with OR.` : `\`${name}\` takes ${RULES[kind].wanted}.`;
}
