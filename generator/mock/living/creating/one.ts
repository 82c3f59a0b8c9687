// Creates a thing: what was sent, with what only a service gives, unless another thing or an unknown one is in the way.
import { getOwn } from '@octavo/runtime/conformance';
import { isTelling, plain, refersTo } from '../../../inference/names.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import { markTaken, namesOutOfState, type Refused, takenMember, unknownReference } from '../guards.ts';
import { freshId, newThing } from '../making.ts';
import { collectionOf, type Input, identityOf, madeAt, parentOf } from '../places.ts';
import type { Kind, Role } from '../plan/kinds.ts';
import { record, sentOf } from '../plan/sent.ts';
import { namedIds } from '../referring.ts';
import { refuse, wordFor } from '../refusing.ts';
import type { Call, Living, Setting } from '../setting.ts';
import { keepAndShow } from '../showing.ts';
import { outOfBounds, outOfNamedBounds } from '../stated/comparing.ts';
import { timeTaken } from '../stated/taken-times.ts';
import type { Thing } from '../world.ts';
import { changedKnown, knownThing } from './known.ts';

type Creating = Role & { readonly does: 'create' | 'create-many' };

export function create(setting: Setting, operation: Operation, role: Creating, call: Call): Living | undefined {
  const made = madeOf(setting, operation, role, call.input, sentOf(operation, role.kind, call.input.body));
  if (made === undefined) return undefined;
  if ('detail' in made) return refuse(setting, operation, made.statuses, made.detail);
  return keepAndShow(setting, operation, role.kind, made, call) ?? keepExample(setting, operation, made, call);
}

/**
 * The thing of the example of the answer, under an identifier of its own, where the document allows no answer that shows what was sent: what a client
 * is told of is there then.
 */
function keepExample(setting: Setting, operation: Operation, made: Made, call: Call): Living | undefined {
  const { kind, value } = made;
  const { id } = kind;
  const shape =
    id === undefined || kind.within !== undefined ? undefined : shapesOf(operation).find(({ properties }) => properties.has(id));
  if (id === undefined || shape === undefined || made.version !== undefined) return undefined;
  const example = record(valueAt({ body: setting.tools.example(operation, undefined).body }, shape.at));
  return keepAndShow(setting, operation, kind, { ...made, value: { ...example, [id]: value[id] } }, call);
}

/** `version`: of a thing that was there, and stays as it is. */
type Made = Omit<Thing, 'version'> & { readonly version?: number };

/** The thing to be kept, or why it is refused; `undefined` where the document allows no identifier that was tried. */
export function madeOf(
  setting: Setting,
  operation: Operation,
  role: Creating,
  input: Input,
  given: Thing['value'],
): Made | Refused | undefined {
  const { kind, unknown: status } = role;
  const collection = collectionOf(operation, kind, input);
  const sent = withoutUnfitId(setting, kind, { ...namedByPath(setting, operation, kind, input), ...given });
  const chosen = identityOf(kind, sent);
  const statuses = [409, 422, 400];
  const there = knownThing(setting, role, collection, sent, input.body);
  if (there !== undefined) return changedKnown(setting, operation, role, there, sent);
  if (chosen !== undefined && setting.world.has(collection, chosen))
    return { statuses, detail: `There is a ${wordFor(kind)} \`${chosen.slice(0, 100)}\` already.` };
  const taken = takenMember(setting, kind, collection, sent, undefined, madeAt(operation, kind, input));
  if (taken !== undefined) return { statuses, detail: `Another ${wordFor(kind)} has this \`${taken}\`.` };
  const unknown = unknownReference(setting, kind, sent, status);
  if (unknown !== undefined) return unknown;
  const wrong = role.does === 'create' ? namesOutOfState(setting, operation, role, sent) : undefined;
  if (wrong !== undefined) return wrong;
  const beyond = outOfBoundsAbove(setting, operation, kind, input) ?? outOfNamedBounds(setting, operation, kind, sent, { input });
  if (beyond !== undefined) return beyond;
  const full = oneTooMany(setting, operation, kind, input, sent);
  if (full !== undefined) return full;
  const value = newThing(setting, operation, kind, sent, collection);
  const id = kind.id === undefined ? freshId(setting, kind, collection, undefined) : identityOf(kind, value);
  if (id === undefined) return undefined;
  if (kind.isNeverRenamed === true && setting.world.hadOnce(collection, String(id)))
    return {
      statuses: [...statuses, 410],
      detail: `A ${wordFor(kind)} had \`${String(id).slice(0, 100)}\` before, and it is not given again.`,
    };
  const place = madeAt(operation, kind, input);
  const made = { kind, collection, id: String(id), value, ...(place === undefined ? {} : { madeAt: place }) };
  return timeTaken(setting, operation, made) ?? markTaken(setting, made) ?? made;
}

/** One more than there may be of the same thing. */
function oneTooMany({ world, mostOf }: Setting, operation: Operation, kind: Kind, input: Input, sent: Thing['value']): Refused | undefined {
  const most = mostOf(operation, kind);
  if (most === undefined) return undefined;
  const { owner, count, status } = most;
  const places = kind.references.filter((reference) => reference.kind === owner).map(({ place }) => place);
  const ids = new Set(places.flatMap((place) => namedIds(sent, place)));
  const [collection, at] = [collectionOf(operation, kind, input), madeAt(operation, kind, input)];
  const isSame = ({ madeAt: place, value }: Thing): boolean =>
    owner === kind.parent ? at === undefined || place === at : places.some((one) => namedIds(value, one).some((id) => ids.has(id)));
  const there = world.in(collection).filter((thing) => isSame(thing) && most.counts(kind.state && thing.value[kind.state.member]));
  if (there.length < count) return undefined;
  return { statuses: [status, 409, 422], detail: `There may be ${count} of them at most for one ${wordFor(owner)}.` };
}

/** What the thing that a new one stands below does not allow. */
function outOfBoundsAbove(setting: Setting, operation: Operation, { parent }: Kind, input: Input): Refused | undefined {
  const above = parent && setting.world.find(...parentOf(operation, parent, input));
  return above && outOfBounds(setting, operation, above, { input });
}

/** The members that name what the path of a request names: the `customerId` of an order by `POST /customers/{id}/orders`. */
function namedByPath({ tools }: Setting, { path }: Operation, { id, members }: Kind, input: Input): Thing['value'] {
  const segments = segmentsOf(path);
  const named = segments.flatMap((segment, at) => {
    const parameter = parameterIn(segment) ?? '';
    const value = getOwn(input.path, parameter);
    const isMeant = (member: string): boolean =>
      refersTo(member, segments[at - 1] ?? '') || (isTelling(parameter) && plain(member) === plain(parameter));
    if (value === undefined) return [];
    return [...members].flatMap(([member, schemas]): readonly (readonly [string, unknown])[] => {
      if (member === id || !isMeant(member)) return [];
      const allowed = [value, String(value), Number(value)].find((one) => schemas.every((schema) => tools.allows(schema, one)));
      return allowed === undefined ? [] : [[member, allowed]];
    });
  });
  return Object.fromEntries(named);
}

/** An identifier that is empty is none, since no path could name the thing; nor is one that answers cannot have. */
function withoutUnfitId({ tools }: Setting, { id, members }: Kind, sent: Thing['value']): Thing['value'] {
  const given = id === undefined ? undefined : sent[id];
  if (id === undefined || given === undefined) return sent;
  if (given !== '' && (members.get(id) ?? []).every((schema) => tools.allows(schema, given))) return sent;
  const { [id]: _, ...others } = sent;
  return others;
}
