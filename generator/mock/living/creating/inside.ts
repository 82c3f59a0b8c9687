// Adds to a list of a thing, and answers with what was added: the refund that the payment has among its `refunds` from then on.
import { getOwn } from '@octavo/runtime/conformance';
import { refersTo } from '../../../inference/names.ts';
import { changedAt, valueAt } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import { unmetCondition, wrongState } from '../guards.ts';
import { numbered } from '../kept/numbers.ts';
import { newThing, setByChange } from '../making.ts';
import { asId, collectionOf, idOf } from '../places.ts';
import { type Kind, pathOf, type Role } from '../plan/kinds.ts';
import { record, sentOf } from '../plan/sent.ts';
import { thingShape } from '../plan/thing-shape.ts';
import { idIn } from '../referring.ts';
import { missing, refuse } from '../refusing.ts';
import type { Call, Living, Setting } from '../setting.ts';
import { inBody, sound } from '../showing.ts';
import { outOfBounds } from '../stated/comparing.ts';
import { type Thing, TooMuch } from '../world.ts';

type Adding = Role & { readonly does: 'add' };
type Members = Readonly<Record<string, unknown>>;

export function addInside(setting: Setting, operation: Operation, role: Adding, call: Call): Living | undefined {
  const { kind, item, list, rules, named } = role;
  const collection = collectionOf(operation, kind, call.input);
  const id = named === undefined ? idOf(operation, kind, call.input) : idIn(String(valueAt(call.input, named) ?? ''));
  const before = setting.world.find(collection, id);
  if (before === undefined) return missing(setting, operation, kind, collection, id);
  const unmet = unmetCondition(setting, operation, before, call) ?? wrongState(setting, operation, rules, before);
  if (unmet !== undefined) return unmet;
  const beyond = outOfBounds(setting, operation, before, call);
  if (beyond !== undefined) return refuse(setting, operation, beyond.statuses, beyond.detail);
  const given = getOwn(before.value, list);
  const items: readonly unknown[] = Array.isArray(given) ? given : [];
  const living = shown(setting, operation, item, newItem(setting, operation, role, before, items, call.input.body));
  if (living === undefined) return undefined;
  const added = { ...before.value, [list]: [...items, living.item] };
  const value = { ...numbered(kind, added), ...setByChange(setting, kind, before.value, added) };
  if (!(kind.members.get(list) ?? []).every((schema) => setting.tools.allows(schema, value[list]))) return undefined;
  const { version: _, ...kept } = before;
  try {
    setting.world.keep({ ...kept, value });
    return { result: living.result };
  } catch (error) {
    if (error instanceof TooMuch) return refuse(setting, operation, [507, 413], error.message);
    throw error;
  }
}

/** What was sent, with what a service sets. A member that names the thing has its identifier. */
function newItem(
  setting: Setting,
  operation: Operation,
  { kind, item }: Adding,
  holder: Thing,
  items: readonly unknown[],
  body: unknown,
): Members {
  const sent = sentOf(operation, item, body);
  const naming = [...item.members.keys()].filter((member) => member !== item.id && refersTo(member, kind.name));
  const own = Object.fromEntries(naming.map((member) => [member, asId(kind, holder.id)]));
  const made = newThing(setting, operation, item, { ...own, ...sent }, pathOf(item.collection));
  const known = Object.entries(made).filter(([member]) => item.members.has(member));
  const ids = items.map((one) => getOwn(one, item.id ?? '')).filter((one) => typeof one === 'number');
  const value = Object.fromEntries(known);
  return item.id !== undefined && typeof value[item.id] === 'number' && ids.length > 0
    ? { ...value, [item.id]: Math.max(...ids) + 1 }
    : value;
}

/** The response of success with the item in it, and the item as it is there; `undefined` where the document allows none. */
function shown(setting: Setting, operation: Operation, { resource }: Kind, value: Members) {
  const shape = thingShape(operation, undefined, resource);
  if (shape === undefined) return undefined;
  const skeleton = setting.tools.example(operation, undefined);
  const example = valueAt({ body: skeleton.body }, shape.at);
  const body = changedAt(skeleton.body, inBody(shape.at), value);
  const result = sound(setting, operation, { ...skeleton, body }, { at: shape.at, example });
  return result && { result, item: record(valueAt({ body: result.body }, shape.at)) };
}
