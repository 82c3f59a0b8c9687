// Does what each operation says with the things of a living mock, and answers with them. `undefined`: the document allows no answer that shows what was done, so nothing was.
import { isDeepStrictEqual } from 'node:util';
import { getOwn } from '@octavo/runtime/conformance';
import { dutiesIn, type StateRules } from '../../conform/prose/index.ts';
import { valueAt } from '../../conform/sequences/pointers.ts';
import { listOf, successOf } from '../../conform/sequences/shapes.ts';
import { beginsWith, parameterIn, segmentsOf } from '../../conform/sequences/templates.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { type Chosen, choose, listHeader, type Surroundings, surrounded } from './lists.ts';
import { changedTimes, completedMembers, exampleOf, freshId, merged, newThing, record, replaced } from './making.ts';
import { collectionOf, type Input, idOf, madeAt, parentOf } from './places.ts';
import type { Kind, Role } from './plan.ts';
import { declares, missing, refuse, tagOf, wordFor } from './refusing.ts';
import type { Call, Living, Result, Setting } from './setting.ts';
import { bodySchemas, inBody, itemSchemas, lookAt, lookOf, show, sound, withValue } from './showing.ts';
import { allows } from './values.ts';
import { type Thing, TooMuch } from './world.ts';

export function answer(setting: Setting, operation: Operation, role: Role, call: Call): Living | undefined {
  const { kind } = role;
  const orphan = orphaned(setting, operation, kind, call.input);
  if (orphan !== undefined) return orphan;
  switch (role.does) {
    case 'create':
      return create(setting, operation, kind, call);
    case 'list':
      return list(setting, operation, role, call);
    case 'read':
      return read(setting, operation, kind, call);
    case 'remove':
      return remove(setting, operation, role, call);
    case 'act':
      return act(setting, operation, role, call);
    default:
      return change(setting, operation, role, call);
  }
}

type Ruled = Extract<Role, { readonly does: 'replace' | 'merge' | 'remove' }>;

/** A request below a thing that is not there. */
function orphaned(setting: Setting, operation: Operation, { parent }: Kind, input: Input): Living | undefined {
  if (parent === undefined || !beginsWith(segmentsOf(operation.path), [...parent.collection, '{id}'])) return undefined;
  const [collection, id] = parentOf(operation, parent, input);
  return setting.world.find(collection, id) === undefined ? missing(setting, operation, parent, id) : undefined;
}

function create(setting: Setting, operation: Operation, kind: Kind, call: Call): Living | undefined {
  const collection = collectionOf(operation, kind, call.input);
  const sent = record(call.input.body);
  const chosen = kind.id === undefined ? undefined : getOwn(sent, kind.id);
  if (chosen !== undefined && setting.world.find(collection, String(chosen)) !== undefined)
    return refuse(setting, operation, [409, 422, 400], `There is a ${wordFor(kind)} \`${String(chosen).slice(0, 100)}\` already.`);
  const taken = takenMember(setting, kind, collection, sent, undefined);
  if (taken !== undefined) return refuse(setting, operation, [409, 422, 400], `Another ${wordFor(kind)} has this \`${taken}\`.`);
  const unknown = unknownReference(setting, operation, kind, sent);
  if (unknown !== undefined) return unknown;
  const value = newThing(setting, operation, kind, sent, collection);
  const id = kind.id === undefined ? freshId(setting, kind, collection, undefined) : getOwn(value, kind.id);
  if (id === undefined) return undefined;
  const place = madeAt(operation, kind, call.input);
  return keepAndShow(
    setting,
    operation,
    kind,
    { collection, id: String(id), value, ...(place === undefined ? {} : { madeAt: place }) },
    call,
  );
}

function change(setting: Setting, operation: Operation, { does, kind, rules }: Ruled, call: Call): Living | undefined {
  const collection = collectionOf(operation, kind, call.input);
  const id = idOf(operation, kind, call.input);
  const before = setting.world.find(collection, id);
  const sent = record(call.input.body);
  if (before === undefined && operation !== kind.resource.create) return missing(setting, operation, kind, id);
  const unmet = before && (unmetCondition(setting, operation, before, call) ?? wrongState(setting, operation, { kind, rules }, before));
  if (unmet !== undefined) return unmet;
  const taken = takenMember(setting, kind, collection, sent, id);
  if (taken !== undefined) return refuse(setting, operation, [409, 422, 400], `Another ${wordFor(kind)} has this \`${taken}\`.`);
  const unknown = unknownReference(setting, operation, kind, sent);
  if (unknown !== undefined) return unknown;
  const own = kind.id === undefined ? {} : { [kind.id]: before === undefined ? asId(kind, id) : before.value[kind.id] };
  const value =
    before === undefined
      ? newThing(setting, operation, kind, { ...sent, ...own }, collection)
      : {
          ...completedMembers(setting, kind, does === 'merge' ? merged(before.value, sent) : replaced(operation, kind, before, sent)),
          ...own,
        };
  return keepAndShow(
    setting,
    operation,
    kind,
    { ...before, collection, id, value: { ...value, ...changedTimes(setting, kind, value) } },
    call,
  );
}

function asId({ id, members }: Kind, text: string): unknown {
  return id !== undefined && allows(members.get(id) ?? [], 'integer') ? Number(text) : text;
}

function act(setting: Setting, operation: Operation, { kind, to, rules }: Role & { readonly does: 'act' }, call: Call): Living | undefined {
  const collection = collectionOf(operation, kind, call.input);
  const id = idOf(operation, kind, call.input);
  const before = setting.world.find(collection, id);
  if (before === undefined) return missing(setting, operation, kind, id);
  const unmet = unmetCondition(setting, operation, before, call) ?? wrongState(setting, operation, { kind, rules }, before);
  if (unmet !== undefined) return unmet;
  const { state } = kind;
  const reached = state === undefined || to === undefined ? {} : { [state.member]: to };
  if (state !== undefined && to !== undefined && before.value[state.member] === to && declares(operation, 409))
    return refuse(setting, operation, [409], `It is \`${to}\` already.`);
  const sent = Object.entries(record(call.input.body)).filter(([member]) => kind.members.has(member) && member !== kind.id);
  const value = { ...before.value, ...Object.fromEntries(sent), ...reached };
  return keepAndShow(setting, operation, kind, { ...before, value: { ...value, ...changedTimes(setting, kind, value) } }, call);
}

/** Keeps a thing, and what was there before where it cannot be shown. */
function keepAndShow(
  setting: Setting,
  operation: Operation,
  kind: Kind,
  { version: _, ...kept }: Omit<Thing, 'version'> & { readonly version?: number },
  call: Call,
): Living | undefined {
  const { world } = setting;
  const before = world.find(kept.collection, kept.id);
  try {
    const thing = world.keep(kept);
    const living = show(setting, operation, kind, thing, call, before === undefined);
    if (living !== undefined) return living;
    if (before === undefined) world.remove(thing);
    else world.keep(before);
    return undefined;
  } catch (error) {
    if (error instanceof TooMuch) return refuse(setting, operation, [507, 413], error.message);
    throw error;
  }
}

/** A member that the document calls unique, and whose value another thing has. */
function takenMember(
  { world }: Setting,
  kind: Kind,
  collection: string,
  value: Thing['value'],
  own: string | undefined,
): string | undefined {
  for (const [member, schemas] of kind.members) {
    const wanted = getOwn(value, member);
    if (wanted === undefined || wanted === null || member === kind.id || !isUnique(schemas)) continue;
    const isSame = ({ value: other }: Thing): boolean =>
      isDeepStrictEqual(comparable(getOwn(other, member), schemas), comparable(wanted, schemas));
    if (world.in(collection).some((thing) => thing.id !== own && isSame(thing))) return member;
  }
  return undefined;
}

/** Words of a document that a request which names nothing is refused for. */
const UNKNOWN = /\bunknown\b|\bdoes not exist\b|\bdo not exist\b|\bno such\b|\bthere is no\b|\bnot found\b|\ban existing\b/i;

/** A request that names a thing of another kind which is not there, where the texts of the operation say that it is refused. */
function unknownReference(setting: Setting, operation: Operation, kind: Kind, sent: Thing['value']): Living | undefined {
  const status = [422, 409, 400].find((one) => declares(operation, one));
  const members = [...kind.members.values()].flat().map(({ description }) => description);
  const texts = [operation.description, ...operation.responses.map(({ description }) => description), ...members].join(' ');
  if (status === undefined || !UNKNOWN.test(texts)) return undefined;
  for (const { place, kind: named } of kind.references) {
    const things = new Set([...setting.world.all()].filter((thing) => isOf(thing, named)).map(({ id }) => id));
    const missed = namedAt(sent, place).find((id) => !things.has(id));
    if (missed !== undefined) return refuse(setting, operation, [status], `There is no ${wordFor(named)} \`${missed.slice(0, 100)}\`.`);
  }
  return undefined;
}

function isUnique(schemas: readonly Schema[]): boolean {
  return schemas.some(({ description = '' }) => dutiesIn(description).has('unique') || /\bone of its kind\b/i.test(description));
}

/** A value as it is compared: in one case, where the document says that the case does not matter. */
function comparable(value: unknown, schemas: readonly Schema[]): unknown {
  const isCaseless = schemas.some(({ description = '' }) =>
    /whatever the case|case[- ]insensitive|(?:ignor\w+|regardless of) (?:the )?case/i.test(description),
  );
  return isCaseless && typeof value === 'string' ? value.toLowerCase() : value;
}

/** `If-Match` (RFC 9110 section 13.1.1), where the operation declares it. */
function unmetCondition(setting: Setting, operation: Operation, thing: Thing, { headers }: Call): Living | undefined {
  const wanted = headers['if-match'];
  const isDeclared = operation.parameters.some(({ in: where, name }) => where === 'header' && name.toLowerCase() === 'if-match');
  if (wanted === undefined || !isDeclared || wanted.trim() === '*' || wanted.split(',').some((tag) => tag.trim() === tagOf(thing)))
    return undefined;
  return refuse(setting, operation, [412, 409], 'The thing has changed since: it has another ETag.');
}

/** A thing in a state in which the document says that the operation is refused. */
function wrongState(
  setting: Setting,
  operation: Operation,
  { kind: { state }, rules }: { readonly kind: Kind; readonly rules: StateRules | undefined },
  { value }: Thing,
): Living | undefined {
  const now = state && value[state.member];
  if (typeof now !== 'string' || rules === undefined) return undefined;
  const isRefused = rules.refused.has(now) || rules.allowed?.has(now) === false;
  const statuses = [409, 422, 400].filter((status) => declares(operation, status));
  return isRefused && statuses.length > 0 ? refuse(setting, operation, statuses, `It is \`${now}\` now.`) : undefined;
}

function read(setting: Setting, operation: Operation, kind: Kind, call: Call): Living | undefined {
  const id = idOf(operation, kind, call.input);
  const thing = setting.world.find(collectionOf(operation, kind, call.input), id);
  if (thing === undefined) return missing(setting, operation, kind, id);
  const known = call.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (declares(operation, 304) && known.some((tag) => tag === '*' || tag === tagOf(thing)))
    return { result: withTag(setting.tools.example(operation, 304), operation, thing) };
  return show(setting, operation, kind, thing, call);
}

/** A response without a body has the ETag too (RFC 9110 section 15.4.5), where the document has it. */
function withTag(result: Result, { responses }: Operation, thing: Thing): Result {
  const declared = responses.find(({ status }) => status === String(result.status))?.headers ?? [];
  const name = declared.find((header) => header.name.toLowerCase() === 'etag')?.name;
  return name === undefined ? result : { ...result, headers: { ...result.headers, [name]: tagOf(thing) } };
}

function remove(setting: Setting, operation: Operation, { kind, rules }: Ruled, call: Call): Living | undefined {
  const id = idOf(operation, kind, call.input);
  const thing = setting.world.find(collectionOf(operation, kind, call.input), id);
  if (thing === undefined) return missing(setting, operation, kind, id);
  const unmet = unmetCondition(setting, operation, thing, call) ?? wrongState(setting, operation, { kind, rules }, thing);
  if (unmet !== undefined) return unmet;
  const user = declares(operation, 409) ? userOf(setting, kind, thing) : undefined;
  if (user !== undefined) return refuse(setting, operation, [409], `The ${wordFor(user)} of another request names it.`);
  const living = show(setting, operation, kind, thing, call) ?? { result: setting.tools.example(operation, undefined) };
  setting.world.remove(thing);
  return living;
}

/** A kind of which a thing names this one. */
function userOf({ plan, world }: Setting, kind: Kind, { id }: Thing): Kind | undefined {
  return plan.kinds.find((other) => {
    const places = other.references.filter(({ kind: named }) => named === kind).map(({ place }) => place);
    const names = ({ value }: Thing): boolean => places.some((place) => namedAt(value, place).includes(id));
    return places.length > 0 && [...world.all()].some((thing) => isOf(thing, other) && names(thing));
  });
}

function isOf({ collection }: Thing, kind: Kind): boolean {
  const path = segmentsOf(collection);
  return path.length === kind.collection.length && kind.collection.every((one, at) => parameterIn(one) !== undefined || one === path[at]);
}

/** The identifiers at a place, in all items of the lists on the way to it. */
function namedAt(value: unknown, [member, ...deeper]: readonly string[]): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => namedAt(item, member === undefined || member === '0' ? deeper : [member, ...deeper]));
  if (member === undefined) return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  return namedAt(getOwn(value, member), deeper);
}

function list(setting: Setting, operation: Operation, { kind, facts }: Role & { readonly does: 'list' }, call: Call): Living | undefined {
  const success = successOf(operation);
  const shape = listOf(operation);
  if (success === undefined || shape === undefined) return undefined;
  const place = madeAt(operation, kind, call.input);
  const there = setting.world.in(collectionOf(operation, kind, call.input));
  const chosen = choose(place === undefined ? there : there.filter((thing) => thing.madeAt === place), facts, call.input);
  if (chosen === undefined) return refuse(setting, operation, [400, 422], 'The list has no page that begins there.');
  const skeleton = setting.tools.example(operation, Number(success.status));
  const examples = valueAt({ body: skeleton.body }, shape.at);
  const example = (Array.isArray(examples) ? examples[0] : undefined) ?? exampleOf(setting, kind);
  const schemas = itemSchemas(operation);
  const items = chosen.items.map((thing) => lookAt(setting.world, thing, lookOf(schemas), example));
  const page = facts && surroundingsOf(facts, chosen, call);
  const around = page === undefined ? skeleton.body : surrounded(skeleton.body, bodySchemas(operation), page);
  const headers = page === undefined ? skeleton.headers : listHeaders(success.headers, skeleton.headers, page);
  const body = withValue(around, inBody(shape.at), items);
  const result: Result = { ...skeleton, body, ...(headers === undefined ? {} : { headers }) };
  const fit = sound(setting, operation, result, { at: shape.at, example, isList: true });
  return fit && { result: fit };
}

/** The headers of the example, with what they say of the list; the last page has no link to a next one. */
function listHeaders(
  declared: readonly { readonly name: string; readonly required: boolean }[],
  example: Result['headers'],
  page: Surroundings,
): NonNullable<Result['headers']> {
  const said = declared.map((header) => [header.name, listHeader(header, page)] as const);
  const kept = Object.entries(example ?? {}).filter(([name]) => name.toLowerCase() !== 'link');
  return Object.fromEntries([...kept, ...said.filter(([, value]) => value !== undefined)]);
}

function surroundingsOf(facts: Surroundings['facts'], { items, size, start, total }: Chosen<Thing>, { base, target }: Call): Surroundings {
  const address = (changes: Readonly<Record<string, string>>): string => {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const values = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) values.set(name, value);
    return `${base}${path}?${values}`;
  };
  return { facts, size, start, total, shown: items.length, address };
}
