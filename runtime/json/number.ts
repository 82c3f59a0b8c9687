// Reads number literals of JSON without loss: as a number, or as a `bigint` where a double cannot hold the integer.

/** The most digits of an integer that becomes a `bigint`. Longer ones are not identifiers, and slow to parse. */
const LONGEST = 1000;

/**
 * The value of a number literal (RFC 8259 section 6); `undefined` for one that cannot be held exactly.
 *
 * An integer literal (no fraction, no exponent) beyond ±(2^53−1) is a `bigint` with `wide`. Without it, it must equal what `JSON.stringify` writes
 * of the double: `1000000000000000000` does, `9007199254740993` does not. Any other literal must equal the double printed with as many significant
 * digits as the literal has, at most 17: `19.99`, `1e23` and `0.10000000000000001` (of serializers that always write 17 digits) do,
 * `999999999999999.99` and `1e400` do not.
 */
export function readNumber(literal: string, wide: boolean): number | bigint | undefined {
  const number = Number(literal);
  if (/^-?[0-9]+$/.test(literal)) {
    if (Number.isSafeInteger(number)) return number;
    if (wide) return literal.length <= LONGEST ? BigInt(literal) : undefined;
    return String(number) === literal ? number : undefined;
  }
  if (!Number.isFinite(number)) return undefined;
  const [digits, exponent] = decimal(literal);
  if (digits === '') return number;
  if (digits.length > 17) return undefined;
  // JavaScript prints the shortest form, which is not always the nearest one with as many digits.
  return [String(number), number.toExponential(digits.length - 1)].some((text) => {
    const [printed, printedExponent] = decimal(text);
    return printed === digits && printedExponent === exponent;
  })
    ? number
    : undefined;
}

/** The significant digits, and the power of ten of the first of them. Signs are ignored, since rounding does not change them. */
function decimal(literal: string): [digits: string, exponent: number] {
  const end = literal.search(/[eE]/);
  const mantissa = end === -1 ? literal : literal.slice(0, end);
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const all = whole + fraction;
  let first = 0;
  while (all[first] === '0') first++;
  let last = all.length;
  while (last > first && all[last - 1] === '0') last--;
  return [all.slice(first, last), whole.length - 1 - first + (end === -1 ? 0 : Number(literal.slice(end + 1)))];
}
