// Calls what is about a thing, beside its read, where the thing is not there: actions on it, changes of it, and lists and creates below it.
import { isSameTemplate, parameterIn, pathPlacesOf, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { unknownLike, unknownTo } from '../unknown.ts';

const UNKNOWN = 'unknown-id';
const DELETED = 'read-below-deleted';

export const absent: readonly Script[] = [
  { check: UNKNOWN, run: unknownInPaths },
  { check: DELETED, run: deletedInPaths },
];

/** Words by which an operation may be about what was deleted. */
const LASTING = /delet|remov|restor|recover|histor|audit|\blogs?\b|archiv|trash|event|activit|revision|version|purge/i;

/** An operation about a thing, and the place of its path that has the identifier. */
interface About {
  readonly operation: Operation;
  readonly place: string;
}

/**
 * The operations about a thing that declare what they answer where it is not there. None of them deletes, as a delete of what is not there may
 * succeed, and none makes the thing itself, as a PUT may.
 */
function aboutThing({ context, mayCall, resource, things }: Setting): readonly About[] {
  const { read } = resource;
  if (read === undefined) return [];
  const home = segmentsOf(read.operation.path).slice(0, -1);
  return context.service.operations.flatMap((operation) => {
    const place = pathPlacesOf(operation.path).at(-1);
    const segments = segmentsOf(operation.path);
    const last = segments.findLastIndex((segment) => parameterIn(segment) !== undefined);
    const isOwn = last === segments.length - 1 && operation.method === 'PUT';
    const isSamePath = last === home.length && isSameTemplate(segments.slice(0, last), home);
    const isRefusing = operation.responses.some(({ status }) => /^4(?:04|10|XX)$/.test(status));
    const isTried = isRefusing && !isOwn && operation !== read.operation && operation.method !== 'DELETE' && mayCall(operation);
    if (!isSamePath || !isTried || place === undefined || place !== things.placeIn(operation, resource)) return [];
    return [{ operation, place }];
  });
}

async function* unknownInPaths(setting: Setting): AsyncGenerator<Operation> {
  const { resource, things, inputs } = setting;
  const operations = aboutThing(setting);
  if (operations.length === 0) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const id = unknownLike(thing.id);
  if (id === undefined || !(await isMissing(lab, setting, thing))) return;
  for (const { operation, place } of operations) {
    const input = inputs.least(operation);
    if (input === undefined) continue;
    const act = { says: `${operation.id} with an unknown identifier`, probe: UNKNOWN, input };
    const exchange = await unlessStopped(things.callUnknown(lab, operation, thing, act, { [place]: id }));
    if (exchange === undefined) continue;
    yield operation;
    // Some things are made by the first call that names them.
    if (isTaken(exchange) && (await isMissing(lab, setting, thing))) {
      const message = `${operation.id} is answered with ${exchange.response.status} for an identifier that was never given.`;
      lab.fault(UNKNOWN, message, 'the status 404', exchange);
    }
    lab.forget(exchange);
  }
}

/** Whether the read says that nothing has the unknown identifier. */
async function isMissing(lab: Lab, { resource: { read }, things }: Setting, thing: Thing): Promise<boolean> {
  const exchange = read && (await unlessStopped(unknownTo(lab, things, read.operation, thing, UNKNOWN)));
  if (exchange !== undefined) lab.forget(exchange);
  return exchange !== undefined && isAbsent(exchange);
}

async function* deletedInPaths(setting: Setting): AsyncGenerator<Operation> {
  const { resource, things, inputs } = setting;
  const { read, remove, changes } = resource;
  // What changes the thing is tried by `change-after-delete`, and what is made below it beside that.
  const others = new Set([...changes, ...things.below(resource).map(({ create }) => create)]);
  const operations = aboutThing(setting).filter(({ operation }) => !others.has(operation) && !LASTING.test(textOf(operation)));
  if (read === undefined || remove === undefined || operations.length === 0) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const removed = await things.call(lab, remove, thing, { says: 'delete' });
  const isGone = async (): Promise<boolean> => {
    const exchange = await things.call(lab, read.operation, thing, { says: 'read after delete', probe: DELETED });
    lab.forget(exchange);
    return isAbsent(exchange);
  };
  if (!isTaken(removed) || !(await isGone())) return;
  for (const { operation } of operations) {
    const act = { says: `${operation.id} of what was deleted`, probe: DELETED, input: inputs.least(operation) };
    const exchange = await unlessStopped(things.call(lab, operation, thing, act));
    if (exchange === undefined) continue;
    yield operation;
    if (isTaken(exchange) && (await isGone())) {
      const message = `${operation.id} is answered with ${exchange.response.status} after ${remove.id}.`;
      lab.fault(DELETED, message, 'the status 404 or 410', exchange);
    }
    lab.forget(exchange);
  }
}

function isTaken(exchange: Answered): boolean {
  return isSuccess(exchange) && exchange.response.status !== 202;
}

function textOf({ id, path, summary = '', description = '' }: Operation): string {
  return [id, path, summary, description].join(' ');
}
