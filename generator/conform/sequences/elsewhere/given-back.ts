// Numbers of other things that a create has moved are as before it, once an operation gives back what the thing has taken.
import { isObject, isTextOrNumber, pointerTo, tokensOf } from '../../../inference/pointers.ts';
import { givenBackIn, names, quoted } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { takes, taking, takingMore } from '../making/taking.ts';
import { waitBriefly } from '../rules/later.ts';
import { declaredMembers, type Members } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';
import { routesTo } from './making.ts';
import { type Neighbour, neighbourOf } from './world.ts';

const CHECK = 'effects-elsewhere';

/** What numbers are about that are given back: places, or what is left of them. */
const TAKEN =
  /(?:sold|taken|left|remain|avail|free|place|seat|spot|space|stock|on[_ -]?hand|reserved|used|balance|booked|occupied|quantity|credit|points|beds|rooms)/i;
/** Numbers of all time, bounds, and what goes by with time. */
const OTHERS =
  /(?:\b|_)(?:ever|so far|lifetime|all[- _]time|initial|original|total|history|capacity|quota|limit|max\w*|min\w*)\b|seconds?|minutes?|hours?|days?/i;

export async function* givenBack(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const actions = actionsOn(setting, resource);
  const tops = new Set(topsOf(setting));
  for (const operation of [...actions, ...(resource.remove === undefined ? [] : [resource.remove])]) {
    const said = doingTextsOf(operation)
      .map(givenBackIn)
      .find((one) => one !== undefined);
    for (const route of said === undefined ? [] : routesTo(operation, actions)) {
      if (!(await tryBy(setting, tops, { steps: [...route, operation], said: said ?? '' }))) continue;
      yield operation;
      break;
    }
  }
}

/** A number of another thing, or of one of its parts such as its variants, and what it was before something was taken. */
interface Amount {
  readonly neighbour: Neighbour;
  /** The place in the thing, where a part that has an identifier stands by that. */
  readonly at: string;
  readonly value: number;
}

interface Giving {
  /** What is done to the thing; the last one gives back what it has taken. */
  readonly steps: readonly Operation[];
  readonly said: string;
}

/** Whether the steps were done. What no thing of the resource takes anything of is left out of `tops`. */
async function tryBy(setting: Setting, tops: Set<Resource>, giving: Giving): Promise<boolean> {
  let isTried = false;
  for (const top of [...tops]) {
    // What earlier sequences have made may be taken, and so may what that was made of.
    setting.things.forgetAll();
    const lab = setting.things.lab();
    const taken = (await takenNext(setting, lab, top)) ?? (await takenFirst(setting, lab, top));
    if (taken === undefined) tops.delete(top);
    else if (await isBack(setting, lab, { ...taken, ...giving })) isTried = true;
  }
  return isTried;
}

interface Taken {
  readonly thing: Thing;
  /** The numbers that it has moved, as they were before. */
  readonly moved: readonly Amount[];
}

/** Whether the steps were done, after which the numbers have to be as before. */
async function isBack(setting: Setting, lab: Lab, { thing, moved, steps, said }: Taken & Giving): Promise<boolean> {
  const { things, resource } = setting;
  for (const step of steps) {
    const exchange = await unlessStopped(things.call(lab, step, thing, { says: step.id, isNeeded: true }));
    if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202) return false;
  }
  if ((await changedSince(moved, resource)).length > 0) await waitBriefly();
  for (const { neighbour, at, value } of moved) {
    const seen = await neighbour.read();
    const is = seen && amountsIn(seen.resource, declaredMembers(neighbour.reader), resource).get(at);
    if (seen === undefined || is === value || is === undefined) continue;
    const [name, , member] = tokensOf(at);
    const shown = member === undefined ? name : `${name}.${member}`;
    const message = `\`${shown}\` of ${neighbour.name} is not as before ${resource.create.id} again after ${steps.at(-1)?.id}.`;
    lab.fault(CHECK, message, `the number from before, as the document says: ${quoted({ text: said })}`, seen.exchange);
  }
  return true;
}

/** What a thing of the resource may take something of, each with all that stands below it. */
function topsOf(setting: Setting): readonly Resource[] {
  const { things, resource } = setting;
  const taken = things.takenBy(resource).filter((one) => takes(setting, resource, one));
  return taken.filter((one) => !taken.some((other) => things.parentOf(one) === other)).slice(0, MOST_TOPS);
}

const MOST_TOPS = 4;

/** The second thing that takes something of a new one: what was done to that so that the first one could do so is not counted. */
async function takenNext(setting: Setting, lab: Lab, top: Resource): Promise<Taken | undefined> {
  const { things, resource } = setting;
  const given = await unlessStopped(things.make(lab, top, 0, { isOwn: true }));
  const first = given && (await taking(setting, lab, given, resource));
  if (first === undefined) return undefined;
  const { parent } = first;
  const before = await numbersAround(setting, lab, parent);
  const thing = before.length === 0 ? undefined : await takingMore(setting, lab, resource, first);
  if (thing === undefined || !sourcesOf(thing).includes(parent)) return undefined;
  return takenBy(thing, await changedSince(before, setting.resource));
}

function takenBy(thing: Thing, moved: readonly Amount[]): Taken | undefined {
  return moved.length === 0 ? undefined : { thing, moved };
}

/** The first one, where a second one is refused, such as one for the same seats, and nothing else was done to what it takes. */
async function takenFirst(setting: Setting, lab: Lab, top: Resource): Promise<Taken | undefined> {
  const given = await unlessStopped(setting.things.make(lab, top, 0, { isOwn: true }));
  const before = given === undefined ? [] : await numbersAround(setting, lab, given);
  // What earlier sequences have made may be taken.
  setting.things.forgetSources(setting.resource);
  const first = given && before.length > 0 ? await taking(setting, lab, given, setting.resource) : undefined;
  return first === undefined || first.isBrought === true ? undefined : takenBy(first.thing, await changedSince(before, setting.resource));
}

/** The numbers of a thing, and of what it stands below or names. */
async function numbersAround(setting: Setting, lab: Lab, thing: Thing): Promise<readonly Amount[]> {
  const neighbours = [thing, ...sourcesOf(thing)].flatMap((one) => {
    const neighbour = neighbourOf(setting, lab, one);
    return neighbour === undefined ? [] : [{ ...neighbour, resource: one.resource }];
  });
  return numbersOf(neighbours, setting.resource);
}

/** The numbers that tell what is taken or left; `resource`: what takes it. */
async function numbersOf(
  neighbours: readonly (Neighbour & { readonly resource: Resource })[],
  resource: Resource,
): Promise<readonly Amount[]> {
  const found: Amount[] = [];
  for (const neighbour of neighbours) {
    const seen = await neighbour.read();
    for (const [at, value] of seen === undefined ? [] : amountsIn(seen.resource, declaredMembers(neighbour.reader), resource))
      found.push({ neighbour, at, value });
  }
  return found;
}

/** Such numbers by their places: members of a thing, and of the first parts in its lists, such as the `stock` of its `variants`. */
function amountsIn(shown: Members, declared: ReadonlyMap<string, readonly Schema[]>, resource: Resource): ReadonlyMap<string, number> {
  return new Map(
    [...declared].flatMap(([name, schemas]): readonly (readonly [string, number])[] => {
      const value = shown[name];
      if (typeof value === 'number') return isAbout(name, schemas, resource) ? [[pointerTo(name), value]] : [];
      const inner = Array.isArray(value) ? propertiesOf(itemsOf(schemas)) : new Map<string, readonly Schema[]>();
      return (Array.isArray(value) ? value : []).slice(0, MOST_PARTS).flatMap((part, index) =>
        isObject(part)
          ? [...inner].flatMap(([one, own]): readonly (readonly [string, number])[] => {
              const amount = part[one];
              const key = part[IDENTIFIERS.find((id) => isTextOrNumber(part[id])) ?? ''] ?? index;
              return typeof amount === 'number' && isAbout(one, own, resource) ? [[pointerTo(name, String(key), one), amount]] : [];
            })
          : [],
      );
    }),
  );
}

/** Members by which a part is known, wherever in its list it stands by now. */
const IDENTIFIERS: readonly string[] = ['id', 'uuid', 'sku', 'code', 'key', 'number', 'name'];
const MOST_PARTS = 20;

function isAbout(member: string, schemas: readonly Schema[], resource: Resource): boolean {
  const texts = [member, ...possibleConjuncts(schemas).map(({ description = '' }) => description)];
  // How many such things there are need not fall: an order that is refunded is one still.
  return texts.some((text) => TAKEN.test(text)) && !texts.some((text) => OTHERS.test(text)) && !names(member, resource.name);
}

/** The numbers that are others by now. */
async function changedSince(before: readonly Amount[], resource: Resource): Promise<readonly Amount[]> {
  const changed: Amount[] = [];
  for (const [neighbour, amounts] of Map.groupBy(before, (one) => one.neighbour)) {
    const seen = await neighbour.read();
    const now = seen && amountsIn(seen.resource, declaredMembers(neighbour.reader), resource);
    changed.push(
      ...amounts.filter(({ at, value }) => {
        const is = now?.get(at);
        return is !== undefined && is !== value;
      }),
    );
  }
  return changed;
}
