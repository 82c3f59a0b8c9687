// Finds in the declarations of an operation where its answer has a resource, its identifier, and the items of a list.
import { essenceOf, isJson } from '@octavo/runtime/conformance';
import { itemsOf, possibleConjuncts, propertiesOf } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import { targetOf } from '../model/schema/walk.ts';
import type { Operation, Response } from '../model/service.ts';
import { identifierAmong } from './identifiers.ts';
import { identifiersIn, plain } from './names.ts';
import { lastNameOf, pointerTo } from './pointers.ts';
import { singular } from './prose/index.ts';
import { pathPlacesOf, segmentsOf } from './templates.ts';

/** The first response of success that is declared with a body of JSON; else the first one of success. */
export function successOf({ responses }: Operation): Response | undefined {
  const all = responses.filter(({ status }) => /^2/.test(status));
  return all.find((one) => jsonSchemaOf(one) !== undefined) ?? all[0];
}

function jsonSchemaOf({ contents }: Response): Schema | undefined {
  return contents.find(({ contentType, stream }) => stream === undefined && isJson(essenceOf(contentType)))?.schema;
}

/** An object in an answer, by JSON pointer into the result, and the schemas of its properties. */
export interface Shape {
  readonly at: string;
  readonly schema: Schema;
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
}

/** Names of members that hold nothing but what the answer is about, such as those of `{"status": "success", "data": {"post": {…}}}`. */
const ENVELOPE = /^(?:data|result|response|payload|_embedded)$/;

/**
 * The objects that may be the resource itself: the whole body, then what its envelope holds (`data`, or a property that is an object), then what is
 * in `data`.
 */
export function shapesOf(operation: Operation): readonly Shape[] {
  const success = successOf(operation);
  const schema = success && jsonSchemaOf(success);
  if (schema === undefined) return [];
  const whole = { at: '/body', schema, properties: propertiesOf([schema]) };
  const inner = objectsIn(whole);
  const data = inner.filter(({ at }) => at === '/body/data');
  return [whole, ...data, ...inner.filter((one) => !data.includes(one)), ...inner.filter(isEnvelope).flatMap(objectsIn)];
}

function objectsIn({ at, properties }: Shape): readonly Shape[] {
  return [...properties].flatMap(([name, schemas]) => {
    const [first] = schemas;
    const own = propertiesOf(schemas);
    return first === undefined || own.size === 0 || isList(schemas) ? [] : [{ at: at + pointerTo(name), schema: first, properties: own }];
  });
}

function isEnvelope({ at }: Shape): boolean {
  return ENVELOPE.test(at.slice('/body/'.length));
}

/** A list in an answer, and the properties of its items. */
export interface ListShape {
  /** JSON pointer into the result. */
  readonly at: string;
  readonly items: readonly Schema[];
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
}

/**
 * The list of an answer: where `x-pagination` says that it is, the whole body, or the property that is an array of objects, at the top or in `data`:
 * the only one, or the one with the name of the collection.
 */
export function listOf(operation: Operation): ListShape | undefined {
  const success = successOf(operation);
  const schema = success && jsonSchemaOf(success);
  if (schema === undefined) return undefined;
  const facts = operation.pagination?.facts;
  if (facts !== undefined) {
    let schemas: readonly Schema[] = [schema];
    for (const name of facts.items.slice(1)) schemas = propertiesOf(schemas).get(name) ?? [];
    return listAt(pointerTo(...facts.items), schemas);
  }
  if (isList([schema])) return listAt('/body', [schema]);
  const whole = { at: '/body', schema, properties: propertiesOf([schema]) };
  const envelopes = objectsIn(whole).filter(isEnvelope);
  const own = listsIn(whole);
  const collection = (segmentsOf(operation.path).at(-1) ?? '').replace(/\.json$/, '');
  const named = [...own, ...envelopes.flatMap(listsIn)].find(({ at }) => plain(lastNameOf(at)) === plain(collection));
  // Beside other members, a list is a part of what the answer is about: the `sources` of one address.
  const lists = own.length > 0 ? own : envelopes.filter(({ properties }) => properties.size === 1).flatMap(listsIn);
  return named ?? (lists.length === 1 ? lists[0] : undefined);
}

/** Whether a GET of a collection answers with one thing, as the document has it: an array in the answer is a part of the thing then. */
export function isThingItself(listing: Operation, reading: Operation | undefined): boolean {
  const schema = successSchemaOf(listing);
  if (schema === undefined || reading === undefined || schema !== successSchemaOf(reading)) return false;
  return !isList([schema]) && identifiersIn(propertiesOf([schema]).keys()).length > 0;
}

/** Lists that stand beside the things that an answer lists, and are about them or about the request. */
const BESIDE = /^(?:errors|warnings|messages|notices|included|links|facets|aggregations|filters)$/;

function listsIn({ at, properties }: Shape): readonly ListShape[] {
  return [...properties].flatMap(([name, schemas]) => {
    const own = isList(schemas) ? listAt(at + pointerTo(name), schemas) : undefined;
    return own === undefined || own.properties.size === 0 || BESIDE.test(name) ? [] : [own];
  });
}

/** A list at a place, by its schemas. */
export function listAt(at: string, schemas: readonly Schema[]): ListShape {
  const items = itemsOf(schemas);
  return { at, items, properties: propertiesOf(items) };
}

function isList(schemas: readonly Schema[]): boolean {
  return possibleConjuncts(schemas).some(({ type, items }) => type?.includes('array') === true || items !== undefined);
}

const FORMS: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** The schema of a body of JSON, or else that of a form, whose fields are members too; `undefined` where the operation takes neither. */
export function bodySchemaOf({ body }: Operation): Schema | undefined {
  const contents = body?.contents.filter(({ stream }) => stream === undefined) ?? [];
  const json = contents.find(({ contentType }) => isJson(essenceOf(contentType)));
  return (json ?? contents.find(({ contentType }) => FORMS.has(essenceOf(contentType))))?.schema;
}

/**
 * JSON pointer into the result of a producer: the identifier of what it has made. Where the answer is what the new thing stands below, and lists such
 * things by the name of the collection, it is in the last of them.
 */
export function identifierIn(producer: Operation, parameter: string, collection: string): string | undefined {
  const isBelow = pathPlacesOf(producer.path).length > 0;
  const own = shapesOf(producer).find(({ at }) => plain(lastNameOf(at)) === plain(singular(collection)));
  const inOwn = own && identifierAmong(parameter, collection, own.properties);
  if (own !== undefined && inOwn !== undefined) return own.at + pointerTo(inOwn);
  for (const { at, properties } of isBelow ? shapesOf(producer) : []) {
    const [name, schemas] = [...properties].find(([one, all]) => plain(one) === plain(collection) && isList(all)) ?? [];
    const found = schemas && identifierAmong(parameter, collection, propertiesOf(itemsOf(schemas)));
    if (name !== undefined && found !== undefined) return `${at}${pointerTo(name)}/-${pointerTo(found)}`;
  }
  for (const { at, properties } of shapesOf(producer)) {
    const found = identifierAmong(parameter, collection, properties);
    if (found !== undefined) return at + pointerTo(found);
  }
  return undefined;
}

/**
 * JSON pointers into the result of an operation to values of a name: at the top, in its envelope, in the items of a list, and `ticketIds` for
 * `ticketId`.
 */
export function placesNamed(operation: Operation, name: string): readonly string[] {
  const isNamed = (one: string): boolean => plain(one) === plain(name);
  return shapesOf(operation).flatMap(({ at, properties }) =>
    [...properties].flatMap(([own, schemas]) => {
      const place = at + pointerTo(own);
      if (isNamed(own)) return [place];
      if (!isList(schemas)) return [];
      const members = [...propertiesOf(itemsOf(schemas)).keys()];
      if (members.length === 0) return isNamed(singular(own)) ? [`${place}/-`] : [];
      return members.filter(isNamed).map((member) => `${place}/-${pointerTo(member)}`);
    }),
  );
}

/** The schema of the answer of success: the same one, where two operations answer with the same component. */
export function successSchemaOf(operation: Operation): Schema | undefined {
  const success = successOf(operation);
  const schema = success && jsonSchemaOf(success);
  return schema && targetOf(schema);
}

/** Whether the answer of success is a text or a number alone, as that of a create that says nothing but the new identifier. */
export function isValueAlone(operation: Operation): boolean {
  const schema = successSchemaOf(operation);
  const parts = schema === undefined ? [] : possibleConjuncts([schema]);
  const types = parts.flatMap(({ type = [] }) => type);
  return types.length > 0 && types.every((type) => type === 'string' || type === 'integer') && !parts.some((one) => one.enum !== undefined);
}

/** The names of the properties of the answer of success, at its top level and in its envelope. */
export function successProperties(operation: Operation): readonly string[] {
  return shapesOf(operation).flatMap(({ properties }) => [...properties.keys()]);
}
