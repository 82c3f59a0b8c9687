// The items of an event stream: the schema of one event as both ends have it, its data decoded, and which events have JSON for data.

import type { Cause } from '../../document-node.ts';
import { isJson } from '../../media-type.ts';
import { conjuncts } from '../../schema/conjuncts.ts';
import type { JsonType, Schema } from '../../schema/schema.ts';
import { withOtherSchemas } from '../../schema/tags.ts';
import { intendedTypes, STRING } from '../../schema/types.ts';
import { isPlainRef, targetOf } from '../../schema/walk.ts';
import type { EventData } from '../../service.ts';

export interface EventItems {
  readonly schema: Schema;
  readonly data: EventData;
  /** Events whose data is of the other kind, by name. */
  readonly events: ReadonlyMap<string, EventData>;
}

/** Results by the key of a schema or media type: one for all streams of a document. */
export type KnownEvents = Map<string, EventItems | Cause>;

const FIELDS: ReadonlySet<string> = new Set(['event', 'data', 'id', 'retry']);
const OBJECT: readonly JsonType[] = ['object'];
const TEXT: readonly JsonType[] = ['string'];
const COUNT: readonly JsonType[] = ['integer'];

/**
 * A schema that describes an event (an object with `data` and no field but those of events) is that of the item; its `data` is text, or with
 * `contentMediaType: application/json` the value of `contentSchema` (OpenAPI 3.2, "Server-Sent Events"). Any other schema is that of the
 * data: a string, or else JSON. `key` is of the media type, for the event that is made around the data.
 */
export function eventItems(written: Schema | undefined, key: string, location: Schema['location'], known: KnownEvents): EventItems | Cause {
  const schema = written === undefined ? undefined : targetOf(written);
  const isEvent = schema !== undefined && describesEvent(schema);
  const own = isEvent ? schema.key : key;
  const before = known.get(own);
  if (before !== undefined) return before;
  const items = isEvent ? itemsOf(schema) : eventAround(written, key, location);
  known.set(own, items);
  return items;
}

function describesEvent(schema: Schema): boolean {
  const names = new Set<string>();
  for (const piece of conjuncts([schema]).flatMap((part) => [part, ...conjuncts(branchesOf(part))])) {
    for (const name of piece.properties?.keys() ?? []) names.add(name);
  }
  return names.has('data') && [...names].every((name) => FIELDS.has(name));
}

function eventAround(schema: Schema | undefined, key: string, location: Schema['location']): EventItems {
  const content = schema === undefined ? undefined : jsonContent(schema);
  const isText = content === undefined && (schema === undefined || intendedTypes(schema) === STRING);
  const field = (name: string, type: Schema['type']): Schema => ({
    key: `${key}@${name}`,
    location,
    ...(type === undefined ? {} : { type }),
  });
  const properties = new Map<string, Schema>([
    ['event', field('event', TEXT)],
    ['data', content ?? schema ?? field('data', TEXT)],
    ['id', field('id', TEXT)],
    ['retry', { ...field('retry', COUNT), minimum: 0 }],
  ]);
  const event: Schema = { key: `${key}@event`, location, type: OBJECT, properties, required: ['data'] };
  return { schema: event, data: isText ? 'text' : 'json', events: new Map() };
}

/** The data decoded wherever the schema says that it is JSON. One schema may say so of some events only, in branches that name the event. */
function itemsOf(schema: Schema): EventItems | Cause {
  const base = conjuncts([schema]);
  const baseData = base.flatMap((piece) => piece.properties?.get('data') ?? []);
  if (baseData.some((data) => jsonContent(data) !== undefined))
    return { schema: withData(schema, decoded), data: 'json', events: new Map() };

  const holders = base.filter((piece) => branchesOf(piece).some(hasJson));
  const [holder] = holders;
  if (holder === undefined) return { schema, data: 'text', events: new Map() };
  const cause = (message: string): Cause => ({ message, location: holder.location });
  if (holders.length > 1) return cause('Its events are distinguished in several places, which is not supported.');

  const events = new Map<string, EventData>();
  const copies = new Map<Schema, Schema>();
  for (const branch of branchesOf(holder)) {
    const isJson = hasJson(branch);
    for (const name of eventNames(branch)) {
      const data = isJson ? 'json' : 'text';
      if ((events.get(name) ?? data) !== data) return cause(`The data of the event '${name}' is JSON in one branch and text in another.`);
      events.set(name, data);
    }
    if (isJson && eventNames(branch).length === 0)
      return cause('A branch has JSON for `data` and does not say with `const` or `enum` for which `event`.');
    // Keywords that all events have for `data` as a text apply to the events whose data is text.
    copies.set(
      branch,
      isJson ? withData(branch, decoded) : { ...unnamed(branch), allOf: [...(branch.allOf ?? []), ...baseData.map(dataOnly)] },
    );
  }
  for (const [name, data] of events) if (data === 'text') events.delete(name);
  return {
    schema: withBranches(
      withData(schema, () => undefined),
      holder,
      copies,
    ),
    data: 'text',
    events,
  };
}

function dataOnly(data: Schema): Schema {
  return { key: `${data.key}@only`, location: data.location, properties: new Map([['data', data]]) };
}

function branchesOf(schema: Schema): readonly Schema[] {
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
}

function hasJson(branch: Schema): boolean {
  return conjuncts([branch]).some((piece) => {
    const data = piece.properties?.get('data');
    return data !== undefined && jsonContent(data) !== undefined;
  });
}

function eventNames(branch: Schema): string[] {
  return conjuncts([branch]).flatMap((piece) => {
    const event = piece.properties?.get('event');
    const values = event?.const === undefined ? (event?.enum ?? []) : [event.const.value];
    return values.filter((value) => typeof value === 'string');
  });
}

/** The schema of JSON in a string: `contentSchema`, or any value without it. `undefined` if the schema does not declare JSON content. */
function jsonContent(schema: Schema): Schema | undefined {
  for (const piece of conjuncts([schema])) {
    if (piece.contentMediaType === undefined || !isJson(piece.contentMediaType)) continue;
    return piece.contentSchema ?? { key: `${piece.key}@content`, location: piece.location, boolean: true };
  }
  return undefined;
}

function decoded(data: Schema): Schema | undefined {
  return jsonContent(data);
}

/** A copy in which `data` is what `change` makes of it, here and in what always holds with it; `undefined` takes it away. */
function withData(schema: Schema, change: (data: Schema) => Schema | undefined): Schema {
  const copies = new Map<Schema, Schema>();
  return copyOf(schema, copies, (piece) => {
    const data = piece.properties?.get('data');
    if (piece.properties === undefined || data === undefined) return {};
    const properties = new Map(piece.properties);
    const changed = change(data);
    if (changed === undefined) properties.delete('data');
    else properties.set('data', changed);
    return { properties };
  });
}

/** A copy in which the branches of `holder`, or of its copy, are others. */
function withBranches(schema: Schema, holder: Schema, branches: ReadonlyMap<Schema, Schema>): Schema {
  const swap = (list: readonly Schema[]): Schema[] => list.map((branch) => branches.get(branch) ?? branch);
  return copyOf(schema, new Map(), (piece) => {
    if (!branchesOf(piece).some((branch) => branches.has(branch))) return {};
    const { oneOf, anyOf, discriminator } = piece;
    return {
      ...(oneOf === undefined ? {} : { oneOf: swap(oneOf) }),
      ...(anyOf === undefined ? {} : { anyOf: swap(anyOf) }),
      ...(discriminator && { discriminator: withOtherSchemas(discriminator, (branch) => branches.get(branch) ?? branch) }),
      key: `${holder.key}@branches`,
    };
  });
}

function copyOf(schema: Schema, copies: Map<Schema, Schema>, change: (piece: Schema) => Partial<Schema>): Schema {
  const before = copies.get(schema);
  if (before !== undefined) return before;
  // A way back to itself changes nothing.
  copies.set(schema, schema);
  const changes = change(schema);
  const inner: { ref?: Schema; allOf?: readonly Schema[] } = {};
  if (schema.ref !== undefined) {
    const ref = copyOf(schema.ref, copies, change);
    if (ref !== schema.ref) inner.ref = ref;
  }
  const all = schema.allOf?.map((member) => copyOf(member, copies, change));
  if (all?.some((member, index) => member !== schema.allOf?.[index]) === true) inner.allOf = all;
  if (Object.keys(changes).length === 0 && Object.keys(inner).length === 0) return schema;
  let copy: Schema = { ...unnamed(schema), ...inner, ...changes };
  // A copy that is only a reference to a copy is written out: no other place leads there.
  if (isPlainRef(copy) && inner.ref !== undefined) {
    const { title = copy.title, description = copy.description } = schema;
    copy = {
      ...inner.ref,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      key: copy.key,
    };
  }
  copies.set(schema, copy);
  return copy;
}

/** A copy is another type than the one that it is of. */
function unnamed({ name: _name, ...rest }: Schema): Schema {
  return { ...rest, key: `${rest.key}@event` };
}
