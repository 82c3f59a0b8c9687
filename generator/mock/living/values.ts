// Makes the values that only a service gives: identifiers, times, first states, and what no request has sent.
import type { Random } from '@octavo/runtime/testing';
import { plain } from '../../inference/names.ts';
import { isTimeOfChange, isTimeOfCreation } from '../../inference/times.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';

/** What a schema that holds together with others says, whichever of them says it. */
export function said<K extends keyof Schema>(schemas: readonly Schema[], keyword: K): NonNullable<Schema[K]> | undefined {
  for (const schema of schemas) {
    const value = schema[keyword];
    if (value !== undefined) return value as NonNullable<Schema[K]>;
  }
  return undefined;
}

export function allows(
  schemas: readonly Schema[],
  type: 'null' | 'boolean' | 'integer' | 'string' | 'number' | 'object' | 'array',
): boolean {
  return said(schemas, 'type')?.includes(type) === true;
}

/** When a member is set: as the thing is made, at each change, or `undefined` where it is no such time. */
export function timeOf(member: string): 'made' | 'changed' | undefined {
  if (isTimeOfCreation(member) || /^(?:registered|joined)(?:at|on|date|time)?$/.test(plain(member))) return 'made';
  return isTimeOfChange(member) ? 'changed' : undefined;
}

/** A time in the form that a schema has for it: text, or seconds since 1970; milliseconds where its example is as large as those. */
export function written(now: Date, schemas: readonly Schema[], example: unknown): JsonValue | undefined {
  const format = said(schemas, 'format');
  if (allows(schemas, 'integer') || allows(schemas, 'number')) {
    const isMilliseconds = typeof example === 'number' && example > 1e11;
    return isMilliseconds ? now.getTime() : Math.floor(now.getTime() / 1000);
  }
  if (!allows(schemas, 'string')) return undefined;
  const text = now.toISOString();
  if (format === 'date') return text.slice(0, 10);
  const isTime = [example, ...(said(schemas, 'examples') ?? [])].some((one) => typeof one === 'string' && /^\d{4}-\d\d-\d\dT/.test(one));
  return /^date-?time$/i.test(format ?? '') || isTime || /\bISO[- ]?8601\b|\bRFC ?3339\b/i.test(said(schemas, 'description') ?? '')
    ? text
    : undefined;
}

/**
 * An identifier that no other thing has: a number above all others, a UUID, or a text of the form of the example, such as `ord_8h2k`.
 *
 * @param fits whether the document allows it
 */
export function newId(
  schemas: readonly Schema[],
  {
    example,
    taken,
    random,
    fits,
    sample,
  }: {
    readonly example: unknown;
    readonly taken: Taken;
    readonly random: Random;
    fits(value: unknown): boolean;
    sample(): unknown;
  },
): string | number | undefined {
  if (allows(schemas, 'integer') || allows(schemas, 'number')) {
    const next = Math.max(0, Number(said(schemas, 'minimum') ?? 1) - 1, taken.greatest) + 1;
    return fits(next) ? next : undefined;
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = said(schemas, 'format') === 'uuid' ? uuid(random) : like(typeof example === 'string' ? example : '', random);
    for (const one of [text, text.toUpperCase()]) if (!taken.has(one) && fits(one)) return one;
  }
  // The form of the example does not do, or there is none: the schema says more.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = sample();
    if (typeof text === 'string' && !taken.has(text) && fits(text)) return text;
  }
  return undefined;
}

/** The identifiers that things of a collection have. */
export interface Taken {
  has(id: string): boolean;
  /** The greatest one that is a number. */
  readonly greatest: number;
}

const ATTEMPTS = 20;
const DIGITS = '0123456789abcdef';

function uuid(random: Random): string {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => DIGITS[random.integer(0, 15)] ?? '0');
}

/**
 * A text of the same form: what stands before the first `_` stays, and other letters and digits become others of their kind. A text without digits is
 * a word, whose form says nothing.
 */
export function like(example: string, random: Random): string {
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(example)) return uuid(random);
  const [prefix = ''] = /^[a-z]+[_:]/i.exec(example) ?? [];
  const rest = example.slice(prefix.length);
  if (/\d/.test(rest)) return prefix + rest.replace(/[a-z]|[A-Z]|\d/g, (sign) => other(sign, random));
  return prefix + Array.from({ length: 10 }, () => LETTERS[random.integer(0, LETTERS.length - 1)]).join('');
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function other(sign: string, random: Random): string {
  if (/\d/.test(sign)) return String(random.integer(0, 9));
  const code = random.integer(0, 25);
  return String.fromCharCode((/[a-z]/.test(sign) ? 97 : 65) + code);
}
