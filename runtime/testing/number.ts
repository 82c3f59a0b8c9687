// Samples numbers within bounds, multiples of a step, with few digits where the bounds allow it.
import type { Random } from './random.ts';

export interface NumberWishes {
  /** Both may be infinite. */
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
  readonly steps: readonly number[];
}

/** How far a number is from its single bound, or from 0 without bounds. */
const REACH = 1000;

/** A number that likely fits. Callers check that the bounds do not exclude each other. */
export function sampleNumber(random: Random, { least, most, whole, steps }: NumberWishes): number {
  const low = Number.isFinite(least)
    ? least
    : Number.isFinite(most)
      ? Math.min(most - REACH, most > 0 ? 0 : most)
      : random.chance(0.1)
        ? -REACH
        : 0;
  const high = Number.isFinite(most) ? most : low + 2 * Math.max(REACH, ...steps.map((step) => step * 10));
  const step = commonStep(whole ? [1, ...steps] : steps);
  if (step !== undefined) {
    const first = Math.ceil(low / step);
    const last = Math.max(first, Math.floor(high / step));
    return times(random.integer(first, Math.min(last, first + 2 ** 50)), step);
  }
  // Sometimes a bound itself.
  if (random.chance(0.05)) return random.chance(0.5) ? low : high;
  let power = 100;
  while ((high - low) * power < 100 && power < 1e15) power *= 10;
  const [first, last] = [Math.ceil(low * power), Math.floor(high * power)];
  if (first > last || last - first > Number.MAX_SAFE_INTEGER) return positiveZero(low + (high - low) * (random.integer(1, 999) / 1000));
  return positiveZero(random.integer(first, last) / power);
}

/** A step whose multiples are multiples of all steps: the least common multiple of integers, otherwise the greatest step as an approximation. */
function commonStep(steps: readonly number[]): number | undefined {
  if (steps.length === 0) return undefined;
  const scale = Number(`1e${Math.max(...steps.map(decimals))}`);
  const multiple = steps.map((step) => Math.round(step * scale)).reduce((a, b) => (a / divisor(a, b)) * b);
  return Number.isSafeInteger(multiple) && multiple > 0 ? multiple / scale : Math.max(...steps);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Digits after the point of a number's shortest decimal form. */
function decimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.min(20, Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent)));
}

/** Multiplies in decimal, so that 3 × 0.1 is 0.3. */
function times(count: number, step: number): number {
  const product = count * step;
  return positiveZero(Math.abs(product) < 1e21 ? Number(product.toFixed(decimals(step))) : product);
}

/** `-0` as `0`: many JSON parsers lose its sign. */
function positiveZero(value: number): number {
  return value === 0 ? 0 : value;
}
