// Keeps what a sequence knows of a thing: the fields that it must have, and whether it is deleted; and makes the calls that compare the service with
// it.

import { isDeepStrictEqual } from 'node:util';
import { membersIn } from '../../inference/bodies.ts';
import { isObject, tokensOf, valueAt } from '../../inference/pointers.ts';
import type { Reader } from '../../inference/resources.ts';
import { successSchemaOf } from '../../inference/shapes.ts';
import { segmentsOf, valuesIn } from '../../inference/templates.ts';
import { isTimeOfChange } from '../../inference/times.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import { difference, echoed, type Fields, resourceIn, sentFields } from './fields.ts';
import { hidesDeleted, judgeGone, keepsDeleted } from './gone.ts';
import { type Lab, Stopped } from './lab.ts';
import { shown } from './shown.ts';
import { isSameName, isSuccess, resultOf, type Thing } from './thing.ts';
import type { Act, Things } from './things.ts';

export interface State {
  readonly thing: Thing;
  /** Fields that the service has given back as they were sent. */
  expected: Fields;
  /** The check that a wrong field speaks of: the last call that succeeded. */
  since: 'read-after-create' | 'read-after-change';
  /** The last successful read, while the thing exists. */
  before?: Readonly<Record<string, unknown>>;
  deleted?: Answered;
}

/** Statuses that say that something does not exist. */
const ABSENT = new Set([404, 410]);

export function isAbsent({ response }: Answered): boolean {
  return ABSENT.has(response.status);
}

export function stateOf(thing: Thing): State {
  return { thing, expected: echoed(thing.created, thing.resource.edge.from), since: 'read-after-create' };
}

/** Reads a thing that exists, and compares it with what is known of it. */
export async function readLive(lab: Lab, things: Things, reader: Reader, state: State, check: string = state.since): Promise<Answered> {
  const { thing } = state;
  const says = state.since.replaceAll('-', ' ');
  const exchange = await things.call(lab, reader.operation, thing, { says });
  const { status } = exchange.response;
  if (isAbsent(exchange)) lab.fault(check, `What was created is answered with ${status} (${says}).`, 'a status from 200 to 299', exchange);
  const resource = reader.id === undefined || !isSuccess(exchange) ? undefined : resourceIn(exchange, reader.id);
  if (resource === undefined || reader.id === undefined) return exchange;
  const id = valueAt(resultOf(exchange), reader.id);
  // An identifier of another kind, such as a number beside a slug, may be the right one.
  if (typeof id === typeof thing.id && !isSameName(id, thing.id))
    lab.fault(
      check,
      `The answer is about ${String(id)}, and the request about ${String(thing.id)}.`,
      `the identifier ${String(thing.id)}`,
      exchange,
    );
  const isSameSchema = successSchemaOf(reader.operation) === successSchemaOf(thing.resource.create);
  const name = difference(resource, state.expected, isSameSchema);
  if (name !== undefined) {
    const [sent, got] = [shown(state.expected.get(name), 'missing'), shown(resource[name], 'missing')];
    lab.fault(check, `\`${name}\` is ${got} (${says}), and an earlier answer had ${sent}.`, `\`${name}\` with the value ${sent}`, exchange);
  }
  state.before = resource;
  return exchange;
}

function isSamePath(one: URL, other: string): boolean {
  return one.pathname.replace(/\/$/, '') === URL.parse(other)?.pathname.replace(/\/$/, '');
}

/** What the text of the header says of it: `The path of the new thing`. */
const OF_NEW = /\b(?:path|address|url|uri|link|where)\b[^.]*\b(?:new|created|made|added|registered|thing|resource|it (?:is|can be))\b/i;

function textOfLocation({ reading }: Answered): string {
  const header = reading.declared?.headers.find(({ name }) => name.toLowerCase() === 'location');
  return header?.description ?? '';
}

/** Reads the address that `Location` of a create gives, if it is one of the operation that reads things: it leads to what was created. */
export async function readLocation(lab: Lab, { operation, id }: Reader, { created, id: wanted }: Thing): Promise<void> {
  const location = created.response.headers.get('location');
  const { origin, basePath } = lab.equipment.target;
  const posted = origin + basePath + created.case.request.target;
  const url = location === null ? null : URL.parse(location, posted);
  if (url === null || id === undefined || !url.pathname.startsWith(`${basePath}/`)) return;
  const path = url.pathname.slice(basePath.length);
  // RFC 9110 section 15.3.2: Location of a 201 identifies what was made.
  if (created.case.request.method === 'POST' && created.response.status === 201 && isSamePath(url, posted))
    lab.fault(
      'read-after-create',
      `The header Location (${location}) leads to where things are made, and not to the new one.`,
      `the address of ${String(wanted)}`,
      created,
    );
  const isRead = valuesIn(segmentsOf(operation.path), segmentsOf(path)) !== undefined;
  // Elsewhere, the header may name something else, unless its text says what it leads to.
  if (!isRead && (operation.method !== 'GET' || !OF_NEW.test(textOfLocation(created)))) return;
  const request = { method: 'GET', target: path + url.search, headers: { accept: 'application/json' } };
  const exchange = await lab.step({ operation, says: 'read the Location', input: undefined, request, probe: 'read-after-create' });
  const found = isSuccess(exchange) ? valueAt(resultOf(exchange), id) : undefined;
  const isOther = found !== undefined && typeof found === typeof wanted && !isSameName(found, wanted);
  // The service has given an address that it refuses itself, although nothing else than this is asked for.
  const isRefused =
    isRead && [400, 422].includes(exchange.response.status) && !operation.parameters.some((one) => one.in !== 'path' && one.required);
  if (!isOther && !isRefused && !isAbsent(exchange)) return;
  const what = isOther
    ? `to ${String(found)}`
    : isRefused
      ? `to an address that is refused with ${exchange.response.status}`
      : 'to nothing';
  lab.fault('read-after-create', `The header Location (${location}) leads ${what}.`, `the address of ${String(wanted)}`, exchange, [
    created,
  ]);
}

/**
 * Changes a thing. Where the change succeeds, the fields that it has sent are expected from now on. A PATCH names what it changes by the fields of
 * the resource itself, and leaves the others (RFC 7396).
 */
export async function change(lab: Lab, things: Things, operation: Operation, state: State, act: Act): Promise<Answered> {
  const exchange = await things.call(lab, operation, state.thing, act);
  const { status } = exchange.response;
  if (status === 202 || status >= 500) throw new Stopped(`${operation.id} is answered with ${status}`);
  if (!isSuccess(exchange)) return exchange;
  const { from } = state.thing.resource.edge;
  const sent = sentFields(exchange);
  const resource = resourceIn(exchange, from);
  const name = tokensOf(from).at(-1) ?? '';
  // A thing that is known by its name may have got another name.
  if (resource === undefined ? sent.has(name) : !isSameName(resource[name], state.thing.id))
    throw new Stopped(`${operation.id} gives another identifier`);
  const answered = echoed(exchange, from);
  // A member that was sent as null is changed too.
  const named = membersIn(operation, exchange.case.input);
  // A client may give the time of the last change at first, and a change sets it anew.
  const stays = (one: string): boolean => named !== undefined && !Object.hasOwn(named, one) && !isTimeOfChange(one);
  const untouched = operation.method === 'PATCH' ? [...state.expected].filter(([one]) => stays(one)) : [];
  const changed = [...sent].filter(([one, value]) => {
    // The path says which thing it is: a service may keep that, and need not take another identifier from the body.
    if (one === name) return false;
    if (answered.has(one)) return true;
    // The members of an object are changed one by one.
    if (!state.expected.has(one) || (operation.method === 'PATCH' && isObject(value))) return false;
    // Another value than the old and the new one: the service may write it in a way of its own.
    return resource === undefined || isDeepStrictEqual(resource[one], state.expected.get(one));
  });
  state.expected = new Map([...untouched, ...changed]);
  state.since = 'read-after-change';
  return exchange;
}

/** Deletes a thing that exists. `isNeeded`: it is brought into the state that the delete is known to need. */
export async function remove(lab: Lab, things: Things, operation: Operation, state: State, isNeeded = false): Promise<Answered> {
  const exchange = await things.call(lab, operation, state.thing, { says: 'delete', ...(isNeeded ? { isNeeded } : {}) });
  const { status } = exchange.response;
  // Whether the thing is still there, only the service knows.
  if (status === 202 || status >= 500) throw new Stopped(`${operation.id} is answered with ${status}`);
  if (isSuccess(exchange)) state.deleted = exchange;
  return exchange;
}

/** Reads a thing that was deleted. */
export async function readDeleted(lab: Lab, things: Things, reader: Reader, state: State): Promise<void> {
  const exchange = await things.call(lab, reader.operation, state.thing, { says: 'read after delete', probe: 'read-after-delete' });
  judgeGone(lab, 'read-after-delete', state.thing, exchange);
  if (!isSuccess(exchange)) return;
  const resource = reader.id === undefined ? undefined : resourceIn(exchange, reader.id);
  // Some services keep what was deleted, and say so in a field.
  if (resource !== undefined && state.before !== undefined && isMarked(state.before, resource) && !hidesDeleted(reader.operation)) return;
  if (keepsDeleted(state.deleted?.case.operation) && !hidesDeleted(reader.operation)) return;
  lab.fault('read-after-delete', `What was deleted is answered with ${exchange.response.status}.`, 'the status 404 or 410', exchange);
}

/**
 * Whether a field says now that the thing is deleted: it is new, or has another word, truth or time than before. Numbers, such as those that count
 * changes, and the time of the last change do not say it.
 */
function isMarked(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(after).some(([name, value]) => {
    if (isDeepStrictEqual(value, before[name]) || isTimeOfChange(name)) return false;
    if (MARK.test(name)) return true;
    const wasUnset = before[name] === undefined || before[name] === null || before[name] === '';
    return typeof value === 'boolean' || (typeof value === 'string' && (wasUnset || /^\p{L}+(?:[_ -]\p{L}+)*$/u.test(value)));
  });
}

/** Names that say it with any value. */
const MARK = /delet|remov|archiv|status|state|active|cancel|trash|enabled|disabled/i;
