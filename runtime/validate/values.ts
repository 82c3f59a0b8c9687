// Functions of generated validators for objects, texts and numbers, where JSON Schema differs from JavaScript's operators.

/** A JSON object with unknown keys. */
export interface ObjectValue {
  readonly [name: string]: unknown;
}

export function isObject(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an integer of JSON that was parsed without loss: a number, or a `bigint` where a double cannot hold it. */
export function isExactInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

/** Whether a value is a number of JSON that was parsed without loss. */
export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}

/** Whether a value is a file of a multipart body. */
export function isFile(value: unknown): value is Blob {
  return value instanceof Blob;
}

/** An own property, for names that every object inherits, such as `constructor`. */
export function ownProperty(value: ObjectValue, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The number of properties that are not `undefined`; those are not sent. */
export function countProperties(value: ObjectValue): number {
  let count = 0;
  for (const name in value) if (ownProperty(value, name) !== undefined) count++;
  return count;
}

/** The length of a text in code points, as JSON Schema counts (Validation section 6.3). */
export function codePoints(text: string): number {
  // Most texts have no pair, and the expression finds that in less time than a loop: at once where all characters are below U+0100.
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** Whether a text has fewer code points than `length`. Counts them only where the number of UTF-16 units does not decide it. */
export function isShorter(text: string, length: number): boolean {
  return text.length < length || (text.length < 2 * length && codePoints(text) < length);
}

const powers = new Map<number, number>();

/**
 * Whether a number is a multiple of `step` in decimal: 19.99 is a multiple of 0.01, though 19.99 / 0.01 is not an integer in binary. Uses the
 * shortest decimal form of numbers.
 */
export function isMultipleOf(value: number | bigint, step: number): boolean {
  // A fractional step divides a `bigint` if its mantissa divides the `bigint` times the power of ten of its digits.
  if (typeof value === 'bigint') {
    const [mantissa, exponent] = decimal(step);
    return exponent < 0 ? (value * 10n ** BigInt(-exponent)) % mantissa === 0n : value % (mantissa * 10n ** BigInt(exponent)) === 0n;
  }
  let power = powers.get(step);
  if (power === undefined) {
    power = 10 ** decimals(step);
    powers.set(step, power);
  }
  const units = Math.round(value * power);
  // Exact if both are integers in units of the step's last digit, and small enough for a double.
  if (Math.abs(units) <= Number.MAX_SAFE_INTEGER && power <= 1e22) {
    return units / power === value && units % Math.round(step * power) === 0;
  }
  const [mantissa, exponent] = decimal(value);
  const [stepMantissa, stepExponent] = decimal(step);
  const lowest = Math.min(exponent, stepExponent);
  return (mantissa * 10n ** BigInt(exponent - lowest)) % (stepMantissa * 10n ** BigInt(stepExponent - lowest)) === 0n;
}

function decimals(value: number): number {
  return Math.max(0, -decimal(value)[1]);
}

/** A finite number as an integer times a power of ten. */
function decimal(value: number): [mantissa: bigint, exponent: number] {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
