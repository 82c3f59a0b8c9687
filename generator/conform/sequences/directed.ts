// The shortest sequence of each check about creating, reading, changing and deleting one thing.

import { memberSchemasOf, membersIn } from '../../inference/bodies.ts';
import { valueAt } from '../../inference/pointers.ts';
import { quoted, refusesAbsent, sentencesIn } from '../../inference/prose/index.ts';
import type { Resource } from '../../inference/resources.ts';
import { listedPlaces } from '../../inference/targets.ts';
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import type { Input } from '../plan/index.ts';
import { withMembers } from './bodies.ts';
import { judgeGone } from './gone.ts';
import type { Lab } from './lab.ts';
import { type Script, type Setting, unlessStopped } from './script.ts';
import { change, isAbsent, readDeleted, readLive, readLocation, remove, stateOf } from './state.ts';
import { isSuccess } from './thing.ts';
import type { Things } from './things.ts';
import { unknownTo } from './unknown.ts';

export const directed: readonly Script[] = [
  { check: 'read-after-create', run: readAfterCreate },
  { check: 'read-after-change', run: readAfterChange },
  { check: 'read-after-delete', run: readAfterDelete },
  { check: 'change-after-delete', run: changeAfterDelete },
  { check: 'delete-twice', run: deleteTwice },
  { check: 'unknown-id', run: unknownId },
];

/** Three things: with the examples of the document, and two by chance. Then the address of one with each other listed value. */
async function* readAfterCreate({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { create, read } = resource;
  if (read === undefined) return;
  const made: unknown[] = [];
  let isAddressed = false;
  for (const variant of [0, 1, 2]) {
    const lab = things.lab();
    const state = stateOf(await things.make(lab, resource, variant));
    await readLive(lab, things, read, state);
    await readLocation(lab, read, state.thing);
    yield read.operation;
    made.push(state.thing.created.case.input);
    isAddressed = state.thing.created.response.headers.has('location');
  }
  const kinds = listedPlaces(create).filter(
    ({ place, name, listed }) => isAddressed && listed.length > 1 && place.startsWith('/body/') && isRequired(create, name),
  );
  const untried = kinds
    .toSorted((one, other) => one.listed.length - other.listed.length)
    .flatMap(({ place, listed }) => listed.map((value) => ({ place, value })))
    .filter(({ place, value }) => !made.some((input) => valueAt(input, place) === value));
  for (const { place, value } of untried.slice(0, MOST_VALUES)) {
    const [input] = things.inputs.having(create, place, value);
    const lab = things.lab();
    const thing = input && (await unlessStopped(things.makeFrom(lab, resource, input)));
    if (thing === undefined || valueAt(thing.created.case.input, place) !== value) continue;
    await readLocation(lab, read, thing);
    yield read.operation;
  }
}

/** So many listed values of one create are tried for the address alone, those of the members with the fewest first. */
const MOST_VALUES = 3;

function isRequired(create: Operation, name: string): boolean {
  return possibleConjuncts(memberSchemasOf(create)).some(({ required = [] }) => required.includes(name));
}

async function* readAfterChange({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read, changes } = resource;
  if (read === undefined) return;
  for (const operation of changes) {
    const whole = [4, 6, 0].map((variant) => inputs.of(operation, variant));
    for (const input of [...whole, ...(operation.method === 'PATCH' ? partsOf(operation, whole[0]) : [])]) {
      const lab = things.lab();
      const state = stateOf(await things.make(lab, resource, 2));
      const exchange = await change(lab, things, operation, state, { says: 'change', input });
      if (!isSuccess(exchange)) continue;
      await readLive(lab, things, read, state);
      yield operation;
    }
  }
}

/** The input with only the first field of its body, and with only the last one. */
function partsOf(operation: Operation, input: Input | undefined): readonly Input[] {
  const entries = Object.entries(membersIn(operation, input) ?? {});
  if (input === undefined || entries.length < 2) return [];
  return [entries.slice(0, 1), entries.slice(-1)].map((kept) => withMembers(operation, input, Object.fromEntries(kept)));
}

async function* readAfterDelete({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read, remove: operation } = resource;
  if (read === undefined || operation === undefined) return;
  const lab = things.lab();
  const state = stateOf(await things.make(lab, resource, 1));
  lab.forget(await readLive(lab, things, read, state));
  await remove(lab, things, operation, state, true);
  if (state.deleted === undefined) return;
  await readDeleted(lab, things, read, state);
  yield operation;
}

async function* changeAfterDelete({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { remove: operation, changes } = resource;
  if (operation === undefined) return;
  // PUT may create what is not there.
  for (const patch of changes.filter(({ method }) => method === 'PATCH')) {
    const lab = things.lab();
    const state = stateOf(await things.make(lab, resource, 1));
    const first = await change(lab, things, patch, state, { says: 'change', input: inputs.of(patch, 4) });
    if (!isSuccess(first)) continue;
    lab.forget(first);
    await remove(lab, things, operation, state, true);
    if (state.deleted === undefined) return;
    const exchange = await things.call(lab, patch, state.thing, {
      says: 'change after delete',
      input: inputs.of(patch, 4),
      probe: 'change-after-delete',
    });
    if (isSuccess(exchange))
      lab.fault('change-after-delete', `What was deleted is changed with ${exchange.response.status}.`, 'the status 404 or 410', exchange);
    judgeGone(lab, 'change-after-delete', state.thing, exchange);
    yield patch;
  }
}

async function* deleteTwice({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read, remove: operation } = resource;
  if (operation === undefined) return;
  const lab = things.lab();
  const state = stateOf(await things.make(lab, resource, 1));
  // The answer for something that never existed.
  const unknown = await unknownTo(lab, things, operation, state.thing, 'delete-twice');
  if (unknown !== undefined) lab.forget(unknown);
  await remove(lab, things, operation, state, true);
  if (state.deleted === undefined) return;
  // What was cancelled, and can still be read, is there to be cancelled again.
  const left = read === undefined ? undefined : await things.call(lab, read.operation, state.thing, { says: 'read after delete' });
  const isGone = left !== undefined && isAbsent(left);
  if (left !== undefined && !isGone) lab.forget(left);
  const exchange = await things.call(lab, operation, state.thing, { says: 'delete twice', probe: 'delete-twice' });
  const { status } = exchange.response;
  yield operation;
  if (isGone && isSuccess(exchange) && unknown !== undefined && isAbsent(unknown)) {
    const message = `The second delete is answered with ${status}, and the delete of something that never was with ${unknown.response.status}.`;
    lab.fault('delete-twice', message, `the status ${unknown.response.status}`, exchange);
  }
  const said = left === undefined || isGone ? textsOf(operation).find((text) => refusesAbsent(text, resource.name)) : undefined;
  if (said !== undefined && isSuccess(exchange) && status !== 202)
    lab.fault(
      'delete-twice',
      `The second delete is answered with ${status}, and the document says: ${quoted({ text: said })}`,
      'the status 404 or 410',
      exchange,
    );
  if (isGone) judgeGone(lab, 'delete-twice', state.thing, exchange);
  // A delete that changes nothing is right (RFC 9110 section 9.3.5), and so is to say that there is nothing.
  if (!isSuccess(exchange) && !isAbsent(exchange) && ![401, 403, 409, 429].includes(status) && status < 500)
    lab.fault('delete-twice', `The second delete is answered with ${status}.`, 'a status from 200 to 299, or 404 or 410', exchange);
}

async function* unknownId({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read } = resource;
  if (read === undefined) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const exchange = await unknownTo(lab, things, read.operation, thing, 'unknown-id');
  if (exchange === undefined) return;
  yield read.operation;
  if (isSuccess(exchange) && (await areAllFound(lab, things, resource)))
    lab.fault(
      'unknown-id',
      `An identifier that was never given is answered with ${exchange.response.status}.`,
      'the status 404',
      exchange,
      [],
    );
  else if (isAbsent(exchange)) await headOfUnknown(lab, exchange);
}

/** Short identifiers that are made up may have been given: others, each like that of another thing, say whether any is answered so. */
async function areAllFound(lab: Lab, things: Things, resource: Resource): Promise<boolean> {
  for (const variant of [2, 3]) {
    const thing = await unlessStopped(things.make(lab, resource, variant));
    const exchange = thing && resource.read && (await unknownTo(lab, things, resource.read.operation, thing, 'unknown-id'));
    if (exchange !== undefined && !isSuccess(exchange)) return false;
  }
  return true;
}

/** HEAD is answered as GET is, also where nothing is (RFC 9110 section 9.3.2). */
async function headOfUnknown(lab: Lab, get: Answered): Promise<void> {
  const { operation, request } = get.case;
  const head = await lab.step({
    operation,
    says: 'HEAD of the same',
    input: undefined,
    request: { ...request, method: 'HEAD' },
    probe: 'head-like-get',
  });
  if (!isSuccess(head)) return;
  const message = `HEAD is answered with ${head.response.status}, where GET is answered with ${get.response.status}.`;
  lab.fault('head-like-get', message, `the status ${get.response.status}`, head);
}

/** What a document says of an operation alone, its responses included. */
function textsOf({ summary = '', description = '', responses }: Operation): readonly string[] {
  const own = responses.filter(({ component, status }) => component === undefined && /^4(?:04|10)$/.test(status));
  return [summary, description, ...own.map((one) => `${one.description} (${one.status})`)].flatMap(sentencesIn);
}
