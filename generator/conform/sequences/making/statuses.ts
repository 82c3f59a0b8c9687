// `put-status`: a PUT that makes something is answered with 201 (RFC 9110 section 9.3.4).

import { valueAt } from '../../../inference/pointers.ts';
import { lastPlaceOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import type { Script, Setting } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';

const CHECK = 'put-status';

export const statuses: readonly Script[] = [{ check: CHECK, run: putStatus }];

/** Below a parent that is new, or by a name that is new, nothing is there: a read says so just before the PUT. */
async function* putStatus({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { create, read } = resource;
  if (create.method !== 'PUT' || read === undefined) return;
  const made = await things.make(things.lab(), resource, 2);
  yield create;
  if (made.created.response.status === 201) return;
  const input = inputs.of(create, 2);
  const lab = things.lab();
  const exchange = input && (await (things.parentOf(resource) === undefined ? byNewName : belowNewParent)(lab, things, made, input));
  if (exchange === undefined) return;
  const { status } = exchange.response;
  if (!isSuccess(exchange) || status === 201 || status === 202) return;
  lab.fault(CHECK, `A PUT that has made something is answered with ${status}.`, 'the status 201 (RFC 9110 section 9.3.4)', exchange);
}

async function belowNewParent(lab: Lab, things: Things, made: Thing, input: Input): Promise<Answered | undefined> {
  const { create, read } = made.resource;
  const parent = things.parentOf(made.resource);
  if (parent === undefined || read === undefined) return undefined;
  const home = await things.make(lab, parent, 3);
  const wanted: Thing = { ...made, sources: [home, ...home.sources, ...made.sources] };
  if (!isAbsent(await things.call(lab, read.operation, wanted, { says: 'read what is not there' }))) return undefined;
  return things.call(lab, create, wanted, { says: 'make it', input });
}

async function byNewName(lab: Lab, things: Things, made: Thing, input: Input): Promise<Answered | undefined> {
  const { create, read } = made.resource;
  const [at, from] = [lastPlaceOf(create.path), read && lastPlaceOf(read.operation.path)];
  const least = read && things.inputs.least(read.operation);
  if (read === undefined || at === undefined || from === undefined || least === undefined) return undefined;
  const name = valueAt(things.named(create, input), at);
  const before = await things.callUnknown(lab, read.operation, made, { says: 'read what is not there', input: least }, { [from]: name });
  return isAbsent(before) ? things.callUnknown(lab, create, made, { says: 'make it', input }, { [at]: name }) : undefined;
}
