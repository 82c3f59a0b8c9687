// Transforms of single values: 64-bit integers as `bigint` or text, times as `Date`.
import { report } from './report.ts';
import type { Transform } from './transform.ts';

const INT64 = { name: 'int64', lowest: -(2n ** 63n), highest: 2n ** 63n - 1n } as const;
const UINT64 = { name: 'uint64', lowest: 0n, highest: 2n ** 64n - 1n } as const;
type Range = typeof INT64 | typeof UINT64;

/** The integer of a value in the range; `undefined` for any other value. */
function integerOf(value: unknown, { lowest, highest }: Range): bigint | undefined {
  let integer: bigint | undefined;
  if (typeof value === 'bigint') integer = value;
  else if (Number.isSafeInteger(value)) integer = BigInt(value as number);
  else if (typeof value === 'string' && INTEGER.test(value)) integer = BigInt(value);
  return integer !== undefined && integer >= lowest && integer <= highest ? integer : undefined;
}

const INTEGER = /^(?:0|-?[1-9][0-9]{0,19})$/;

/** The integer on the wire: a number where a double holds it exactly, otherwise a `bigint`. */
function wireInteger(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** Values of other types stay unchanged: the schema may allow them too. */
function integerTransform(range: Range, form: 'bigint' | 'string'): Transform {
  return {
    convert(value, direction, issues) {
      const numeric = typeof value === 'number' || typeof value === 'bigint';
      if (!numeric && (form === 'bigint' || typeof value !== 'string')) return value;
      const integer = integerOf(value, range);
      if (integer === undefined) {
        report(issues, '', 'format', range.name, value);
        return value;
      }
      if (direction === 'send') return wireInteger(integer);
      return form === 'bigint' ? integer : String(integer);
    },
  };
}

export const int64AsBigint: Transform = /* @__PURE__ */ integerTransform(INT64, 'bigint');
export const uint64AsBigint: Transform = /* @__PURE__ */ integerTransform(UINT64, 'bigint');
export const int64AsString: Transform = /* @__PURE__ */ integerTransform(INT64, 'string');
export const uint64AsString: Transform = /* @__PURE__ */ integerTransform(UINT64, 'string');

/**
 * A time with an offset, whose seconds and the colon in whose offset may be missing. `Date` would read one without an offset in the local time zone.
 */
const INSTANT = /^(.{10})[ T](.+)(Z|[+-]\d\d)(?::?(\d\d))?$/;

/** `date-time` as `Date`, to the millisecond. Leap seconds are refused, since `Date` has none. */
export const dateTimeAsDate: Transform = {
  convert(value, direction, issues) {
    if (direction === 'receive') {
      if (typeof value !== 'string') return value;
      const [, day, time, hours, minutes] = INSTANT.exec(value.toUpperCase()) ?? [];
      const date = new Date(`${day}T${time}${hours}${minutes === undefined ? '' : `:${minutes}`}`);
      if (!Number.isNaN(date.getTime())) return date;
    } else {
      if (!(value instanceof Date)) return value;
      const text = Number.isNaN(value.getTime()) ? '' : value.toISOString();
      // RFC 3339 has years of four digits.
      if (/^[0-9]/.test(text)) return text;
    }
    report(issues, '', 'format', 'date-time', value);
    return value;
  },
};
