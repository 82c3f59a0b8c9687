// The shortest sequence of each check about what is kept apart: parents, and changes that are refused.
import { isNamedByCaller } from '../../inference/makers.ts';
import type { Operation } from '../../model/service.ts';
import type { Input } from '../plan/index.ts';
import type { Inputs } from './inputs.ts';
import { asSent, refusable, type Script, type Setting, unlessStopped } from './script.ts';
import { readLive, stateOf } from './state.ts';
import { isSuccess, type Thing } from './thing.ts';

export const apart: readonly Script[] = [
  { check: 'failed-change', run: failedChange },
  { check: 'other-parent', run: otherParent },
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
    // A name that the caller chooses may stand below both, and a delete of what is not there may succeed.
    if (operation === resource.remove && isNamedByCaller(resource.create)) continue;
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
