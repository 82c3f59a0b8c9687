// Shows things in the responses of operations: with the members that each declares, and in the place that it has for them.
import { essenceOf, getOwn, isJson } from '@octavo/runtime/conformance';
import { opened, withinOf } from '../../inference/lists/within.ts';
import { changedAt, isObject, pointerTo, REMOVED, tokensOf, valueAt } from '../../inference/pointers.ts';
import { isValueAlone, listOf, shapesOf, successOf } from '../../inference/shapes.ts';
import { conjuncts, itemsOf, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { lastModifiedOf, locationOf, tagOf } from './kept/headers.ts';
import { numbered, withNumbers } from './kept/numbers.ts';
import type { Kind } from './plan/kinds.ts';
import { thingShape } from './plan/thing-shape.ts';
import { refuse } from './refusing.ts';
import type { Call, Living, Result, Setting, Tools } from './setting.ts';
import { type Thing, TooMuch, type World } from './world.ts';

/** The members that a thing has in one place of a response. */
export interface Look {
  readonly members: readonly string[];
  readonly required: ReadonlySet<string>;
  /** The member that holds what a thing is about, and what it shows of that. */
  readonly within?: { readonly member: string; readonly look: Look };
}

export function lookOf(schemas: readonly Schema[]): Look {
  const parts = conjuncts(schemas);
  const properties = propertiesOf(schemas);
  const member = withinOf(properties);
  return {
    members: [...properties.keys()],
    required: new Set(parts.flatMap(({ required = [] }) => required)),
    ...(member === undefined ? {} : { within: { member, look: lookOf(properties.get(member) ?? []) } }),
  };
}

/** A thing with the members of a look. What must be there and was never given is taken from the example, and kept, so that it stays the same. */
export function lookAt(world: World, thing: Thing, look: Look, example: unknown): Readonly<Record<string, unknown>> {
  const { members, required, within } = look;
  if (within !== undefined && thing.kind.within?.member === within.member) return lookInto(world, thing, look, within, example);
  const shown: Record<string, unknown> = {};
  const added: Record<string, unknown> = {};
  let isOpen = true;
  for (const member of members) {
    isOpen = false;
    const value = getOwn(thing.value, member);
    if (value !== undefined) shown[member] = value;
    else if (required.has(member)) {
      shown[member] = getOwn(example, member) ?? null;
      added[member] = shown[member];
    }
  }
  const right = isOpen ? shown : numbered(thing.kind, shown);
  for (const [member, value] of Object.entries(right)) if (shown[member] !== value) added[member] = value;
  if (Object.keys(added).length > 0) world.keep({ ...thing, value: { ...thing.value, ...added } });
  return isOpen ? thing.value : right;
}

/** A thing as it is shown. */
export function closed({ within, id }: Kind, value: Thing['value']): Thing['value'] {
  if (within === undefined) return value;
  const isHeld = ([name]: readonly [string, unknown]): boolean => within.names.has(name) && name !== id && name !== 'type';
  const all = Object.entries(value);
  return { ...Object.fromEntries(all.filter((one) => !isHeld(one))), [within.member]: Object.fromEntries(all.filter(isHeld)) };
}

/** The same, where an object beside the type and the identifier has the members of the thing. */
function lookInto(world: World, thing: Thing, look: Look, { member, look: inner }: NonNullable<Look['within']>, example: unknown) {
  const own = look.members.filter((name) => name !== member);
  const required = new Set([...look.required, ...inner.required]);
  const flat = { members: [...new Set([...own, ...inner.members])], required };
  const shown = lookAt(world, thing, flat, opened(member, isObject(example) ? example : {}));
  const pick = (names: readonly string[]) => Object.fromEntries(Object.entries(shown).filter(([name]) => names.includes(name)));
  return { ...pick(own), [member]: pick(inner.members) };
}

/**
 * The response of success with the thing in it; `undefined` where the document allows none. `isMade`: the request has made it. `told`: a member that
 * the response has, whatever else it shows of the thing.
 */
export function show(
  setting: Setting,
  operation: Operation,
  kind: Kind,
  thing: Thing,
  call: Call,
  isMade = false,
  told?: string,
): Living | undefined {
  // A PUT that has made something says so (RFC 9110 section 9.3.4), where the document declares it.
  const made = isMade ? operation.responses.find(({ status }) => status === '201') : undefined;
  const success = made ?? successOf(operation);
  if (success === undefined || !/^\d+$/.test(success.status)) return undefined;
  const skeleton = setting.tools.example(operation, Number(success.status));
  const own = success.headers.flatMap(({ name, schema }): (readonly [string, string])[] =>
    name.toLowerCase() === 'location'
      ? [[name, locationOf(setting.tools, schema, thing, call.base)]]
      : versionHeader(setting.tools, { name, schema }, thing),
  );
  const headers = { ...skeleton.headers, ...Object.fromEntries(own) };
  const around: Result = { ...skeleton, ...(Object.keys(headers).length === 0 ? {} : { headers }) };
  // A PUT may answer with the thing where it replaces one, and without a body where it makes one.
  if (success.contents.length === 0) return { result: around };
  const whole = thingShape(operation, idIn(operation, kind), kind.resource);
  const shape = whole ?? (told === undefined ? undefined : shapesOf(operation).find(({ properties }) => properties.has(told)));
  if (shape === undefined && isMade && isValueAlone(operation)) return identifierAlone(setting, operation, thing, around);
  if (shape === undefined) return skeleton.body === undefined || !isMade ? { result: around } : undefined;
  const example = valueAt({ body: skeleton.body }, shape.at);
  const look = { ...lookOf([shape.schema]), members: [...shape.properties.keys()] };
  const shown = { ...lookAt(setting.world, thing, look, example), ...identified(operation, kind, thing, shape) };
  const body = changedAt(skeleton.body, inBody(shape.at), shown);
  const result = sound(setting, operation, { ...around, body }, { at: shape.at, example, within: kind.within?.member });
  return result && { result };
}

interface Header {
  readonly name: string;
  readonly schema?: Schema | undefined;
}

/** A header that says which version of the thing is shown, and in the form that it has; none where it says something else. */
function versionHeader(tools: Tools, { name, schema }: Header, thing: Thing): (readonly [string, string])[] {
  if (name.toLowerCase() === 'etag') return [[name, tagOf(tools, schema, thing)]];
  const modified = name.toLowerCase() === 'last-modified' ? lastModifiedOf(thing) : undefined;
  return modified !== undefined && (schema === undefined || tools.allows(schema, modified)) ? [[name, modified]] : [];
}

/** A response without a body has the ETag of the thing too (RFC 9110 section 15.4.5). */
export function notModified({ tools }: Setting, operation: Operation, thing: Thing): Living {
  const headersOf = (status: string | undefined) => operation.responses.find((one) => one.status === status)?.headers ?? [];
  const etag = (status: string | undefined) => headersOf(status).find(({ name }) => name.toLowerCase() === 'etag');
  const own = etag('304');
  const kept = tools.example(operation, 304);
  const headers = headersOf('304').flatMap((header) => versionHeader(tools, header, thing));
  const example = headers.length === 0 ? kept : { ...kept, headers: { ...kept.headers, ...Object.fromEntries(headers) } };
  if (own !== undefined) return { result: example };
  const usual = etag(successOf(operation)?.status);
  // Where the document leaves the header out, it is sent all the same.
  return usual === undefined
    ? { result: example }
    : { answer: { status: 304, headers: { etag: tagOf(tools, usual.schema, thing) }, body: '' } };
}

/** The answer of a create that has nothing but the new identifier; `undefined` where the document does not allow it there. */
function identifierAlone({ tools }: Setting, operation: Operation, { kind, id, value }: Thing, around: Result): Living | undefined {
  const result = { ...around, body: kind.id === undefined || kind.isUri ? id : value[kind.id] };
  return tools.judge(operation, result).length === 0 ? { result } : undefined;
}

/** Keeps a thing, and what was there before where it cannot be shown. */
export function keepAndShow(
  setting: Setting,
  operation: Operation,
  kind: Kind,
  { version: _, ...kept }: Omit<Thing, 'version'> & { readonly version?: number },
  call: Call,
  told?: string,
): Living | undefined {
  const { world } = setting;
  const before = world.find(kept.collection, kept.id) ?? world.findDeleted(kept.collection, kept.id);
  const undo = (): void => {
    const now = world.find(kept.collection, kept.id);
    if (before !== undefined) world.keep(before);
    else if (now !== undefined) world.remove(now);
  };
  try {
    const thing = world.keep(kept);
    const living = show(setting, operation, kind, thing, call, before === undefined, told);
    if (living !== undefined) return living;
    undo();
    return undefined;
  } catch (error) {
    if (error instanceof TooMuch) return refuse(setting, operation, [507, 413], error.message);
    undo();
    throw error;
  }
}

/** The identifier under the name that the response of a create has for it: `userId` of what is read with an `id`. */
function identified(operation: Operation, kind: Kind, thing: Thing, shape: { readonly at: string }): Readonly<Record<string, unknown>> {
  const pointer = operation === kind.resource.create ? idIn(operation, kind) : undefined;
  const name = pointer?.startsWith(`${shape.at}/`) === true ? tokensOf(pointer.slice(shape.at.length)) : [];
  const [own] = name;
  return own === undefined || name.length > 1 || own === kind.id ? {} : { [own]: kind.id === undefined ? thing.id : thing.value[kind.id] };
}

function idIn(operation: Operation, { resource: { create, edge, read } }: Kind): string | undefined {
  if (operation === read?.operation) return read.id;
  return operation === create && edge?.from.startsWith('/body/') === true ? edge.from : undefined;
}

/**
 * The result with members of things that are faulty there as the example has them; `undefined` where it stays faulty.
 *
 * @param place where the thing is, or with `isList` the list of things
 */
export function sound({ tools }: Setting, operation: Operation, result: Result, place: Repair): Result | undefined {
  const { at, example, within, isList = false } = place;
  let body = result.body;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const issues = tools.judge(operation, { ...result, body });
    if (issues.length === 0) return round === 0 ? { ...result, body } : countedAgain(tools, operation, { ...result, body });
    for (const { path } of issues) {
      if (!`/body${path}`.startsWith(`${at}/`)) return undefined;
      const tokens = tokensOf(`/body${path}`.slice(at.length));
      const first = isList ? 1 : 0;
      const own = tokens.slice(0, first + (tokens[first] !== undefined && tokens[first] === within ? 2 : 1));
      if (own.length === first) return undefined;
      const instead = valueAt(example, pointerTo(...own.slice(first)));
      body = changedAt(body, inBody(at) + pointerTo(...own), instead === undefined ? REMOVED : instead);
    }
  }
  return undefined;
}

/** After a repair, a list may be another one than the numbers beside it are about. */
function countedAgain(tools: Tools, operation: Operation, result: Result): Result {
  const counted = { ...result, body: withNumbers(bodySchemas(operation), result.body) };
  return counted.body !== result.body && tools.judge(operation, counted).length === 0 ? counted : result;
}

interface Repair {
  readonly at: string;
  readonly example: unknown;
  readonly isList?: boolean;
  /** The member that holds the members of a thing. */
  readonly within?: string | undefined;
}

const MOST_ROUNDS = 3;

/** The schemas of the items of a list. */
export function itemSchemas(operation: Operation): readonly Schema[] {
  const list = listOf(operation);
  const schemas = bodySchemas(operation);
  if (list === undefined) return [];
  return itemsOf(tokensOf(inBody(list.at)).reduce<readonly Schema[]>((found, name) => propertiesOf(found).get(name) ?? [], schemas));
}

/** The schemas of the body of success. */
export function bodySchemas(operation: Operation): readonly Schema[] {
  return (successOf(operation)?.contents ?? []).flatMap(({ schema }) => schema ?? []).slice(0, 1);
}

/** A pointer into a result as one into its body. */
export function inBody(pointer: string): string {
  return pointer.slice('/body'.length);
}

/** The examples of the body of success. */
export function bodiesOf(operation: Operation): readonly unknown[] {
  const content = successOf(operation)?.contents.find(({ contentType, stream }) => stream === undefined && isJson(essenceOf(contentType)));
  return (content?.examples ?? []).map(({ value }) => value).filter((value) => value !== undefined);
}
