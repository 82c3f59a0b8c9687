// Decides which schemas users hold in another form than the wire has: 64-bit integers as `bigint` or text, times as `Date`.
import type { Schema } from '../../model/schema/schema.ts';
import { eachSubschema, leadingTo, reachable } from '../../model/schema/walk.ts';
import type { Operation, Service } from '../../model/service.ts';
import { operationsOf } from '../text/names.ts';

/** The form in which users hold values that JSON has no type for: chosen for a project or a document. */
export interface HeldOptions {
  /** The form of integers with `format: int64` or `uint64`. */
  readonly int64: 'number' | 'bigint' | 'string';
  /** The form of strings with `format: date-time`. */
  readonly dates: 'string' | 'date';
}

/** All values are held as JSON has them. */
export const AS_SENT: HeldOptions = { int64: 'number', dates: 'string' };

export type Held = 'bigint' | 'string' | 'date';

function isInt64({ type, format }: Schema): boolean {
  return (format === 'int64' || format === 'uint64') && type?.includes('integer') === true && !type.includes('number');
}

/** The form of the schema's own integers or strings; `undefined` where they are held as they are sent. */
export function heldAs(schema: Schema, { int64, dates }: HeldOptions): Held | undefined {
  // If the schema also allows strings, an integer held as a string would be ambiguous.
  if (int64 !== 'number' && isInt64(schema) && !(int64 === 'string' && schema.type?.includes('string') === true)) return int64;
  const isTime = schema.format === 'date-time' && schema.type?.includes('string') === true;
  return dates === 'date' && isTime && schema.enum === undefined && schema.const === undefined ? 'date' : undefined;
}

/** Whether the schema's own integers keep all their digits; on the wire they are then a `bigint` where no double can hold them. */
export function isExact(schema: Schema, options: HeldOptions): boolean {
  const held = heldAs(schema, options);
  return held === 'bigint' || held === 'string';
}

/** Questions about what a schema of the service contains, at any depth. */
export interface HeldSchemas {
  readonly options: HeldOptions;
  /** Whether some part of its value is held in another form. */
  has(schema: Schema | undefined): boolean;
  /** Whether it has 64-bit integers, however they are held. */
  hasInt64(schema: Schema | undefined): boolean;
}

/** Kept by service, since several of its files need them. */
const known = new WeakMap<Service, Map<string, HeldSchemas>>();

export function heldSchemas(service: Service, options: HeldOptions = AS_SENT): HeldSchemas {
  const made = known.get(service) ?? new Map<string, HeldSchemas>();
  known.set(service, made);
  const key = `${options.int64} ${options.dates}`;
  const found = made.get(key) ?? workOut(service, options);
  made.set(key, found);
  return found;
}

function workOut(service: Service, options: HeldOptions): HeldSchemas {
  const all = [...reachable([...service.schemas, ...operationsOf(service).flatMap(schemasOf)])];
  const held = leadingTo(
    all,
    all.filter((schema) => heldAs(schema, options) !== undefined),
    eachSubschema,
  );
  const wide = leadingTo(all, all.filter(isInt64), eachSubschema);
  return {
    options,
    has: (schema) => schema !== undefined && held.has(schema),
    hasInt64: (schema) => schema !== undefined && wide.has(schema),
  };
}

/** The schemas that an operation refers to directly. */
export function schemasOf(operation: Operation): Schema[] {
  const contents = [...(operation.body?.contents ?? []), ...operation.responses.flatMap((response) => response.contents)];
  const headers = operation.responses.flatMap((response) => response.headers.map((header) => header.schema));
  return [operation.input, ...contents.flatMap((content) => content.schema ?? []), ...headers];
}

/** Whether users hold the operation's input or one of its results in another form. */
export function isConverted(operation: Operation, held: HeldSchemas): boolean {
  return schemasOf(operation).some((schema) => held.has(schema));
}
