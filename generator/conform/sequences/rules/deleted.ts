// What a delete does to what stands below a thing, and to what goes with it.

import { goesWith } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, namesThing, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';

const CHECK = 'read-below-deleted';

export const deleted: readonly Script[] = [{ check: CHECK, run: readBelowDeleted }];

/** A thing below one that is deleted: gone with it, or still there if the delete is refused. */
async function* readBelowDeleted(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read, remove } = resource;
  if (read === undefined || remove === undefined) return;
  const naming = things.referringTo(resource).filter((one) => !things.below(resource).includes(one) && saysWith(remove, one));
  for (const child of [...things.below(resource), ...naming]) {
    const { read: reader } = child;
    // What has an address of its own may live on, unless the document says that it goes.
    const isGoing = reader !== undefined && (things.isBelow(reader.operation, resource) || saysWith(remove, child));
    const others = othersBelow(setting, child);
    if (!isGoing && others.length === 0) continue;
    const lab = things.lab();
    const parent = await things.make(lab, resource, 1);
    const below = await unlessStopped(things.make(lab, child, 1, { parent }));
    if (below === undefined || (naming.includes(child) && !namesThing(below, parent))) continue;
    if (isGoing) lab.forget(await things.call(lab, reader.operation, below, { says: 'read' }));
    const removed = await things.call(lab, remove, parent, { says: 'delete' });
    if (removed.response.status === 202 || removed.response.status >= 500) continue;
    const above = await things.call(lab, read.operation, parent, { says: 'read after delete', probe: CHECK });
    yield remove;
    if (isGoing) await judgeRead(lab, things, { remove, reader: reader.operation, parent, below, removed, above });
    if (isSuccess(removed) && isAbsent(above)) yield* judgeOthers(setting, lab, { remove, others, parent, below });
  }
}

interface Read {
  readonly remove: Operation;
  readonly reader: Operation;
  readonly parent: Thing;
  readonly below: Thing;
  readonly removed: Answered;
  readonly above: Answered;
}

async function judgeRead(lab: Lab, things: Things, { remove, reader, parent, below, removed, above }: Read): Promise<void> {
  const exchange = await things.call(lab, reader, below, { says: 'read below', probe: CHECK });
  const [name, status] = [`What was created below ${String(parent.id)}`, exchange.response.status];
  if (isSuccess(removed) && isAbsent(above) && isSuccess(exchange))
    lab.fault(CHECK, `${name} is answered with ${status} after ${remove.id}.`, 'the status 404 or 410', exchange);
  if (!isSuccess(removed) && isSuccess(above) && isAbsent(exchange))
    lab.fault(CHECK, `${name} is answered with ${status} after ${remove.id} was refused.`, 'a status from 200 to 299', exchange);
}

/** What else is done below the path of a thing: the changes of what stands there, and the create of more. */
function othersBelow({ things, resource }: Setting, { changes, create }: Resource): readonly Operation[] {
  const isRefusing = (one: Operation): boolean => one.responses.some(({ status }) => /^4(?:04|10|XX)$/.test(status));
  return [...changes, create].filter((one) => things.isBelow(one, resource) && isRefusing(one));
}

interface Others {
  readonly remove: Operation;
  readonly others: readonly Operation[];
  readonly parent: Thing;
  readonly below: Thing;
}

/** What the document answers with 404 or 410 does not succeed below a path whose thing is gone. */
async function* judgeOthers({ things, inputs }: Setting, lab: Lab, { remove, others, parent, below }: Others): AsyncGenerator<Operation> {
  for (const operation of others) {
    const act = { says: `${operation.id} below what was deleted`, probe: CHECK, input: inputs.of(operation, 1) };
    const sent =
      operation === below.resource.create ? things.callBeside(lab, operation, below, act) : things.call(lab, operation, below, act);
    const exchange = await unlessStopped(sent);
    if (exchange === undefined) continue;
    yield remove;
    const { status } = exchange.response;
    if (isSuccess(exchange))
      lab.fault(
        CHECK,
        `${operation.id} below ${String(parent.id)} is answered with ${status} after ${remove.id}.`,
        'the status 404 or 410',
        exchange,
      );
    lab.forget(exchange);
  }
}

/** Whether a delete says that it takes other things with it: `Deletes a product with its attachments`. */
function saysWith({ summary = '', description = '' }: Operation, child: Resource): boolean {
  return goesWith(`${summary}.\n${description}`, child.name);
}
