// Turns an example of a document into the value that users hold, by the table of formats, and into the one that validators check.
import { isInFormat } from '@octavo/runtime/facts';
import { rounded } from '../../base/exact.ts';
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { changedNames, itemOf, memberOf, type Value } from '../../model/schema/values.ts';
import { jsonLiteral, Source } from '../text/escape.ts';
import { toBrandName } from '../text/names.ts';
import { fits } from './fits.ts';
import type { BrandForm, IntegerForm, OwnForm, TemporalForm } from './forms.ts';
import { type HeldSchemas, heldAs, isExact } from './held.ts';
import { isTemporalText } from './temporal-text.ts';

export type HeldValue = null | boolean | number | string | bigint | Date | HeldSource | readonly HeldValue[] | HeldMembers;

interface HeldMembers {
  readonly [key: string]: HeldValue;
}

export function isMembers(value: HeldValue): value is HeldMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) && !(value instanceof Source);
}

/** A value that a function makes of a text or a number, and what that needs to be imported. */
class HeldSource extends Source {
  readonly form: TemporalForm | BrandForm | OwnForm;

  constructor(form: HeldSource['form'], wire: string | number) {
    super(`${makerOf(form)}(${jsonLiteral(wire)})`);
    this.form = form;
  }
}

/** The function that makes a value of its text or number. */
function makerOf(form: HeldSource['form']): string {
  switch (form.kind) {
    case 'temporal':
      return `Temporal.${form.type}.from`;
    case 'brand':
      return toBrandName(form.brand);
    case 'own':
      return form.read;
  }
}

/** The sources in a value. */
function sourcesIn(value: HeldValue | undefined): readonly HeldSource[] {
  if (value instanceof HeldSource) return [value];
  if (Array.isArray(value)) return value.flatMap((item: HeldValue) => sourcesIn(item));
  return value !== undefined && isMembers(value) ? Object.values(value).flatMap(sourcesIn) : [];
}

/** The names that the source text of a value needs, by module. `service`: the module of the generated code. */
export function importsIn(value: HeldValue, service: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { form } of sourcesIn(value)) {
    const [module, name] = importOf(form, service);
    if (module !== 'global') found.set(module, (found.get(module) ?? new Set()).add(name));
  }
  return found;
}

function importOf(form: HeldSource['form'], service: string): readonly [module: string, name: string] {
  switch (form.kind) {
    case 'temporal':
      return [form.from, 'Temporal'];
    case 'brand':
      return [service, toBrandName(form.brand)];
    case 'own':
      return [form.module, form.read];
  }
}

/** `undefined` if a type, such as `Date`, cannot represent one of its values. */
export function heldValue(value: JsonValue, schema: Schema, held: HeldSchemas): HeldValue | undefined {
  try {
    return namedValue(hold(value, rounded(value), schema, held, heldLeaf), held.named([schema]));
  } catch (error) {
    if (error instanceof NotHeld) return undefined;
    throw error;
  }
}

/** The value on the wire. An integer that no double can hold is a `bigint` if users hold the integers of its schema exactly, else a number. */
export function wireValue(value: JsonValue, schema: Schema, held: HeldSchemas): JsonValue {
  // Nothing becomes a `Date` here.
  return hold(value, rounded(value), schema, held, wireLeaf) as JsonValue;
}

/** The value with the names of its members in code. */
function namedValue(value: HeldValue, names: Value | undefined): HeldValue {
  if (names === undefined) return value;
  if (Array.isArray(value)) return value.map((item: HeldValue, index) => namedValue(item, itemOf(names, index)));
  if (!isMembers(value)) return value;
  const changed = changedNames(names);
  const members = Object.entries(value).map(([name, member]): [string, HeldValue] => [
    changed.get(name) ?? name,
    namedValue(member, memberOf(names, name)),
  ]);
  return Object.fromEntries(members);
}

class NotHeld extends Error {}

/** Converts one value, except for the members of objects and arrays. `made` is the result of the schemas applied so far. */
type Leaf = (value: JsonValue, made: HeldValue, schema: Schema, held: HeldSchemas) => HeldValue;

/** `made` is the result of the schemas that were applied to the same value before. */
function hold(value: JsonValue, made: HeldValue, schema: Schema, held: HeldSchemas, leaf: Leaf): HeldValue {
  if (!held.hasType(schema)) return made;
  let result = leaf(value, made, schema, held);
  const branches = [schema.anyOf, schema.oneOf].map((list) => list && branchOf(value, list, schema, held));
  for (const part of [...directConjuncts(schema), ...branches]) {
    if (part !== undefined) result = hold(value, result, part, held, leaf);
  }
  if (Array.isArray(value) && Array.isArray(result)) return holdItems(value, result, schema, held, leaf);
  return isObject(value) && isMembers(result) ? holdMembers(value, result, schema, held, leaf) : result;
}

function heldLeaf(value: JsonValue, made: HeldValue, schema: Schema, held: HeldSchemas): HeldValue {
  const form = heldAs(schema, held.options);
  switch (form?.kind) {
    case undefined:
      return made;
    case 'integer':
      return heldInteger(value, made, form);
    case 'date':
      return typeof made === 'string' ? heldDate(made) : made;
    case 'temporal':
      return typeof made === 'string' ? heldSource(form, made, isTemporalText(form.type, made)) : made;
    case 'brand':
      return typeof made === 'string' ? heldSource(form, made, isInFormat(schema.format ?? '', made)) : made;
    case 'own':
      return typeof made === 'string' || typeof made === 'number' ? heldSource(form, made, true) : made;
  }
}

function heldInteger(value: JsonValue, made: HeldValue, { as }: IntegerForm): HeldValue {
  const integer = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)) ? BigInt(value) : undefined;
  if (integer === undefined) return made;
  return as === 'bigint' ? integer : String(integer);
}

function heldDate(text: string): Date {
  const date = new Date(text.toUpperCase());
  if (Number.isNaN(date.getTime())) throw new NotHeld();
  return date;
}

function heldSource(form: HeldSource['form'], wire: string | number, isReadable: boolean): HeldSource {
  if (!isReadable) throw new NotHeld();
  return new HeldSource(form, wire);
}

function wireLeaf(value: JsonValue, made: HeldValue, schema: Schema, { options }: HeldSchemas): HeldValue {
  return typeof value === 'bigint' && isExact(schema, options) ? value : made;
}

/** The branch that the value most likely matches. */
function branchOf(value: JsonValue, branches: readonly Schema[], { discriminator }: Schema, held: HeldSchemas): Schema | undefined {
  const tag = discriminator === undefined || !isObject(value) ? undefined : ownValue(value, discriminator.propertyName);
  const tagged = typeof tag === 'string' ? discriminator?.mapping.get(tag) : undefined;
  return tagged ?? branches.find((branch) => fits(value, branch)) ?? branches.find((branch) => held.hasType(branch));
}

function holdItems(values: readonly JsonValue[], made: readonly HeldValue[], schema: Schema, held: HeldSchemas, leaf: Leaf): HeldValue {
  return values.map((value, index) => {
    const item = schema.prefixItems?.[index] ?? schema.items;
    const current = made[index] ?? value;
    return item === undefined ? current : hold(value, current, item, held, leaf);
  });
}

function holdMembers(values: JsonMembers, made: HeldMembers, schema: Schema, held: HeldSchemas, leaf: Leaf): HeldValue {
  const members = Object.entries(made).map(([name, current]): [string, HeldValue] => {
    const value = ownValue(values, name);
    // Patterns of a document are not run here: they may never finish.
    const part = schema.properties?.get(name) ?? schema.additionalProperties ?? schema.patternProperties?.values().next().value;
    return [name, value === undefined || part === undefined ? current : hold(value, current, part, held, leaf)];
  });
  return Object.fromEntries(members);
}

interface JsonMembers {
  readonly [key: string]: JsonValue;
}

function isObject(value: JsonValue): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownValue(members: JsonMembers, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
