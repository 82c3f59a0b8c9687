// Makes new things and changes things: from what was sent, and from what only a service gives.
import { getOwn } from '@octavo/runtime/conformance';
import { ExampleError } from '@octavo/runtime/testing';
import { opened } from '../../inference/lists/within.ts';
import { plain, tailsOf } from '../../inference/names.ts';
import { isObject, pointerTo, valueAt } from '../../inference/pointers.ts';
import { shapesOf } from '../../inference/shapes.ts';
import { endOf, isUri, withEnd } from '../../inference/uris.ts';
import { conjuncts, itemsOf, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { inState } from './kept/keeping.ts';
import type { Kind, Role } from './plan/kinds.ts';
import { record, sendableOf } from './plan/sent.ts';
import { thingShape } from './plan/thing-shape.ts';
import type { Setting } from './setting.ts';
import { bodiesOf, itemSchemas } from './showing.ts';
import { untrashed } from './trashing.ts';
import { allows, newId, said, timeOf, written } from './values.ts';
import type { Thing } from './world.ts';

type Members = Readonly<Record<string, unknown>>;

/** A new thing: what was sent, an identifier, times, the first state, defaults, and what the example has of members that no request can send. */
export function newThing(setting: Setting, operation: Operation, kind: Kind, sent: Members, collection: string): Members {
  const example = exampleOf(setting, kind);
  const sendable = sendableOf(operation, kind);
  const now = setting.tools.now();
  const value: Record<string, unknown> = {};
  for (const [member, schemas] of kind.members) {
    if (Object.hasOwn(sent, member) || member === kind.id) continue;
    const given = getOwn(example, member);
    const usual = said(schemas, 'default') ?? said(sendable.get(member) ?? [], 'default');
    if (member === kind.trash?.member) continue;
    if (timeOf(member) !== undefined) value[member] = written(now, schemas, given) ?? given;
    else if (member === kind.state?.member)
      value[member] = bornAs(kind, sent) ?? said(schemas, 'default') ?? exampledState(operation, kind) ?? kind.state.values[0];
    else if (member === kind.version?.member && kind.version.isRising && allows(schemas, 'integer'))
      value[member] = said(schemas, 'minimum') ?? 1;
    else if (usual !== undefined) value[member] = usual;
    else if (isFilledLater(setting, kind, member) && allows(schemas, 'array')) value[member] = [];
    else if (!sendable.has(member)) value[member] = sentAs(kind, sent, member) ?? (allows(schemas, 'null') ? null : given);
    if (value[member] === undefined) delete value[member];
  }
  const made = inState(kind, { ...untrashed(kind, value), ...completedMembers(setting, kind, sent) }, sent);
  if (kind.id === undefined || Object.hasOwn(made, kind.id)) return made;
  const id = freshId(setting, kind, collection, getOwn(example, kind.id));
  return id === undefined ? made : { [kind.id]: id, ...made };
}

/** Whether a member lists what is made below the thing, or what operations add to it: there is nothing yet. */
function isFilledLater({ plan }: Setting, kind: Kind, member: string): boolean {
  if (plan.kinds.some(({ inner, parent }) => inner?.list === member && parent === kind)) return true;
  return [...plan.roles.values()].some(({ role }) => role.kind === kind && addedBy(role) === member);
}

function addedBy(role: Role): string | undefined {
  if (role.does === 'add') return role.list;
  return role.does === 'act' && role.effect?.does === 'add' ? role.effect.list : undefined;
}

/** The state that texts give a new thing with these members. */
function bornAs({ born }: Kind, sent: Members): string | undefined {
  return born?.kinds.find(({ member, value }) => getOwn(sent, member) === value)?.state ?? born?.all;
}

/** The state in which the author shows a thing that an operation has made. */
function exampledState(operation: Operation, { state, resource, within }: Kind): unknown {
  const shape =
    thingShape(operation, undefined, resource) ?? shapesOf(operation).find(({ properties }) => properties.has(state?.member ?? ''));
  if (state === undefined || shape === undefined || operation !== resource.create) return undefined;
  const shown = bodiesOf(operation).map((body) => getOwn(opened(within?.member, record(valueAt({ body }, shape.at))), state.member));
  return shown.find((one) => typeof one === 'string' && state.values.includes(one));
}

/** What is shown of a file that was sent, and the address that was sent under a shorter name than it is shown by: `url` for `callback_url`. */
function sentAs({ members }: Kind, sent: Members, member: string): unknown {
  const [file, another] = Object.values(sent).filter((one) => one instanceof Blob);
  if (file !== undefined && another === undefined) {
    const name = plain(member);
    if (/^(?:bytes|size|filesize|sizeinbytes|sizebytes|contentlength)$/.test(name)) return file.size;
    if (/^(?:filename|originalfilename|originalname)$/.test(name) && file instanceof File) return file.name;
  }
  if (!isUri(members.get(member) ?? [])) return undefined;
  return Object.entries(sent).find(([name]) => !members.has(name) && tailsOf(member).slice(1).includes(plain(name)))?.[1];
}

/** An identifier that no other thing of the collection has; `undefined` where the document allows none that was tried. */
export function freshId(
  { plan, world, random, tools }: Setting,
  kind: Kind,
  collection: string,
  example: unknown,
): string | number | undefined {
  const schemas = kind.id === undefined ? [] : (kind.members.get(kind.id) ?? []);
  // Things of one name in several places, such as the messages of each channel, are numbered together.
  const alike = plan.kinds.filter((one) => one !== kind && one.name === kind.name).flatMap((one) => [...world.ofKind(one)]);
  const numbers = alike.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  const taken = { has: (id: string) => world.has(collection, id), greatest: Math.max(world.greatest(collection), ...numbers) };
  const isAllowed = (value: unknown): boolean => schemas.every((schema) => tools.allows(schema, value));
  const isInPaths = (value: unknown): boolean => kind.namedBy.every((schema) => isTakenBy(tools, schema, value));
  const [schema] = schemas;
  const given = kind.exampleId ?? example;
  if (kind.isUri) {
    const uri = typeof given === 'string' && URL.canParse(given) ? given : `https://api.example.com${collection}/1`;
    const fits = (one: unknown): boolean => isAllowed(withEnd(uri, String(one))) && isInPaths(one);
    const end = newId([], { example: endOf(uri), taken, random, fits, sample: () => undefined });
    return end === undefined ? undefined : withEnd(uri, String(end));
  }
  const sampleOf = (one: Schema | undefined) => (): unknown => one && tools.sample(one, random);
  const fits = (value: unknown): boolean => isAllowed(value) && isInPaths(value);
  const askable = newId(schemas, { example: given, taken, random, fits, sample: sampleOf(kind.namedBy[0] ?? schema) });
  return askable ?? newId(schemas, { example: given, taken, random, fits: isAllowed, sample: sampleOf(schema) });
}

/** Whether a parameter takes a value, which a path has as a text. */
function isTakenBy({ allows: isAllowed }: Setting['tools'], schema: Schema, value: unknown): boolean {
  return isAllowed(schema, value) || isAllowed(schema, String(value)) || (value !== '' && isAllowed(schema, Number(value)));
}

/** Another secret in the place of one, of the form that the answer of an operation has for it. */
export function freshSecret({ random, tools }: Setting, operation: Operation, member: string, before: unknown): unknown {
  const shape = shapesOf(operation).find(({ properties }) => properties.has(member));
  const schemas = conjuncts(shape?.properties.get(member) ?? []);
  const example = before ?? valueAt({ body: tools.example(operation, undefined).body }, `${shape?.at}${pointerTo(member)}`);
  const fits = (value: unknown): boolean => schemas.every((schema) => tools.allows(schema, value));
  const [schema] = schemas;
  const taken = { has: (text: string) => text === before, greatest: 0 };
  return newId(schemas, { example, taken, random, fits, sample: () => schema && tools.sample(schema, random) }) ?? before;
}

/** The operation that shows a thing, and where in its response; of a thing that only a list shows, its first item. */
export function shownBy({ resource }: Kind): { readonly operation?: Operation; readonly at?: string; readonly schema?: Schema } {
  const { read, create, edge, list } = resource;
  const operation = read?.operation ?? create;
  const shape = thingShape(operation, read?.id ?? (edge?.from.startsWith('/body/') === true ? edge.from : undefined), resource);
  if (operation !== undefined && shape !== undefined) return { operation, at: shape.at, schema: shape.schema };
  const [schema] = list === undefined ? [] : itemSchemas(list.operation);
  return list === undefined || schema === undefined ? {} : { operation: list.operation, at: `${list.items}/0`, schema };
}

/** The thing of the document's example, by its members; `undefined` where there is none. */
export function exampleOf(setting: Setting, kind: Kind): unknown {
  const shown = shownExample(setting, kind);
  return isObject(shown) ? opened(kind.within?.member, shown) : shown;
}

/** The same as it is shown. */
export function shownExample({ tools }: Setting, kind: Kind): unknown {
  const { operation, at } = shownBy(kind);
  try {
    return at === undefined || operation === undefined ? undefined : valueAt({ body: tools.example(operation, undefined).body }, at);
  } catch (error) {
    if (error instanceof ExampleError) return undefined;
    throw error;
  }
}

/** What was sent, with what the objects inside of it must have besides, such as the numbers of lines. */
export function completedMembers(setting: Setting, { members }: Kind, sent: Members): Members {
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, completed(setting, members.get(name) ?? [], value, 0)]));
}

function completed(setting: Setting, schemas: readonly Schema[], value: unknown, index: number): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schemas);
    return items.length === 0 ? value : value.map((item: unknown, at) => completed(setting, items, asItem(setting, items, item), at));
  }
  const known = propertiesOf(schemas);
  if (typeof value !== 'object' || value === null || known.size === 0) return value;
  const required = new Set(conjuncts(schemas).flatMap((schema) => schema.required ?? []));
  const whole: Record<string, unknown> = {};
  for (const [name, own] of known) {
    const parts = conjuncts(own);
    if (Object.hasOwn(value, name)) whole[name] = completed(setting, own, getOwn(value, name), 0);
    else if (required.has(name)) whole[name] = said(parts, 'default') ?? filling(setting, parts, name, index);
  }
  return { ...value, ...whole };
}

/** An object where a list shows objects and a request gives one text or number for each: the labels of new options. */
function asItem({ tools }: Setting, schemas: readonly Schema[], given: unknown): unknown {
  const isValue = typeof given === 'string' || typeof given === 'number';
  const required = conjuncts(schemas).flatMap((schema) => schema.required ?? []);
  if (!isValue || required.length === 0 || schemas.some((schema) => tools.allows(schema, given))) return given;
  const fitting = [...propertiesOf(schemas)].filter(
    ([name, own]) => plain(name) !== 'id' && required.includes(name) && own.every((schema) => tools.allows(schema, given)),
  );
  const [first] = fitting.toSorted(([one], [other]) => Number(TELLING.test(other)) - Number(TELLING.test(one)));
  return first === undefined ? given : { [first[0]]: given };
}

const TELLING = /^(?:name|label|title|value|text|code)$/i;

/** What a service puts in for a member that must be there: a number of its own where the name says so. */
function filling({ tools, random }: Setting, schemas: readonly Schema[], name: string, index: number): unknown {
  if (allows(schemas, 'null')) return null;
  if (allows(schemas, 'integer') && /(?:^|[^a-z])(?:no|number|position|index|id|line)$/i.test(name)) return index + 1;
  const [schema] = schemas;
  return schema && tools.sample(schema, random);
}

/** A thing after PUT: what the body can say and does not is gone, or has its default. */
export function replaced(operation: Operation, kind: Kind, { value }: Thing, sent: Members, keeps: readonly string[] = []): Members {
  const sendable = sendableOf(operation, kind);
  const kept = Object.entries(value).filter(([member]) => !sendable.has(member) || member === kind.id || keeps.includes(member));
  const usual = [...sendable.keys()].flatMap((member) => {
    const found = said(kind.members.get(member) ?? [], 'default');
    return found === undefined || keeps.includes(member) ? [] : [[member, found]];
  });
  return Object.fromEntries([...kept, ...usual, ...Object.entries(sent)]);
}

/** A thing after PATCH (RFC 7396): objects are merged, and a null takes a member away, but where the document shows a null there. */
export function merged(before: unknown, patch: Members, members: ReadonlyMap<string, readonly Schema[]>): Members {
  const value: Record<string, unknown> = { ...record(before) };
  for (const [member, one] of Object.entries(patch)) {
    const schemas = members.get(member) ?? [];
    if (one === null && !allows(schemas, 'null')) delete value[member];
    else if (typeof one !== 'object' || one === null || Array.isArray(one)) value[member] = one;
    else
      value[member] = merged(value[member], record(one), new Map([...propertiesOf(schemas)].map(([name, own]) => [name, conjuncts(own)])));
  }
  return value;
}

/** What a change of a thing sets besides: the times of changes, and the next version. */
export function setByChange({ tools }: Setting, { members, version }: Kind, before: Members, value: Members): Members {
  const now = version?.isRising === true ? getOwn(before, version.member) : undefined;
  const next = version !== undefined && Number.isSafeInteger(now) ? { [version.member]: Number(now) + 1 } : {};
  const times = [...members].flatMap(([member, schemas]) => {
    const time = timeOf(member) === 'changed' ? written(tools.now(), schemas, getOwn(value, member)) : undefined;
    return time === undefined ? [] : [[member, time]];
  });
  return { ...next, ...Object.fromEntries(times) };
}
