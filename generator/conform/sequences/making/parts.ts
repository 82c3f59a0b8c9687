// Finds what can be made for a thing: below it, or naming it, also where what is made has no path of its own.
import type { Resource } from '../../../inference/resources.ts';
import { beginsWith, parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';
import { calledNewly } from './newly.ts';
import { movesFor, taking } from './taking.ts';

export interface Part {
  /** The name of its collection. */
  readonly name: string;
  /** What is made, where it has paths of its own. */
  readonly resource?: Resource;
  /** Makes one for a thing, and says whether it is there; `done` does something to what has a path of its own. */
  readonly make: (lab: Lab, thing: Thing, done?: (part: Thing) => Promise<boolean>) => Promise<boolean>;
}

export function partsOf(setting: Setting): readonly Part[] {
  const { things, resource } = setting;
  const resources = [...things.below(resource), ...things.referringTo(resource)].filter((one) => one !== resource);
  const known = new Set(resources.map(({ create }) => create));
  const others = setting.context.service.operations.filter((one) => !known.has(one) && isListedBelow(setting, one));
  return [
    ...[...new Set(resources)].map(
      (one): Part => ({
        name: one.name,
        resource: one,
        make: (lab, thing, done) => isTaken(setting, lab, thing, one, done),
      }),
    ),
    ...others.map((one): Part => ({ name: segmentsOf(one.path).at(-1) ?? '', make: (lab, thing) => isCalled(setting, lab, thing, one) })),
  ];
}

/** Whether an operation adds to a list below the thing: `POST /lots/{id}/bids` beside the `GET`. */
function isListedBelow({ context, mayCall, things, resource }: Setting, operation: Operation): boolean {
  const [own, path] = [segmentsOf(resource.path), segmentsOf(operation.path)];
  const isNext = path.length === own.length + 1 && beginsWith(path, own) && parameterIn(path.at(-1)) === undefined;
  const isList = (one: Operation): boolean => one.method === 'GET' && one.path === operation.path;
  return (
    operation.method === 'POST' &&
    isNext &&
    mayCall(operation) &&
    things.isBelow(operation, resource) &&
    context.service.operations.some(isList)
  );
}

async function isTaken(
  setting: Setting,
  lab: Lab,
  thing: Thing,
  other: Resource,
  done: (part: Thing) => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const part = (await taking(setting, lab, thing, other))?.thing;
  return part !== undefined && (await done(part));
}

/** Whether the operation has succeeded: with other things for what it names, or once what stands above the thing is in another state. */
async function isCalled(setting: Setting, lab: Lab, thing: Thing, operation: Operation): Promise<boolean> {
  const { things, inputs } = setting;
  const act = { says: operation.id, isNeeded: true } as const;
  const tries = [
    () => unlessStopped(things.call(lab, operation, thing, { ...act, input: inputs.of(operation, 0) })),
    () => calledNewly(things, lab, operation, thing, act),
  ];
  const isDone = async (): Promise<boolean> => {
    for (const one of tries) {
      const exchange = await one();
      if (exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202) return true;
      if (exchange !== undefined) lab.forget(exchange);
    }
    return false;
  };
  if (await isDone()) return true;
  for (const above of sourcesOf(thing))
    for (const move of movesFor(setting, operation, above.resource)) {
      const moved = await unlessStopped(things.call(lab, move.operation, above, { says: move.says, input: move.input }));
      if (moved !== undefined && isSuccess(moved) && (await isDone())) return true;
    }
  return false;
}

/** A thing as the example of the document has it, or else of values that fit: other examples are likely to go with the first. */
export async function exampleOf({ things, resource }: Setting, lab: Lab): Promise<Thing | undefined> {
  const given = await unlessStopped(things.make(lab, resource, 0, { isGiven: true }));
  if (given !== undefined) return given;
  // What stands above may have another state by now, and take no more.
  things.forgetSources(resource, true);
  return (await unlessStopped(things.make(lab, resource, 0, { isGiven: true }))) ?? unlessStopped(things.make(lab, resource, 0));
}
