// Finds where a body has the members of the thing that it is about: at its top, or in an envelope such as `{ "data": { "attributes": { … } } }`.
import { possibleConjuncts, propertiesOf } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Operation } from '../model/service.ts';
import { plain } from './names.ts';
import { holderOf, isObject, lastNameOf, pointerTo, tokensOf, valueAt } from './pointers.ts';
import { singular } from './prose/index.ts';
import { bodySchemaOf } from './shapes.ts';
import { parameterIn, segmentsOf } from './templates.ts';

/** Names of a member that holds nothing but the thing. */
const ENVELOPE = /^(?:data|resource|payload|entity)$/;

/** Names of a member that has the members of a thing, and of those that may stand beside it. */
const CARRIER = /^(?:attributes|fields)$/;
const BESIDE =
  /^(?:id|lid|type|kind|meta|metadata|links|relationships|included|sys|self|etag|version|created(?:_?at|time)?|updated(?:_?at|time)?)$/i;

const places = new WeakMap<Operation, string>();

/** JSON pointer into the input, to the object that has the members: `/body`, `/body/ticket`, `/body/data/attributes`. */
export function bodyPlaceOf(operation: Operation): string {
  const known = places.get(operation) ?? placeOf(operation);
  places.set(operation, known);
  return known;
}

function placeOf(operation: Operation): string {
  const schema = bodySchemaOf(operation);
  const whole = schema === undefined ? new Map<string, readonly Schema[]>() : propertiesOf([schema]);
  const [only, another] = [...whole];
  const isHolding = only !== undefined && another === undefined && isObjectOf(only[1]) && isEnvelope(only[0], operation);
  const inner = isHolding ? propertiesOf(only[1]) : whole;
  const at = isHolding ? `/body${pointerTo(only[0])}` : '/body';
  const carrier = carrierIn([...inner.keys()]);
  return carrier !== undefined && isObjectOf(inner.get(carrier) ?? []) ? at + pointerTo(carrier) : at;
}

/** Whether a member of a body is called as an envelope is, or as the things that the path is about. */
function isEnvelope(name: string, { path }: Operation): boolean {
  const segments = segmentsOf(path).filter((one) => parameterIn(one) === undefined);
  return ENVELOPE.test(name) || segments.some((one) => plain(singular(one)) === plain(name));
}

function isObjectOf(schemas: readonly Schema[]): boolean {
  return propertiesOf(schemas).size > 0 && !possibleConjuncts(schemas).some(({ items }) => items !== undefined);
}

/** The schemas of the object that has the members, and none where the operation has no body of JSON. */
export function memberSchemasOf(operation: Operation): readonly Schema[] {
  return schemasIn(operation, bodyPlaceOf(operation));
}

/** The schemas of an object in the body. */
function schemasIn(operation: Operation, at: string): readonly Schema[] {
  const schema = bodySchemaOf(operation);
  const names = tokensOf(at).slice(1);
  return names.reduce<readonly Schema[]>((all, name) => propertiesOf(all).get(name) ?? [], schema === undefined ? [] : [schema]);
}

/**
 * JSON pointer into the input of a change, to the identifier of the thing that it changes, which its path has too: `/body/id`, and `/body/data/id`
 * beside `attributes` (JSON:API 1.1, section 9.2: it must be there).
 */
export function ownIdentifierPlace(operation: Operation): string | undefined {
  if (!/^(?:PUT|PATCH)$/.test(operation.method) || parameterIn(segmentsOf(operation.path).at(-1)) === undefined) return undefined;
  const at = bodyPlaceOf(operation);
  const holder = CARRIER.test(lastNameOf(at)) ? holderOf(at) : at;
  return schemasIn(operation, holder).some((schema) => propertiesOf([schema]).has('id')) ? `${holder}/id` : undefined;
}

/** JSON pointer into the input, to a member of the thing. */
export function memberPlace(operation: Operation, name: string): string {
  return bodyPlaceOf(operation) + pointerTo(name);
}

/** The members that an input sends. */
export function membersIn(operation: Operation, input: unknown): Readonly<Record<string, unknown>> | undefined {
  const found = valueAt(input, bodyPlaceOf(operation));
  return isObject(found) ? found : undefined;
}

/** The member that carries all others: `attributes`, beside nothing but `id`, `type` and the like. */
function carrierIn(names: readonly string[]): string | undefined {
  const [carrier, another] = names.filter((name) => CARRIER.test(name));
  return another === undefined && names.every((name) => name === carrier || BESIDE.test(name)) ? carrier : undefined;
}

/** JSON pointer into a result, to a member of the thing whose identifier is at `id`. */
export function placeBeside(id: string, result: unknown, name: string): string {
  const holder = holderOf(id);
  const found = valueAt(result, holder);
  const carrier = isObject(found) && !Object.hasOwn(found, name) ? carrierIn(Object.keys(found)) : undefined;
  return holder + (carrier === undefined ? pointerTo(name) : pointerTo(carrier, name));
}

/** An object with the members that another one in it carries. */
export function uncarried(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const carrier = carrierIn(Object.keys(object));
  const inner = carrier === undefined ? undefined : object[carrier];
  if (carrier === undefined || !isObject(inner)) return object;
  const { [carrier]: _, ...beside } = object;
  return { ...inner, ...beside };
}

/** The same of what the document declares. */
export function uncarriedProperties(properties: ReadonlyMap<string, readonly Schema[]>): ReadonlyMap<string, readonly Schema[]> {
  const carrier = carrierIn([...properties.keys()]);
  const inner = carrier === undefined ? [] : (properties.get(carrier) ?? []);
  if (!isObjectOf(inner)) return properties;
  return new Map([...propertiesOf(inner), ...[...properties].filter(([name]) => name !== carrier)]);
}
