// Lists the requests that may lead a thing from one state to another: actions, actions that name the state in their input, changes of the member and
// creates with it.

import { memberPlace, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import type { Companion } from '../../../inference/companions.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { hasWord, namesIn } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { listedPlaces, type Target, targetOf } from '../../../inference/targets.ts';
import { beginsWith, parameterIn, segmentsOf } from '../../../inference/templates.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import { asResource, companionsWith } from '../making/companions.ts';
import type { Setting } from '../script.ts';
import type { Things } from '../things.ts';
import { listedState, type StateMember } from './members.ts';

/** The most states, and actions, of one resource. */
export const MOST = 8;

/** A request that may lead to another state. */
export interface Move {
  readonly operation: Operation;
  readonly says: string;
  readonly input?: Input;
  /** Whether it makes the thing in its state, and does not bring it there. */
  readonly isBirth?: true;
  /** The state that the input names. */
  readonly to?: string;
  /** Where it is done to each of those that come with the thing. */
  readonly companion?: { readonly of: Companion; readonly resource: Resource };
  /** Whether it is only a way to another state: the same operation is judged without such values. */
  readonly isWay?: true;
  /** Whether its input stays as it is: with another value it is another move. */
  readonly isExact?: true;
}

/** A move that names the state. */
export type SettingMove = Move & Required<Pick<Move, 'to'>>;

interface Stateful {
  readonly things: Things;
  readonly resource: Resource;
  readonly member: StateMember;
}

/**
 * `POST /orders/{id}/cancel`: below the thing, with a last segment that is nothing that can be listed or created, or with the name of a state in its
 * input.
 */
export function actionsOn({ context, mayCall, things }: Setting, resource: Resource): readonly Operation[] {
  const { create } = resource;
  const own = segmentsOf(resource.path);
  const { operations } = context.service;
  const states = statesOf(resource);
  const isCollection = (action: Operation): boolean =>
    operations.some(({ path, method }) => {
      const segments = segmentsOf(path);
      const begin = segmentsOf(action.path);
      return beginsWith(segments, begin) && (segments.length > begin.length || method === 'GET');
    });
  return operations
    .filter((one) => ACTING.has(one.method) && one !== create && mayCall(one))
    .filter(({ path }) => segmentsOf(path).length === own.length + 1 && beginsWith(segmentsOf(path), own))
    .filter((one) => parameterIn(segmentsOf(one.path).at(-1)) === undefined && things.isBelow(one, resource))
    .filter((one) => targetOf(one, states) !== undefined || (one.method !== 'PATCH' && !isCollection(one)))
    .slice(0, MOST);
}

/** The states that things of a resource are shown in. */
function statesOf(resource: Resource): readonly string[] {
  const shown = shownBy(resource);
  return (shown && listedState(shown))?.states ?? [];
}

const ACTING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The actions on things of a resource, each with every state that it may be sent to: `POST /orders/{id}/transitions` with `{ "to": "sent" }`. */
export function actionMoves(setting: Setting, resource: Resource): readonly Move[] {
  const states = statesOf(resource);
  return actionsOn(setting, resource).flatMap((operation): readonly Move[] => {
    const target = targetOf(operation, states);
    return target === undefined ? branched(setting.things, operation) : targeted(setting.things, operation, target);
  });
}

/**
 * Creates below a thing whose texts name its states, with each value that these name: `POST /shipments/{id}/events` with `{ "type": "delivered" }`.
 */
export function belowMoves(
  { context, mayCall, things, inputs }: Setting,
  { create, path: above }: Resource,
  states: readonly string[],
): readonly Move[] {
  const own = segmentsOf(above);
  const creates = context.service.operations.filter((one) => {
    const path = segmentsOf(one.path);
    const isBelow = path.length === own.length + 1 && beginsWith(path, own) && parameterIn(path.at(-1)) === undefined;
    const isList = (other: Operation): boolean => other.method === 'GET' && other.path === one.path;
    // What a PUT makes below a thing has a name in its path: `PUT /articles/{id}/reviews/{reviewer}`.
    if (one.method === 'PUT' && path.length === own.length + 2)
      return beginsWith(path, own) && parameterIn(path.at(-2)) === undefined && parameterIn(path.at(-1)) !== undefined && mayCall(one);
    return (
      one.method === 'POST' &&
      one !== create &&
      isBelow &&
      mayCall(one) &&
      targetOf(one, states) === undefined &&
      context.service.operations.some(isList)
    );
  });
  return creates.flatMap((operation): readonly Move[] => {
    const text = [operation.summary, operation.description].join('. ');
    const given = inputs.of(operation, 0);
    if (given === undefined || namesIn(text, states).length === 0 || !things.all().some((one) => things.isBelow(operation, one))) return [];
    const named = listedPlaces(operation).flatMap(({ name, place, listed }) =>
      listed
        .filter((value) => place.startsWith('/body/') && hasWord(text, value) && valueAt(given, place) !== value)
        .map(
          (value): Move => ({ operation, says: `${operation.id} with ${name} ${value}`, input: changedAt(given, place, value) as Input }),
        ),
    );
    return [{ operation, says: operation.id, input: given }, ...named.slice(0, MOST_NAMED)];
  });
}

/** The most numbers of an action that are sent as small and as large as they may be. */
const MOST_NUMBERS = 2;

/**
 * Actions with numbers at their ends, which may decide what becomes of the thing: a test that fails by its deviation, a payment of all that is owed.
 */
export function extremeMoves(setting: Setting, resource: Resource): readonly Move[] {
  const { inputs } = setting.things;
  return actionMoves(setting, resource)
    .filter(({ to }) => to === undefined)
    .flatMap(({ operation }) => {
      const given = inputs.of(operation, 0);
      const numbers = [...propertiesOf(memberSchemasOf(operation))].flatMap(([name, schemas]) => {
        const parts = possibleConjuncts(schemas);
        const ends = [...new Set(parts.flatMap(({ maximum, minimum }) => [minimum, maximum]))].filter((one) => typeof one === 'number');
        return ends.length === 0 ? [] : [{ name, ends }];
      });
      return numbers.slice(0, MOST_NUMBERS).flatMap(({ name, ends }) =>
        ends.flatMap((end): readonly Move[] => {
          if (given === undefined) return [];
          const input = changedAt(given, memberPlace(operation, name), end) as Input;
          return [{ operation, says: `${operation.id} with ${name} ${end}`, input, isWay: true }];
        }),
      );
    });
}

/** What may be done to each of those that come with a thing: `PUT /orders/{id}/results/{code}`, `POST /orders/{id}/results/{code}/approve`. */
export function companionMoves(setting: Setting, owner: Resource): readonly Move[] {
  const { context, mayCall } = setting;
  return companionsWith({ ...setting, resource: owner }).flatMap((of) => {
    const own = segmentsOf(of.read.path);
    const resource = asResource(owner, of, context.service);
    return context.service.operations
      .filter((one) => ACTING.has(one.method) && mayCall(one))
      .filter(({ path }) => beginsWith(segmentsOf(path), own) && segmentsOf(path).length <= own.length + 1)
      .filter(({ path }) => segmentsOf(path).length === own.length || parameterIn(segmentsOf(path).at(-1)) === undefined)
      .map((operation): Move => ({ operation, says: operation.id, companion: { of, resource } }));
  });
}

/** So many inputs of an action are looked at for branches. */
const MOST_INPUTS = 10;

/** An action with each branch of its body, which may lead to another state: `{ "outcome": "approve" }`, `{ "outcome": "reject" }`. */
function branched({ inputs }: Things, operation: Operation): readonly Move[] {
  const [tag] = [...propertiesOf(memberSchemasOf(operation))].flatMap(([name, schemas]) => {
    const values = possibleConjuncts(schemas).flatMap(({ const: one }) => (typeof one?.value === 'string' ? [one.value] : []));
    return new Set(values).size > 1 ? [name] : [];
  });
  const found = new Map<unknown, Move>();
  for (let variant = 0; tag !== undefined && variant < MOST_INPUTS; variant++) {
    const input = inputs.of(operation, variant);
    const value = membersIn(operation, input)?.[tag];
    if (input !== undefined && typeof value === 'string' && !found.has(value))
      found.set(value, { operation, says: `${operation.id} with ${tag} ${value}`, input });
  }
  return found.size > 1 ? [...found.values()].slice(0, MOST_NAMED) : [{ operation, says: operation.id }];
}

/** The most values of what is made below a thing that are tried. */
const MOST_NAMED = 4;

/** A state may need more than its name, such as a reason, or may not have it: so first all of the example is sent, and then what is required. */
function targeted({ inputs }: Things, operation: Operation, { place, values }: Target): readonly SettingMove[] {
  return values.flatMap(({ value, state }) =>
    inputs
      .having(operation, place, value)
      .map((input): SettingMove => ({ operation, says: `${operation.id} to ${state}`, input, to: state })),
  );
}

/** Changes that set the member itself: `PATCH` with `{ "status": "closed" }`. */
export function settingMoves({ things, resource, member }: Stateful): readonly SettingMove[] {
  return resource.changes.flatMap((operation) => {
    if (!propertiesOf(memberSchemasOf(operation)).has(member.name)) return [];
    return member.states.flatMap((state): readonly SettingMove[] => {
      const value = member.valueOf(state);
      const least = things.inputs.least(operation);
      if (value === undefined || least === undefined) return [];
      const bare = operation.method === 'PATCH' ? withMembers(operation, least, {}) : least;
      const input = changedAt(bare, memberPlace(operation, member.name), value) as Input;
      return [{ operation, says: `${operation.id} to ${state}`, input, to: state }];
    });
  });
}

/** Creates that set the member: `POST` with `{ "active": false }`. */
export function birthMoves({ things, resource: { create }, member }: Stateful): readonly Move[] {
  const own = propertiesOf(memberSchemasOf(create)).get(member.name);
  const given = things.inputs.of(create, 0);
  if (own === undefined || given === undefined || possibleConjuncts(own).some(({ readOnly }) => readOnly === true)) return [];
  return member.states.flatMap((state): readonly Move[] => {
    const value = member.valueOf(state);
    const input = changedAt(given, memberPlace(create, member.name), value) as Input;
    return value === undefined ? [] : [{ operation: create, says: `${create.id} where ${member.shown(state)}`, input, isBirth: true }];
  });
}
