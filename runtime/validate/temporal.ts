// The entry `@octavo/runtime/temporal`: transforms between texts and the types of Temporal. Generated code hands it the `Temporal` that it found.
import { ConfigurationError } from '../contract/errors.ts';
import { report } from './report.ts';
import type { Transform } from './transform.ts';

/** An object with `Temporal`: `globalThis`, or what a polyfill exports. */
export interface TemporalHolder<Name extends string> {
  readonly Temporal?: { readonly [Type in Name]: { from(text: string): object } };
}

/** Writes a value; `undefined` where the format cannot express it. */
type Write<Value> = (value: Value) => string | undefined;

/** `form`: the texts that Temporal may read. It would read others too: a leap second as the second before. */
function temporalTransform<Name extends string, Value extends object>(
  name: Name,
  format: string,
  form: RegExp,
  write: Write<Value>,
  holder: TemporalHolder<Name>,
): Transform {
  return {
    convert(value, direction, issues) {
      const made = direction === 'receive' ? readText(value) : writeValue(value);
      if (made !== undefined) return made;
      report(issues, '', 'format', format, value);
      return value;
    },
  };

  function readText(text: unknown): unknown {
    if (typeof text !== 'string') return text;
    const type = typeOf(holder, name);
    try {
      return form.test(text) ? type.from(text) : undefined;
    } catch {
      return undefined;
    }
  }

  /** A value of another realm or polyfill is not an instance of this one's class, so that only its tag tells. */
  function writeValue(value: unknown): unknown {
    const tag = tagOf(value);
    if (tag === `Temporal.${name}`) return write(value as Value);
    return tag?.startsWith('Temporal.') === true ? undefined : value;
  }
}

function typeOf<Name extends string>({ Temporal }: TemporalHolder<Name>, name: Name): { from(text: string): object } {
  if (Temporal !== undefined) return Temporal[name];
  throw new ConfigurationError(
    "Temporal is not there. Import a polyfill first, such as `temporal-polyfill/global`, or generate the code with `temporal: 'temporal-polyfill'`.",
  );
}

function tagOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !(Symbol.toStringTag in value)) return undefined;
  const tag = value[Symbol.toStringTag];
  return typeof tag === 'string' ? tag : undefined;
}

const TIME = String.raw`\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?`;
const OFFSET = String.raw`(?:[Zz]|[+-]\d\d(?::?\d\d)?)`;
const INSTANT = new RegExp(String.raw`^\d{4}-\d\d-\d\d[Tt ]${TIME}${OFFSET}$`);
const DATE = /^\d{4}-\d\d-\d\d$/;
const PLAIN_TIME = new RegExp(`^${TIME}$`);
const PLAIN_DATE_TIME = new RegExp(String.raw`^\d{4}-\d\d-\d\d[Tt ]${TIME}$`);
const ANY = /^/;

interface Printed {
  toString(options?: { readonly calendarName: 'never' }): string;
}

/** RFC 3339 has years of four digits, and no calendar beside that of ISO 8601. */
function dated(value: Printed): string | undefined {
  const text = value.toString({ calendarName: 'never' });
  return /^\d/.test(text) ? text : undefined;
}

/** `date-time` as `Temporal.Instant`, to the nanosecond. It is sent in UTC. */
/* @__NO_SIDE_EFFECTS__ */
export function instantTransform(holder: TemporalHolder<'Instant'>): Transform {
  return temporalTransform('Instant', 'date-time', INSTANT, (value: object) => dated(String(value)), holder);
}

/** `date` as `Temporal.PlainDate`. */
/* @__NO_SIDE_EFFECTS__ */
export function plainDateTransform(holder: TemporalHolder<'PlainDate'>): Transform {
  return temporalTransform('PlainDate', 'date', DATE, dated, holder);
}

/** A time without an offset as `Temporal.PlainTime`. */
/* @__NO_SIDE_EFFECTS__ */
export function plainTimeTransform(holder: TemporalHolder<'PlainTime'>): Transform {
  return temporalTransform('PlainTime', 'time-local', PLAIN_TIME, String, holder);
}

/** A date with a time without an offset as `Temporal.PlainDateTime`. */
/* @__NO_SIDE_EFFECTS__ */
export function plainDateTimeTransform(holder: TemporalHolder<'PlainDateTime'>): Transform {
  return temporalTransform('PlainDateTime', 'date-time-local', PLAIN_DATE_TIME, dated, holder);
}

/** `duration` as `Temporal.Duration`. RFC 3339 cannot express one that is negative or has a fraction of a second: it is an issue. */
/* @__NO_SIDE_EFFECTS__ */
export function durationTransform(holder: TemporalHolder<'Duration'>): Transform {
  return temporalTransform('Duration', 'duration', ANY, standardDuration, holder);
}

/** The same, but what RFC 3339 cannot express is written as ISO 8601 does: `-P1D`, `PT0.5S`. */
/* @__NO_SIDE_EFFECTS__ */
export function isoDurationTransform(holder: TemporalHolder<'Duration'>): Transform {
  return temporalTransform('Duration', 'duration', ANY, (value: DurationParts) => standardDuration(value) ?? String(value), holder);
}

interface DurationParts {
  readonly sign: number;
  readonly years: number;
  readonly months: number;
  readonly weeks: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly milliseconds: number;
  readonly microseconds: number;
  readonly nanoseconds: number;
}

/** RFC 3339 appendix A: weeks stand alone, and no unit between two others may be missing. */
function standardDuration(value: DurationParts): string | undefined {
  const { sign, years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds } = value;
  if (sign < 0 || milliseconds + microseconds + nanoseconds > 0) return undefined;
  if (sign === 0) return 'PT0S';
  const time = unitsOf([hours, minutes, seconds], 'HMS');
  if (weeks > 0 && time === '' && years + months + days === 0) return `P${weeks}W`;
  const date = unitsOf([years, months, weeks * 7 + days], 'YMD');
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

/** The units from the first to the last that is not zero: `1H0M30S`. */
function unitsOf(counts: readonly number[], letters: string): string {
  const used = counts.flatMap((count, index) => (count === 0 ? [] : [index]));
  const [first = 0] = used;
  const last = used.at(-1) ?? -1;
  return counts.map((count, index) => (index < first || index > last ? '' : `${count}${letters[index]}`)).join('');
}
