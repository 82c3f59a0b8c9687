// Does what each operation says with the things of a living mock, and answers with them. `undefined`: the document allows no answer that shows what
// was done, so nothing was.
import { headerOf } from '../../inference/headers.ts';
import type { ListFacts } from '../../inference/lists/facts.ts';
import { plain } from '../../inference/names.ts';
import { changedAt, valueAt } from '../../inference/pointers.ts';
import { singular } from '../../inference/prose/index.ts';
import { listOf, successOf } from '../../inference/shapes.ts';
import { beginsWith, isNameAt, parameterIn, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import { isUnlisted } from './creating/adopting.ts';
import { change, closed } from './creating/changing.ts';
import { addInside } from './creating/inside.ts';
import { createMany } from './creating/many.ts';
import { createOfAnother } from './creating/of-another.ts';
import { create } from './creating/one.ts';
import { affected, saidOf } from './effecting.ts';
import { keeperOf, unknownNamed, unmetCondition, wrongState } from './guards.ts';
import { countedResult } from './kept/counted.ts';
import { changeElsewhere } from './kept/elsewhere.ts';
import { hasChangedSince, isTagOf } from './kept/headers.ts';
import { inState } from './kept/keeping.ts';
import { exported } from './lists/exports.ts';
import { type Chosen, choose, listHeader, type Surroundings, surrounded, withoutCursor } from './lists/lists.ts';
import { exampleOf, freshSecret, setByChange } from './making.ts';
import { collectionOf, type Input, idOf, madeAt, parentOf } from './places.ts';
import { declares, type Kind, type Role } from './plan/kinds.ts';
import { record, sentOf } from './plan/sent.ts';
import { mayRefuse, missing, refuse, wordFor } from './refusing.ts';
import type { Call, Living, Result, Setting } from './setting.ts';
import { bodySchemas, inBody, itemSchemas, keepAndShow, lookAt, lookOf, notModified, show, sound } from './showing.ts';
import { outOfBounds } from './stated/comparing.ts';
import { untrue } from './stated/untrue.ts';
import { listed, trashed, untrashed } from './trashing.ts';

/** What a list answers where a page begins at a place that is none. */
const NO_PAGE = [400, 422];

export function answer(setting: Setting, operation: Operation, role: Role, call: Call): Living | undefined {
  const { kind } = role;
  const orphan = orphaned(setting, operation, kind, call.input);
  if (orphan !== undefined) return orphan;
  const wrong = untrue(setting, operation, call);
  if (wrong !== undefined) return wrong;
  switch (role.does) {
    case 'create':
      if (role.of !== undefined) return createOfAnother(setting, operation, role, role.of, call);
      return closed(setting, operation, role, call.input) ?? create(setting, operation, role, call);
    case 'create-many':
      return createMany(setting, operation, role, call);
    case 'list':
      return list(setting, operation, role, call);
    case 'export':
      return exported(setting, operation, role, call);
    case 'read':
      return read(setting, operation, role, call);
    case 'remove':
      return remove(setting, operation, role, call);
    case 'restore':
      return restore(setting, operation, kind, call);
    case 'add':
      return addInside(setting, operation, role, call);
    case 'act':
      return act(setting, operation, role, call);
    default:
      return change(setting, operation, role, call);
  }
}

/** A request below a thing that is not there. */
function orphaned(setting: Setting, operation: Operation, kind: Kind, input: Input): Living | undefined {
  const { parent } = kind;
  // Things may be read elsewhere than below what they are made and listed at.
  if (parent === undefined || !beginsWith(segmentsOf(operation.path), [...parent.collection, '{id}']))
    return belowNothing(setting, operation, input, kind);
  const [collection, id] = parentOf(operation, parent, input);
  return setting.world.find(collection, id) === undefined ? missing(setting, operation, parent, collection, id) : undefined;
}

/** A request without state for what stands below a thing that is not there, where the operation declares a refusal of that. */
export function absent(setting: Setting, operation: Operation, { input }: Call): Living | undefined {
  const missed = belowNothing(setting, operation, input);
  const unknown =
    missed === undefined && aboveIn(setting, operation) !== undefined ? unknownNamed(setting, operation, input.body) : undefined;
  return missed ?? (unknown && refuse(setting, operation, unknown.statuses, unknown.detail));
}

/** `own`: the kind that the request is about itself. */
function belowNothing(setting: Setting, operation: Operation, input: Input, own?: Kind): Living | undefined {
  const above = aboveIn(setting, operation);
  if (above === undefined || above === own) return undefined;
  const [collection, id] = parentOf(operation, above, input);
  return setting.world.find(collection, id) === undefined ? missing(setting, operation, above, collection, id) : undefined;
}

/** The kind of a thing that the path of an operation names, where the operation declares that it may be missing. */
function aboveIn({ plan }: Setting, operation: Operation): Kind | undefined {
  if (![404, 410].some((status) => declares(operation, status))) return undefined;
  const path = segmentsOf(operation.path);
  return plan.kinds.findLast(
    ({ name, collection, resource: { parameter = '' } }) =>
      beginsWith(path, collection) &&
      isNameAt(path, collection.length) &&
      [parameter, singular(name) + parameter].map(plain).includes(plain(parameterIn(path[collection.length]) ?? '')),
  );
}

function act(setting: Setting, operation: Operation, role: Role & { readonly does: 'act' }, call: Call): Living | undefined {
  const { kind, rules, renews, effect, said = [], elsewhere = [] } = role;
  const collection = collectionOf(operation, kind, call.input);
  const id = idOf(operation, kind, call.input);
  const before = setting.world.find(collection, id);
  if (before === undefined) return missing(setting, operation, kind, collection, id);
  const { state } = kind;
  const now = state && before.value[state.member];
  const to = rules?.becomes.get(String(now)) ?? role.to;
  const unmet = unmetCondition(setting, operation, before, call) ?? wrongState(setting, operation, rules, before);
  if (unmet !== undefined) return unmet;
  const beyond = outOfBounds(setting, operation, before, call);
  if (beyond !== undefined) return refuse(setting, operation, beyond.statuses, beyond.detail);
  const reached = state === undefined || to === undefined ? {} : { [state.member]: to };
  if (to !== undefined && now === to && rules?.becomes.has(to) !== true && declares(operation, 409))
    return refuse(setting, operation, [409], `It is \`${to}\` already.`);
  if (role.once !== undefined && (to === undefined ? before.done?.includes(operation.id) === true : now === to))
    return refuse(setting, operation, role.once, `It was done to this ${wordFor(kind)} before.`);
  const { body } = call.input;
  const unknown = unknownNamed(setting, operation, body, role.unknown);
  if (unknown !== undefined) return refuse(setting, operation, unknown.statuses, unknown.detail);
  const sent = Object.entries(sentOf(operation, kind, body)).filter(([member]) => kind.members.has(member) && member !== kind.id);
  const changed = effect === undefined ? Object.fromEntries(sent) : affected(setting, effect, kind, before.value, body);
  const renewed = renews === undefined ? {} : { [renews]: freshSecret(setting, operation, renews, before.value[renews]) };
  const told = saidOf(setting, said, kind, before.value);
  const value = inState(kind, { ...before.value, ...told, ...changed, ...reached, ...renewed }, changed);
  const done = role.once !== undefined && to === undefined ? { done: [...(before.done ?? []), operation.id] } : {};
  const kept = { ...before, value: { ...value, ...setByChange(setting, kind, before.value, value) }, ...done };
  const living = keepAndShow(setting, operation, kind, kept, call, renews);
  if (living !== undefined && 'result' in living) changeElsewhere(setting, elsewhere, before);
  return living;
}

function read(setting: Setting, operation: Operation, { kind, told }: Role & { readonly does: 'read' }, call: Call): Living | undefined {
  const id = idOf(operation, kind, call.input);
  const collection = collectionOf(operation, kind, call.input);
  const thing = setting.world.find(collection, id);
  if (thing === undefined) return missing(setting, operation, kind, collection, id);
  const known = call.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (declares(operation, 304) && known.some((tag) => tag === '*' || isTagOf(tag, thing))) return notModified(setting, operation, thing);
  const isOld =
    headerOf(operation, 'if-modified-since') !== undefined && hasChangedSince(thing, call.headers['if-modified-since']) === false;
  if (isOld && known.length === 0 && declares(operation, 304)) return notModified(setting, operation, thing);
  return show(setting, operation, kind, thing, call, false, told);
}

function remove(setting: Setting, operation: Operation, role: Role & { readonly does: 'remove' }, call: Call): Living | undefined {
  const { kind, rules } = role;
  const id = idOf(operation, kind, call.input);
  const collection = collectionOf(operation, kind, call.input);
  const thing = setting.world.find(collection, id);
  if (thing === undefined) return missing(setting, operation, kind, collection, id);
  const unmet = unmetCondition(setting, operation, thing, call) ?? wrongState(setting, operation, rules, thing);
  if (unmet !== undefined) return unmet;
  const user = keeperOf(setting, operation, role, thing, call.input);
  if (user !== undefined) return refuse(setting, operation, [409], `The ${wordFor(user)} of another request names it.`);
  const { version: _, ...gone } = trashed(setting, thing);
  const living = show(setting, operation, kind, { ...thing, value: gone.value }, call) ?? {
    result: setting.tools.example(operation, undefined),
  };
  if (kind.trash === undefined && !isUnlisted(kind)) setting.world.remove(thing);
  else setting.world.keep(gone);
  return living;
}

function restore(setting: Setting, operation: Operation, kind: Kind, call: Call): Living | undefined {
  const { world } = setting;
  const collection = collectionOf(operation, kind, call.input);
  const id = idOf(operation, kind, call.input);
  const thing = world.findDeleted(collection, id);
  if (thing === undefined && world.find(collection, id) === undefined) return missing(setting, operation, kind, collection, id);
  if (thing === undefined) return refuse(setting, operation, [409, 422, 400], `The ${wordFor(kind)} is not deleted.`);
  const unmet = unmetCondition(setting, operation, thing, call);
  if (unmet !== undefined) return unmet;
  const { isDeleted: _, ...found } = thing;
  const value = untrashed(kind, found.value);
  return keepAndShow(setting, operation, kind, { ...found, value: { ...value, ...setByChange(setting, kind, value, value) } }, call);
}

function list(setting: Setting, operation: Operation, { kind, facts }: Role & { readonly does: 'list' }, call: Call): Living | undefined {
  const success = successOf(operation);
  const shape = listOf(operation);
  if (success === undefined || shape === undefined) return undefined;
  const place = madeAt(operation, kind, call.input);
  const there = listed(setting, kind, collectionOf(operation, kind, call.input), call.input);
  const things = place === undefined ? there : there.filter((thing) => thing.madeAt === place);
  const chosen =
    choose(things, facts, call.input) ?? (mayRefuse(operation, NO_PAGE) ? undefined : choose(things, withoutCursor(facts), call.input));
  if (chosen === undefined) return refuse(setting, operation, NO_PAGE, 'The list has no page that begins there.');
  const skeleton = setting.tools.example(operation, Number(success.status));
  const examples = valueAt({ body: skeleton.body }, shape.at);
  const own = itemSchemas(operation);
  const [schema] = own;
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
  // Items may have other forms here than where a thing is read.
  const example = first ?? (schema && setting.tools.sample(schema, setting.random)) ?? exampleOf(setting, kind);
  const look = lookOf(own);
  const items = chosen.items.map((thing) => lookAt(setting.world, thing, look, example));
  const result = asList(operation, skeleton, items, facts && surroundingsOf(facts, chosen, call));
  const fit = result && sound(setting, operation, result, { at: shape.at, example, isList: true, within: kind.within?.member });
  return fit && { result: fit };
}

/** The example of a list with these items, and with what the page says of them. */
function asList(operation: Operation, skeleton: Result, items: readonly unknown[], page: Surroundings | undefined): Result | undefined {
  const [success, shape] = [successOf(operation), listOf(operation)];
  if (success === undefined || shape === undefined) return undefined;
  const around = page === undefined ? skeleton.body : surrounded(skeleton.body, bodySchemas(operation), page);
  const headers = page === undefined ? skeleton.headers : listHeaders(success.headers, skeleton.headers, page);
  return { ...skeleton, body: changedAt(around, inBody(shape.at), items), ...(headers === undefined ? {} : { headers }) };
}

/**
 * Answers a list of what is no kind of thing. The items of the example are all that there are, so a client that follows the pages comes to an end.
 * @throws {ExampleError} where the document has no example
 */
export function examplePage({ tools }: Setting, operation: Operation, facts: ListFacts, call: Call): Living | undefined {
  const skeleton = tools.example(operation, undefined);
  const found = valueAt({ body: skeleton.body }, facts.items);
  if (!Array.isArray(found)) return undefined;
  const things = found.map((value: unknown, index) => ({ value: record(value), id: String(index) }));
  const { search, sort, ...roles } = facts.roles;
  const chosen = choose(things, { ...facts, places: [], roles }, call.input);
  if (chosen === undefined) return undefined;
  const items = chosen.items.map(({ id }): unknown => found[Number(id)]);
  const result = asList(operation, skeleton, items, surroundingsOf(facts, chosen, call));
  const right = result && countedResult(tools, operation, result);
  return right && { result: right, isWithoutState: true };
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

function surroundingsOf(facts: ListFacts, { items, size, start, total }: Chosen<unknown>, { base, target }: Call): Surroundings {
  const address = (changes: Readonly<Record<string, string>>): string => {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const values = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) values.set(name, value);
    return `${base}${path}${values.size === 0 ? '' : '?'}${values}`;
  };
  return { facts, size, start, total, shown: items.length, address };
}
