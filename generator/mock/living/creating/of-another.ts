// Makes a thing of another one: the order of a cart, which has the lines of the cart and its identifier, and the copy of a form.
import { plain, refersTo } from '../../../inference/names.ts';
import type { Operation } from '../../../model/service.ts';
import { unmetCondition, wrongState } from '../guards.ts';
import { inState } from '../kept/keeping.ts';
import { completedMembers, setByChange } from '../making.ts';
import { asId, collectionOf, idOf } from '../places.ts';
import { declares, type Kind, type Origin, type Role } from '../plan/kinds.ts';
import { record, sentOf } from '../plan/sent.ts';
import { missing, REFUSING_STATES, refuse, wordFor } from '../refusing.ts';
import type { Call, Living, Setting } from '../setting.ts';
import { keepAndShow } from '../showing.ts';
import { outOfBounds } from '../stated/comparing.ts';
import { timeOf } from '../values.ts';
import { type Thing, TooMuch } from '../world.ts';
import { madeOf } from './one.ts';

type Creating = Role & { readonly does: 'create' };
type Members = Thing['value'];

export function createOfAnother(setting: Setting, operation: Operation, role: Creating, of: Origin, call: Call): Living | undefined {
  const { kind } = role;
  const [collection, id] = [collectionOf(operation, of.kind, call.input), idOf(operation, of.kind, call.input)];
  const source = setting.world.find(collection, id);
  if (source === undefined) return missing(setting, operation, of.kind, collection, id);
  const refused = unmetCondition(setting, operation, source, call) ?? wrongState(setting, operation, of.rules, source);
  if (refused !== undefined) return refused;
  const beyond = outOfBounds(setting, operation, source, call);
  if (beyond !== undefined) return refuse(setting, operation, beyond.statuses, beyond.detail);
  const place = `${collection}/${encodeURIComponent(id)}`;
  const again = secondTime(setting, operation, kind, of, source, place);
  if (again !== undefined) return again;
  const taken = kind === of.kind ? copied(kind, source.value) : takenFrom(setting, kind, source);
  const begun = of.begins === undefined || kind.state === undefined ? {} : { [kind.state.member]: of.begins };
  const sent = { ...taken, ...begun, ...sentOf(operation, kind, call.input.body) };
  const made = madeOf(setting, operation, role, call.input, sent);
  if (made === undefined) return undefined;
  if ('detail' in made) return refuse(setting, operation, made.statuses, made.detail);
  const living = keepAndShow(setting, operation, kind, { ...made, madeAt: place }, call);
  const thing = setting.world.find(made.collection, made.id);
  return thing === undefined ? living : (changeSource(setting, operation, of, source, thing) ?? living);
}

/** Refuses what is done once to one thing: by the state of the thing, or by what was made of it. */
function secondTime(setting: Setting, operation: Operation, kind: Kind, of: Origin, source: Thing, place: string): Living | undefined {
  const { state } = of.kind;
  const isThere = of.to !== undefined && state !== undefined && source.value[state.member] === of.to;
  if (isThere && declares(operation, 409)) return refuse(setting, operation, [409], `It is \`${of.to}\` already.`);
  if (of.isOnce !== true || ![...setting.world.all()].some((thing) => thing.kind === kind && thing.madeAt === place)) return undefined;
  const statuses = REFUSING_STATES.filter((status) => declares(operation, status));
  return refuse(setting, operation, statuses, `The ${wordFor(of.kind)} has its ${wordFor(kind)} already.`);
}

/** What the copy has of a thing: all but what is its own. */
function copied({ id, state, unique, trash }: Kind, value: Members): Members {
  const isOwn = (member: string): boolean =>
    [id, state?.member, trash?.member].includes(member) || unique.has(member) || timeOf(member) !== undefined;
  return Object.fromEntries(Object.entries(value).filter(([member]) => !isOwn(member)));
}

/** What a thing has of the one that it is made of, where the document allows it: members of the same name, and the whole one as it is. */
function takenFrom(setting: Setting, kind: Kind, source: Thing): Members {
  const found: Record<string, unknown> = {};
  for (const [member, schemas] of kind.members) {
    if (member === kind.id || member === kind.state?.member || member === kind.trash?.member || timeOf(member) !== undefined) continue;
    const same = Object.keys(source.value).find((name) => plain(name) === plain(member) && name !== source.kind.id);
    const given = same !== undefined ? source.value[same] : refersTo(member, source.kind.name) ? source.value : undefined;
    const value = completedMembers(setting, kind, { [member]: given })[member];
    if (value !== undefined && schemas.every((schema) => setting.tools.allows(schema, value))) found[member] = value;
  }
  return found;
}

/** The old thing is in another state, and names the new one where it has a member for that. */
function changeSource(setting: Setting, operation: Operation, of: Origin, source: Thing, made: Thing): Living | undefined {
  const { kind } = of;
  if (kind === made.kind) return undefined;
  const named = [...kind.members].flatMap(([member, schemas]): readonly (readonly [string, unknown])[] => {
    const id = asId(made.kind, made.id);
    const isMeant = member !== kind.id && refersTo(member, made.kind.name) && schemas.every((schema) => setting.tools.allows(schema, id));
    return isMeant ? [[member, id]] : [];
  });
  const reached = of.to === undefined || kind.state === undefined ? {} : { [kind.state.member]: of.to };
  const changed = { ...reached, ...Object.fromEntries(named) };
  if (Object.keys(changed).length === 0) return undefined;
  const value = inState(kind, { ...source.value, ...changed }, record(changed));
  const { version: _, ...kept } = source;
  try {
    setting.world.keep({ ...kept, value: { ...value, ...setByChange(setting, kind, source.value, value) } });
    return undefined;
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    setting.world.remove(made);
    return refuse(setting, operation, [507, 413], error.message);
  }
}
