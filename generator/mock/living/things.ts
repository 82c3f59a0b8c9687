// Finds what a living mock can keep: the things of a document, the operations on them, and why each one is taken for what it is.

import { listedValues } from '../../conform/sequences/lists/places.ts';
import { identifierFor, plain, refersTo } from '../../conform/sequences/names.ts';
import { bodySchemaOf, listOf, type Shape, shapesOf, successOf } from '../../conform/sequences/shapes.ts';
import { isSameTemplate, parameterIn, type Segments, segmentsOf } from '../../conform/sequences/templates.ts';
import { propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';

type Role = 'create' | 'list' | 'read' | 'replace' | 'patch' | 'remove';

/** An operation that moves a thing to another state: `POST /orders/{id}/cancel`. */
interface Action {
  readonly operation: Operation;
  readonly member: string;
  readonly state: unknown;
}

/** The schemas of the members of a thing, by name, and the operation whose answer has the most of them. */
interface Whole {
  readonly operation: Operation;
  /** JSON pointer into the result: to the thing, or to the list of them. */
  readonly at: string;
  readonly isList: boolean;
  readonly members: ReadonlyMap<string, readonly Schema[]>;
}

export interface LivingThing extends Readonly<Partial<Record<Role, Operation>>> {
  /** The last word of the path of the collection: `books`. */
  readonly name: string;
  readonly collection: Segments;
  /** The parameter of the path that names one thing. */
  readonly parameter: string;
  /** The member that has the same value; absent where the path alone has it. */
  readonly id?: string;
  readonly whole: Whole;
  readonly actions: readonly Action[];
  /** Members of which no two things have the same value. */
  readonly unique: readonly string[];
  readonly certainty: 'certain' | 'likely';
  readonly reason: string;
}

/** What the living mock makes of one operation. */
export interface Inferred {
  readonly operation: Operation;
  readonly thing?: LivingThing;
  readonly role?: Role | 'act';
  readonly certainty?: LivingThing['certainty'];
  readonly reason: string;
}

/** The things of a service, in the order of the document. */
function thingsOf({ operations }: Service): readonly LivingThing[] {
  const plainOnes = operations.filter(({ marks, sentPath }) => marks === undefined && sentPath === undefined);
  const places = new Map<string, Segments>();
  for (const { path } of plainOnes) {
    const segments = segmentsOf(path);
    const isItem = parameterIn(segments.at(-1)) !== undefined && segments.length > 1 && parameterIn(segments.at(-2)) === undefined;
    const key = segments.map((segment) => (parameterIn(segment) === undefined ? segment : '{}')).join('/');
    if (isItem && !places.has(key)) places.set(key, segments);
  }
  return [...places.values()].flatMap((item) => thingAt(plainOnes, item) ?? []);
}

/** What each operation is to the things, in the order of the document. */
export function inferredOf(service: Service): readonly Inferred[] {
  const things = thingsOf(service);
  return service.operations.map((operation) => {
    for (const thing of things) {
      const role = roleOf(thing, operation);
      if (role !== undefined) return { operation, thing, role, certainty: certaintyOf(thing, role), reason: reasonOf(thing, role) };
      const action = thing.actions.find((one) => one.operation === operation);
      if (action === undefined) continue;
      const reason = `the path ends with a verb below one of ${thing.name}, and \`${action.member}\` can be ${JSON.stringify(action.state)}`;
      return { operation, thing, role: 'act', certainty: 'likely', reason };
    }
    return { operation, reason: 'its path and its answer fit no thing; it is answered without state' };
  });
}

const ROLES: readonly Role[] = ['create', 'list', 'read', 'replace', 'patch', 'remove'];

function roleOf(thing: LivingThing, operation: Operation): Role | undefined {
  return ROLES.find((role) => thing[role] === operation);
}

function certaintyOf(thing: LivingThing, role: Role): LivingThing['certainty'] {
  return role === 'create' && thing.read === undefined && thing.list === undefined ? 'likely' : thing.certainty;
}

function reasonOf({ name, reason, parameter }: LivingThing, role: Role): string {
  if (role === 'create' || role === 'list') return `the paths of ${name} continue this one by {${parameter}}; ${reason}`;
  return reason;
}

function thingAt(operations: readonly Operation[], item: Segments): LivingThing | undefined {
  const collection = item.slice(0, -1);
  const name = collection.at(-1) ?? '';
  const at = (path: Segments, method: string): Operation | undefined =>
    operations.find((one) => one.method === method && isSameTemplate(segmentsOf(one.path), path));
  const list = at(collection, 'GET');
  const found = {
    create: withBody(at(collection, 'POST')),
    list: list !== undefined && listOf(list) !== undefined ? list : undefined,
    read: at(item, 'GET'),
    replace: withBody(at(item, 'PUT')),
    patch: withBody(at(item, 'PATCH')),
    remove: at(item, 'DELETE'),
  };
  // Of what can only be read, any number of things may exist: the mock answers for all of them.
  if (found.create === undefined && found.list === undefined && found.replace === undefined) return undefined;
  const parameter = parameterIn(item.at(-1)) ?? '';
  const candidates = wholesOf(found);
  const identified = candidates.find(({ members }) => identifierFor(parameter, name, members.keys()) !== undefined);
  const whole = identified ?? (found.replace === undefined ? undefined : candidates[0]);
  if (whole === undefined) return undefined;
  const id = identifierFor(parameter, name, whole.members.keys());
  const roles = Object.fromEntries(Object.entries(found).filter(([, operation]) => operation !== undefined));
  return {
    ...roles,
    name,
    collection,
    parameter,
    ...(id === undefined ? {} : { id }),
    whole,
    actions: actionsOf(operations, item, whole),
    unique: uniqueOf(found.create, id),
    ...certainty(parameter, id, name),
  };
}

function withBody(operation: Operation | undefined): Operation | undefined {
  return operation !== undefined && bodySchemaOf(operation) !== undefined ? operation : undefined;
}

function certainty(parameter: string, id: string | undefined, name: string): Pick<LivingThing, 'certainty' | 'reason'> {
  if (id === undefined) return { certainty: 'likely', reason: `PUT makes one of ${name} at the path that the caller chooses` };
  const isSame = plain(parameter) === plain(id) || refersTo(parameter, name);
  return { certainty: isSame ? 'certain' : 'likely', reason: `{${parameter}} is the member \`${id}\` of one of ${name}` };
}

/** Where answers have a thing, the fullest first: what reads one, then a list, then what makes or changes one. */
function wholesOf({ read, list, create, replace, patch }: Readonly<Partial<Record<Role, Operation | undefined>>>): readonly Whole[] {
  const listed = list && listOf(list);
  const whole = (operation: Operation | undefined): readonly Whole[] =>
    operation === undefined
      ? []
      : shapesOf(operation).map((shape: Shape) => ({ operation, at: shape.at, isList: false, members: shape.properties }));
  const inList = list && listed ? [{ operation: list, at: listed.at, isList: true, members: listed.properties }] : [];
  return [...whole(read), ...inList, ...whole(create), ...whole(replace), ...whole(patch)].filter(({ members }) => members.size > 0);
}

const IRREGULAR = new Map([
  ['pay', 'paid'],
  ['send', 'sent'],
  ['hold', 'held'],
]);

function actionsOf(operations: readonly Operation[], item: Segments, { members }: Whole): readonly Action[] {
  const [member, schemas] =
    [...members].find(([name, own]) => /^(?:status|state)$/.test(plain(name)) && listedValues(own) !== undefined) ?? [];
  const states = schemas && listedValues(schemas);
  if (member === undefined || states === undefined) return [];
  return operations.flatMap((operation) => {
    const path = segmentsOf(operation.path);
    const verb = path.at(-1) ?? '';
    if (!['POST', 'PUT'].includes(operation.method) || !isSameTemplate(path.slice(0, -1), item) || parameterIn(verb) !== undefined)
      return [];
    const stem = IRREGULAR.get(verb) ?? verb.replace(/e$/, '');
    const state = states.find((one) => typeof one === 'string' && stem.length > 2 && one.toLowerCase().startsWith(stem.toLowerCase()));
    return state === undefined ? [] : [{ operation, member, state }];
  });
}

/** The members that the answer 409 of a create names, and the identifier where the caller chooses it. */
function uniqueOf(create: Operation | undefined, id: string | undefined): readonly string[] {
  const conflict = create?.responses.find(({ status }) => status === '409');
  const schema = create && bodySchemaOf(create);
  if (conflict === undefined || schema === undefined) return [];
  const words = new Set(conflict.description.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
  // Several words mean that the values are unique together, or that one of them is: no rule can be read from them.
  const named = [...propertiesOf([schema]).keys()].filter((name) => name !== id && words.has(name.toLowerCase()));
  return named.length === 1 ? named : [];
}

/** Where the answer of an operation has the thing, and the names of its members there. */
export function shapeIn(thing: LivingThing, operation: Operation): Shape | undefined {
  if (successOf(operation) === undefined) return undefined;
  const shapes = shapesOf(operation);
  const { id } = thing;
  return (id === undefined ? shapes[0] : shapes.find(({ properties }) => properties.has(id))) ?? undefined;
}
