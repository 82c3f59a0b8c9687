// Decides which schemas users hold in another form than the wire has, by the table of formats.

import { leadersIn } from '../../base/connected.ts';
import type { JsonType, Schema } from '../../model/schema/schema.ts';
import { createValues, type Value } from '../../model/schema/values.ts';
import { eachSubschema, leadingTo, reachable } from '../../model/schema/walk.ts';
import type { Operation, Service } from '../../model/service.ts';
import { wordingOf } from '../../model/wording.ts';
import { operationsOf } from '../text/names.ts';
import { AS_SENT, type Held, type HeldOptions, isConverting, rowFor } from './forms.ts';

function isInt64({ type, format }: Schema): boolean {
  return (format === 'int64' || format === 'uint64') && type?.includes('integer') === true && !type.includes('number');
}

/** The form of the schema's own integers or strings; `undefined` where they are held as they are sent. */
export function heldAs(schema: Schema, options: HeldOptions): Held | undefined {
  const form = rowFor(options, schema.format);
  if (form === undefined) return undefined;
  const { type = [] } = schema;
  // If the schema also allows strings, an integer held as a string would be ambiguous.
  if (form.kind === 'integer') return isInt64(schema) && !(form.as === 'string' && type.includes('string')) ? form : undefined;
  if (schema.enum !== undefined || schema.const !== undefined || schema.known !== undefined) return undefined;
  if (form.kind === 'own') return canBeOwn(type) ? form : undefined;
  return type.includes('string') ? form : undefined;
}

/** A value of the user's type is told from null alone: nothing else may stand beside it. */
function canBeOwn(types: readonly JsonType[]): boolean {
  return ownKinds(types).length > 0 && !types.some((type) => type === 'boolean' || type === 'array' || type === 'object');
}

const OWN_KINDS = ['string', 'number'] as const;

/** The types on the wire of values that the user's functions read and write. */
export function ownKinds(types: readonly JsonType[] = []): readonly (typeof OWN_KINDS)[number][] {
  return OWN_KINDS.filter((kind) => types.some((type) => type === kind || (type === 'integer' && kind === 'number')));
}

/** Whether the schema's own integers keep all their digits; on the wire they are then a `bigint` where no double can hold them. */
export function isExact(schema: Schema, options: HeldOptions): boolean {
  return heldAs(schema, options)?.kind === 'integer';
}

/** Questions about what a schema of the service contains, at any depth. */
export interface HeldSchemas {
  readonly options: HeldOptions;
  /** Whether some part of its value is held as another value, or under another name. A brand is another type alone. */
  has(schema: Schema | undefined): boolean;
  /** Whether some text or number of its value is held as another value. */
  converts(schema: Schema | undefined): boolean;
  /** Whether some text or number of its value has another type, brands included. */
  hasType(schema: Schema): boolean;
  /** The value of schemas, for the names of its members; `undefined` where all members at any depth keep their names. */
  named(schemas: readonly Schema[]): Value | undefined;
  /** Whether it has 64-bit integers, however they are held. */
  hasInt64(schema: Schema | undefined): boolean;
  /** The schemas whose own texts or numbers have another type. */
  readonly leaves: readonly Leaf[];
  /** All formats of its schemas. */
  readonly formats: ReadonlySet<string>;
}

export interface Leaf {
  readonly schema: Schema;
  readonly format: string;
  readonly form: Held;
}

/** Kept by service, since several of its files need them. Services that differ in words have the same. */
const known = new WeakMap<object, Map<string, HeldSchemas>>();

export function heldSchemas(service: Service, options: HeldOptions = AS_SENT): HeldSchemas {
  const { base } = wordingOf(service);
  const made = known.get(base) ?? new Map<string, HeldSchemas>();
  known.set(base, made);
  const key = JSON.stringify(options);
  const found = made.get(key) ?? workOut(service, options);
  made.set(key, found);
  return found;
}

/** The service as its wire has it, for those who judge and send what is on the wire: all properties keep their names. */
export function onWire(service: Service): Service {
  if (service.isRenamed !== true) return service;
  const { isRenamed: _, ...rest } = service;
  return rest;
}

function workOut(service: Service, options: HeldOptions): HeldSchemas {
  const all = [...reachable([...service.schemas, ...operationsOf(service).flatMap(schemasOf)])];
  const leaves = all.flatMap((schema): Leaf[] => {
    const form = heldAs(schema, options);
    return form === undefined ? [] : [{ schema, form, format: schema.format ?? '' }];
  });
  const containing = leadersIn(all, eachSubschema);
  const converted = leaves.filter(({ form }) => isConverting(form)).map(({ schema }) => schema);
  const held = containing(converted);
  const own = leaves.map(({ schema }) => schema);
  const typed = containing(own);
  const wide = containing(all.filter(isInt64));
  const renamed = service.isRenamed === true ? all.filter(({ codeNames }) => codeNames !== undefined) : [];
  const renaming = leadingTo(all, renamed);
  return {
    options,
    has: (schema) => schema !== undefined && (held.has(schema) || renaming.has(schema)),
    converts: (schema) => schema !== undefined && held.has(schema),
    hasType: (schema) => typed.has(schema),
    named: createValues((schema) => renaming.has(schema)),
    hasInt64: (schema) => schema !== undefined && wide.has(schema),
    leaves,
    formats: new Set(all.flatMap(({ format }) => format ?? [])),
  };
}

/** The brands that some schema has, in their order by name, with the formats that they are of. */
export function brandsOf({ leaves }: HeldSchemas): ReadonlyMap<string, string> {
  const brands = leaves.flatMap(({ form, format }): [string, string][] => (form.kind === 'brand' ? [[form.brand, format]] : []));
  return new Map(brands.sort(([a], [b]) => (a < b ? -1 : 1)));
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
