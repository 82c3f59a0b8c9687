// The table of formats: for each, the form in which users hold its values. The options `int64`, `dates` and `formatTypes` are all rows of it.

/** The types of Temporal that a format may be held as. */
export type TemporalType = 'Instant' | 'PlainDate' | 'PlainDateTime' | 'PlainTime' | 'Duration';

/** A form of integers, which keeps all digits of those beyond ±(2^53−1). */
export interface IntegerForm {
  readonly kind: 'integer';
  readonly as: 'bigint' | 'string';
}

/** A type of Temporal. `from`: the module that exports `Temporal`, or `global`. */
export interface TemporalForm {
  readonly kind: 'temporal';
  readonly type: TemporalType;
  readonly from: string;
}

/** A text with a type of its own, which has the same value. */
export interface BrandForm {
  readonly kind: 'brand';
  readonly brand: string;
}

/** A type of the user, with the functions that read it from the wire and write it. Modules are as files in the service's folder import them. */
export interface OwnForm {
  readonly kind: 'own';
  readonly type: string;
  readonly from: string;
  readonly module: string;
  readonly read: string;
  readonly write: string;
}

/** The form of a format's values, as plain data: it is a part of the key of the cache. */
export type Held = IntegerForm | { readonly kind: 'date' } | TemporalForm | BrandForm | OwnForm;

/** By format. A format without a row is held as it is sent. */
export type HeldOptions = Readonly<Record<string, Held>>;

/** All values are held as JSON has them. */
export const AS_SENT: HeldOptions = {};

/** The short forms of rows: the type of 64-bit integers, and of times. */
export interface ShortForms {
  readonly int64?: 'number' | 'bigint' | 'string' | undefined;
  readonly dates?: 'string' | 'date' | undefined;
}

/** The rows that short forms stand for; `undefined` for those that a format is held as it is sent by. */
export function shortRows({ int64, dates }: ShortForms): Readonly<Record<string, Held | undefined>> {
  const integer: Held | undefined = int64 === undefined || int64 === 'number' ? undefined : { kind: 'integer', as: int64 };
  return {
    ...(int64 === undefined ? {} : { int64: integer, uint64: integer }),
    ...(dates === undefined ? {} : { 'date-time': dates === 'date' ? ({ kind: 'date' } as const) : undefined }),
  };
}

/** A table of short forms alone. */
export function shortForms(forms: ShortForms): HeldOptions {
  return definedRows(shortRows(forms));
}

/** Formats in their order by name, so that the order of the configuration changes nothing. */
export function definedRows(rows: Readonly<Record<string, Held | undefined>>): HeldOptions {
  const defined = Object.entries(rows).filter((entry): entry is [string, Held] => entry[1] !== undefined);
  return Object.fromEntries(defined.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether values of the form differ from those on the wire at run time. */
export function isConverting(form: Held): boolean {
  return form.kind !== 'brand';
}

/** Whether some integers are `bigint` on the wire, where no double can hold them. */
export function hasExactIntegers(options: HeldOptions): boolean {
  return Object.values(options).some(({ kind }) => kind === 'integer');
}

/** Whether values of all formats are the same on the wire. Their types may differ. */
export function isAsSent(options: HeldOptions): boolean {
  return !Object.values(options).some(isConverting);
}

/** `Object.hasOwn` first: a format may be called `constructor`. */
export function rowFor(options: HeldOptions, format: string | undefined): Held | undefined {
  return format !== undefined && Object.hasOwn(options, format) ? options[format] : undefined;
}
