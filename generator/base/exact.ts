// Reads and writes integers beyond ±(2^53−1) exactly: as `bigint` in values, with all digits in JSON text.

declare global {
  interface JSON {
    /** Returns a value that `JSON.stringify` writes as this text. */
    rawJSON(text: string): object;
    parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  }
}

/** Longest literal that becomes a `bigint`, in characters. A longer one becomes a `number`, which overflows from 309 digits on. */
const LONGEST = 300;

/** The value of an integer literal in decimal digits. */
export function integerOf(literal: string): number | bigint {
  const number = Number(literal);
  return Number.isSafeInteger(number) || literal.length > LONGEST ? number : BigInt(literal);
}

/**
 * Parses as `JSON.parse` does, but reads integers beyond ±(2^53−1) exactly. It is slower and recurses, so the text must be known not to nest deeply.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_, value, { source = '' }) =>
    typeof value === 'number' && /^-?[0-9]+$/.test(source) ? integerOf(source) : value,
  );
}

/** Writes JSON as `JSON.stringify` does, and a `bigint` as its digits. */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? JSON.rawJSON(String(member)) : member), indent);
  }
}

/** The value with every `bigint` rounded to a `number`, for tools that do not know `bigint`; the value itself where it has none. */
export function rounded<T>(value: T): T {
  return hasBigint(value) ? (round(value) as T) : value;
}

function hasBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  for (const member of Object.values(value)) if (hasBigint(member)) return true;
  return false;
}

function round(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(round);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, round(member)]));
}
