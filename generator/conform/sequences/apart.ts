// The shortest sequence of each check about what is kept apart: parents, accounts, repeated requests, and changes that are refused.
import type { Operation } from '../../model/service.ts';
import type { Input } from '../plan/index.ts';
import { type Inputs, idempotencyHeader } from './inputs.ts';
import { readList } from './pages.ts';
import { pointerTo, valueAt } from './pointers.ts';
import { asSent, refusable, type Script, type Setting, unlessStopped } from './script.ts';
import { readLive, stateOf } from './state.ts';
import { isSuccess, type Thing } from './things.ts';

export const apart: readonly Script[] = [
  { check: 'failed-change', run: failedChange },
  { check: 'other-parent', run: otherParent },
  { check: 'other-account', run: otherAccount },
  { check: 'idempotency-key', run: idempotencyKey },
];

async function* failedChange({ things, resource, invalid }: Setting): AsyncGenerator<Operation> {
  const { read, changes } = resource;
  if (read === undefined) return;
  for (const operation of changes) {
    for (const one of refusable(await invalid(operation), false)) {
      const lab = things.lab();
      const state = stateOf(await things.make(lab, resource, 2));
      const act = { says: `refused change (${one.says})`, ...asSent(one) };
      const exchange = await unlessStopped(things.call(lab, operation, state.thing, act));
      if (exchange === undefined || isSuccess(exchange) || exchange.response.status >= 500) continue;
      await readLive(lab, things, read, state, 'failed-change');
      yield operation;
    }
  }
}

/** A thing of one parent, called below another parent. */
async function* otherParent({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const parent = things.parentOf(resource);
  if (parent === undefined) return;
  const [home, away] = [await things.source(parent, 0), await things.source(parent, 1)];
  if (String(home.id) === String(away.id)) return;
  for (const operation of operationsOn(resource)) {
    if (!things.isBelow(operation, parent)) continue;
    const lab = things.lab();
    const thing = await things.make(lab, resource, 1, { parent: home });
    const moved: Thing = { ...thing, sources: [away, ...away.sources, ...thing.sources] };
    const there = await things.call(lab, operation, moved, {
      says: `${operation.method} below another parent`,
      probe: 'other-parent',
      input: inputFor(operation, inputs),
    });
    yield operation;
    // PUT may create a thing of its own there.
    if (isSuccess(there) && operation.method !== 'PUT')
      lab.fault(
        'other-parent',
        `What was created below ${String(home.id)} is reached below ${String(away.id)}, with ${there.response.status}.`,
        'the status 404',
        there,
      );
  }
}

function operationsOn({ read, changes, remove }: Setting['resource']): readonly Operation[] {
  return [...(read === undefined ? [] : [read.operation]), ...changes, ...(remove === undefined ? [] : [remove])];
}

/** With all that is optional, where something is to change. */
function inputFor(operation: Operation, inputs: Inputs): Input | undefined {
  return /^P/.test(operation.method) ? inputs.of(operation, 4) : undefined;
}

/** Sequences in which one account calls what another one has created. */
async function* otherAccount({ things, resource, inputs, hasOther }: Setting): AsyncGenerator<Operation> {
  if (!hasOther) return;
  const { read, list } = resource;
  for (const operation of operationsOn(resource)) {
    if (!isSecured(operation)) continue;
    const lab = things.lab();
    const state = stateOf(await things.make(lab, resource, 1));
    const says = `${operation.method} by another account`;
    const exchange = await things.call(lab, operation, state.thing, {
      says,
      credential: 'other',
      probe: 'other-account',
      input: inputFor(operation, inputs),
    });
    yield operation;
    if (isSuccess(exchange))
      lab.fault(
        'other-account',
        `Another account gets ${exchange.response.status} for what the first one has created.`,
        'the status 403 or 404',
        exchange,
      );
    // A request that was refused must have had no effect.
    if (read !== undefined && operation !== read.operation) await readLive(lab, things, read, state, 'other-account');
  }
  if (list === undefined || !isSecured(list.operation)) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const listing = await readList(lab, things, list, thing, {
    says: 'list by another account',
    credential: 'other',
    probe: 'other-account',
  });
  if (listing === undefined) return;
  yield list.operation;
  if (listing.pages.flat().includes(String(thing.id)))
    lab.fault(
      'other-account',
      `The list of another account has ${String(thing.id)}, which the first one has created.`,
      'a list without it',
      listing.last,
    );
}

function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every((requirement) => requirement.length > 0);
}

/** Statuses that blame a request which was right the first time. A conflict (409) may say that the first one is still under way. */
const REFUSED = new Set([400, 404, 405, 410, 415, 422]);

/** The same request twice with the same key. */
async function* idempotencyKey({ things, resource }: Setting): AsyncGenerator<Operation> {
  const header = idempotencyHeader(resource.create);
  if (header === undefined) return;
  const lab = things.lab();
  const first = await things.make(lab, resource, 2);
  if (valueAt(first.created.case.input, pointerTo('header', header.name)) === undefined) return;
  const { exchange, id } = await things.again(lab, first, { says: 'the same key again', probe: 'idempotency-key' });
  yield resource.create;
  const { status } = exchange.response;
  if (REFUSED.has(status))
    lab.fault(
      'idempotency-key',
      `The same request with the same ${header.name} is refused with ${status}.`,
      `the answer about ${String(first.id)}`,
      exchange,
    );
  if (id !== undefined && String(id) !== String(first.id))
    lab.fault(
      'idempotency-key',
      `The same request with the same ${header.name} has created a second thing (${String(id)}).`,
      `the answer about ${String(first.id)}`,
      exchange,
    );
}
