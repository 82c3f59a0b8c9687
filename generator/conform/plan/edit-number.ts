// Edits of numbers: bounds, steps, and the extremes of what is allowed.
import { integerFormats } from '@octavo/runtime/conformance';
import type { Schema } from '../../model/schema/schema.ts';
import { within } from '../judge/index.ts';
import type { Edit, Place } from './edit.ts';

export function* numberEdits(schema: Schema, { at, value }: Place): Generator<Edit> {
  // In place of null, a number is tried where one is allowed.
  const isNumeric = schema.type?.some((type) => type === 'integer' || type === 'number') === true;
  if (typeof value !== 'number' && !(value === null && isNumeric)) return;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  const isWhole = schema.type?.includes('integer') === true && !schema.type.includes('number');
  const step = multipleOf ?? (isWhole ? 1 : 0.5);
  const place = (keyword: string) => ({ at, keyword, location: within(schema.location, keyword) });
  const bounds = [
    ['minimum', minimum, 0, -step],
    ['maximum', maximum, 0, step],
    ['exclusiveMinimum', exclusiveMinimum, step, 0],
    ['exclusiveMaximum', exclusiveMaximum, -step, 0],
  ] as const;
  for (const [keyword, written, inside, outside] of bounds) {
    if (written === undefined) continue;
    const bound = Number(written);
    const says = (found: number): string => `${found}, where ${keyword} is ${bound}`;
    yield { ...place(keyword), intent: { valid: 'boundary' }, says: says(bound + inside), value: bound + inside };
    yield { ...place(keyword), intent: { invalid: 'bound' }, says: says(bound + outside), value: bound + outside };
  }
  for (const between of multipleOf === undefined || typeof value !== 'number' ? [] : betweenSteps(value, multipleOf, schema, isWhole)) {
    const says = `${between}, where multipleOf is ${multipleOf}`;
    yield { ...place('multipleOf'), intent: { invalid: 'bound' }, says, value: between };
  }
  const inexact = multipleOf === undefined ? undefined : inexactMultiple(multipleOf);
  if (inexact !== undefined) {
    const says = `${inexact}, where multipleOf is ${multipleOf}`;
    yield { ...place('multipleOf'), intent: { valid: 'boundary' }, says, value: inexact };
  }
  const range = integerFormats.get(format ?? '');
  const [least, most] = range ?? (isWhole ? [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] : [-Number.MAX_VALUE, Number.MAX_VALUE]);
  for (const extreme of [least, most, 0, ...(isWhole || range !== undefined ? [] : [Number.MIN_VALUE])]) {
    yield { at, keyword: 'type', location: schema.location, intent: { valid: 'extreme' }, says: `the number ${extreme}`, value: extreme };
  }
  // JSON numbers beyond ±(2^53−1) are not interoperable (RFC 7493 section 2.2).
  if (range === undefined || Math.abs(most) >= Number.MAX_SAFE_INTEGER) return;
  const says = (found: number): string => `${found}, which ${format} does not hold`;
  yield { ...place('format'), intent: { invalid: 'format' }, says: says(most + 1), value: most + 1 };
  yield { ...place('format'), intent: { invalid: 'format' }, says: says(least - 1), value: least - 1 };
}

/**
 * Numbers between two steps that keep the bounds: half a step away, or one away where half a step would be a fraction that breaks the type; and one
 * that has no more decimals than the steps, since a service may look at these alone: 2.6 where the steps are quarters.
 */
function betweenSteps(value: number, step: number, { minimum, maximum }: Schema, isWhole: boolean): readonly number[] {
  const half = isWhole && !Number.isInteger(step / 2) ? 1 : step / 2;
  const isBetween = (by: number): boolean => Math.abs(by / step - Math.round(by / step)) > 1e-9;
  const isWithin = (one: number): boolean => one >= Number(minimum ?? one) && one <= Number(maximum ?? one);
  const round = isWhole ? undefined : ROUND.find((by) => by < step && isBetween(by));
  const found = [half, ...(round === undefined ? [] : [round])].flatMap((by) => {
    const near = [value + by, value - by].map((one) => Number(one.toPrecision(12))).filter((one) => !isWhole || Number.isInteger(one));
    return isBetween(by) ? (near.find(isWithin) ?? near[0] ?? []) : [];
  });
  return [...new Set(found)];
}

/** Steps of numbers that are easily written. */
const ROUND = [0.1, 0.01];

/** So many multiples are looked at. */
const MOST_MULTIPLES = 2000;

/** A multiple of a decimal fraction whose division of binary fractions has a rest: 0.29 is 28.999999999999996 times 0.01. */
function inexactMultiple(step: number): number | undefined {
  if (Number.isInteger(step)) return undefined;
  for (let count = 1; count <= MOST_MULTIPLES; count++) {
    const value = Number((count * step).toPrecision(12));
    if (value > 1 && value % step !== 0 && !Number.isInteger(value / step)) return value;
  }
  return undefined;
}

/** The most numbers beside those of a list, and the steps that such lists usually go in. */
const MOST_BESIDE = 48;
const STEPS = [1, 2, 5];

/**
 * Numbers that a list of some does not have and that are as round as most of its own: a service that allows one number more than the document allows
 * one of the same kind, such as 20 or 45 beside 15, 30 and 60.
 */
export function numbersBeside(listed: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...listed), Math.max(...listed)];
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, most - least)));
  const steps = [scale / 100, scale / 10, scale].flatMap((tens) => STEPS.map((one) => one * tens)).filter((step) => step >= 1);
  const shareOf = (step: number): number => listed.filter((one) => one % step === 0).length / listed.length;
  const few = steps.filter((step) => (most - Math.min(0, least)) / step + 1 <= MOST_BESIDE);
  const step = few.find((one) => shareOf(one) === 1) ?? few.find((one) => shareOf(one) >= 0.5);
  if (step === undefined || !Number.isSafeInteger(most) || !Number.isSafeInteger(least)) return [];
  const first = Math.floor(Math.min(0, least) / step) * step;
  const count = Math.floor((most - first) / step) + 2;
  return Array.from({ length: count }, (_, index) => first + index * step).filter((one) => !listed.includes(one) && one !== most + 1);
}
