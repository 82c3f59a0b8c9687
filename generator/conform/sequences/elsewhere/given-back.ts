// Numbers of other things that a create has moved are as before it, once an operation gives back what the thing has taken, and so are states such as
// `available` once the thing is cancelled.
import { isObject, isTextOrNumber, pointerTo, tokensOf } from '../../../inference/pointers.ts';
import { givenBackIn, names, quoted, tagTextsOf, wordsOf } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import { segmentsOf } from '../../../inference/templates.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { actionsOn, type Move, settingMoves } from '../machines/moves.ts';
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
  const removals = resource.remove === undefined ? [] : [{ operation: resource.remove, says: resource.remove.id }];
  for (const move of [...actions.map((operation) => ({ operation, says: operation.id })), ...removals]) {
    const { operation } = move;
    const said = doingTextsOf(operation)
      .map(givenBackIn)
      .find((one) => one !== undefined);
    if (said === undefined) continue;
    for (const route of routesTo(operation, actions)) {
      const before = route.map((step): Move => ({ operation: step, says: step.id }));
      if (!(await tryBy(setting, tops, { steps: [...before, move], said }))) continue;
      yield operation;
      break;
    }
  }
  for (const move of cancellationsOf(setting, actions)) if (await tryBy(setting, tops, { steps: [move] })) yield move.operation;
}

/** Names of what takes a thing back as if it had not been. */
const CANCELLING = /^(?:cancel|withdr|annul|revo[ck]|void|releas)/i;

/**
 * Operations that cancel a thing, and changes to such a state, of which no text says what becomes of what the thing has taken: what is called free
 * is free again.
 */
function cancellationsOf(setting: Setting, actions: readonly Operation[]): readonly Move[] {
  const { things, resource, context } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  const set = member === undefined ? [] : settingMoves({ things, resource, member }).filter(({ to }) => CANCELLING.test(to));
  const called = actions.filter(({ path }) => CANCELLING.test(segmentsOf(path).at(-1) ?? ''));
  return [...called.map((operation) => ({ operation, says: operation.id })), ...set].filter(({ operation }) => {
    const texts = [...doingTextsOf(operation), ...tagTextsOf(context.service, operation)];
    return !texts.some((text) => givenBackIn(text) !== undefined || KEPT.test(text));
  });
}

/** A number of another thing, or of one of its parts such as its variants, and what it was before something was taken. */
interface Amount {
  readonly neighbour: Neighbour;
  /** The place in the thing, where a part that has an identifier stands by that. */
  readonly at: string;
  readonly value: Value;
}

/** A number, or the state of what can be taken. */
type Value = number | string;

/** What of other things is looked at: the numbers that a thing of the resource moves, and their states too where only names say what is free. */
interface Looking {
  readonly resource: Resource;
  readonly isByName: boolean;
}

interface Giving {
  /** What is done to the thing; the last one gives back what it has taken. */
  readonly steps: readonly Move[];
  /** The sentence that says so; absent where only names do. */
  readonly said?: string;
}

/** Whether the steps were done. What no thing of the resource takes anything of is left out of `tops`. */
async function tryBy(setting: Setting, tops: Set<Resource>, giving: Giving): Promise<boolean> {
  let isTried = false;
  for (const top of [...tops]) {
    // What earlier sequences have made may be taken, and so may what that was made of.
    setting.things.forgetAll();
    const lab = setting.things.lab();
    const looking = { resource: setting.resource, isByName: giving.said === undefined };
    const taken = (await takenNext(setting, lab, top, looking)) ?? (await takenFirst(setting, lab, top, looking));
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
    const { operation, says, input } = step;
    const exchange = await unlessStopped(things.call(lab, operation, thing, { says, input, isNeeded: true }));
    if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202) return false;
  }
  const judged = said === undefined ? moved.filter((one) => isFreeByName(one)) : moved;
  if (judged.length === 0) return false;
  const looking = { resource, isByName: said === undefined };
  if ((await changedSince(judged, looking)).length > 0) await waitBriefly();
  for (const { neighbour, at, value } of judged) {
    const seen = await neighbour.read();
    const is = seen && amountsIn(seen.resource, declaredMembers(neighbour.reader), looking).get(at);
    if (seen === undefined || is === value || is === undefined) continue;
    const [name, , member] = tokensOf(at);
    const shown = member === undefined ? name : `${name}.${member}`;
    const message = `\`${shown}\` of ${neighbour.name} is not as before ${resource.create.id} again after ${steps.at(-1)?.says}.`;
    const ground = said === undefined ? `since what is cancelled takes nothing` : `as the document says: ${quoted({ text: said })}`;
    lab.fault(CHECK, message, `the ${typeof value === 'number' ? 'number' : 'state'} from before, ${ground}`, seen.exchange);
  }
  return true;
}

/** Names of what is left, of which cancelling a thing brings more; money and points may be kept. */
const FREE = /^(?:free|available|availability|remaining|left|vacant|vacancies|unsold)$/i;
/** Texts by which something is not given back. */
const KEPT =
  /\b(?:not? (?:\w+ ){0,3}(?:given back|freed|free|released|restored|returned|refunded|available|back)|no refund|non-?refundable|forfeit\w*|(?:(?<!\b(?:the|an?|its|this|that|each|every|of)\s)stays?|remains?|kept|keeps?|still|lost|counts?|used up|late|unless|until)\b)/i;

/** States of what can be taken, and is so again once what has taken it is cancelled. */
const TAKEABLE = /^(?:available|free|vacant|open|idle|ready|in[_ -]?stock|unassigned|unreserved|for[_ -]?sale)$/i;

function isState(name: string, schemas: readonly Schema[]): boolean {
  return /(?:status|state)$/i.test(name) && possibleConjuncts(schemas).some(({ enum: listed = [] }) => listed.length > 1);
}

function isFreeByName({ neighbour, at, value }: Amount): boolean {
  if (typeof value === 'string') return TAKEABLE.test(value);
  const name = tokensOf(at).at(-1) ?? '';
  const schemas = declaredMembers(neighbour.reader).get(tokensOf(at)[0] ?? '') ?? [];
  const texts = possibleConjuncts(schemas).map(({ description = '' }) => description);
  return (
    wordsOf(name).some((word) => FREE.test(word)) &&
    !wordsOf(name).some((word) => OF_MONEY.test(word)) &&
    !texts.some((text) => KEPT.test(text))
  );
}

const OF_MONEY = /^(?:balance|budget|credits?|cents|amount|money|euros?|points|minutes|hours|days|uses|attempts|tries)$/i;

/** What a thing of the resource may take something of, each with all that stands below it. */
function topsOf(setting: Setting): readonly Resource[] {
  const { things, resource } = setting;
  const taken = things.takenBy(resource).filter((one) => takes(setting, resource, one));
  return taken.filter((one) => !taken.some((other) => things.parentOf(one) === other)).slice(0, MOST_TOPS);
}

const MOST_TOPS = 4;

/** The second thing that takes something of a new one: what was done to that so that the first one could do so is not counted. */
async function takenNext(setting: Setting, lab: Lab, top: Resource, looking: Looking): Promise<Taken | undefined> {
  const { things, resource } = setting;
  const given = await unlessStopped(things.make(lab, top, 0, { isOwn: true }));
  const first = given && (await taking(setting, lab, given, resource));
  if (first === undefined) return undefined;
  const { parent } = first;
  const before = await numbersAround(setting, lab, parent, looking);
  const thing = before.length === 0 ? undefined : await takingMore(setting, lab, resource, first);
  if (thing === undefined || !sourcesOf(thing).includes(parent)) return undefined;
  return takenBy(thing, await changedSince(before, looking));
}

function takenBy(thing: Thing, moved: readonly Amount[]): Taken | undefined {
  return moved.length === 0 ? undefined : { thing, moved };
}

/** The first one, where a second one is refused, such as one for the same seats, and nothing else was done to what it takes. */
async function takenFirst(setting: Setting, lab: Lab, top: Resource, looking: Looking): Promise<Taken | undefined> {
  const given = await unlessStopped(setting.things.make(lab, top, 0, { isOwn: true }));
  const before = given === undefined ? [] : await numbersAround(setting, lab, given, looking);
  // What earlier sequences have made may be taken.
  setting.things.forgetSources(setting.resource);
  const first = given && before.length > 0 ? await taking(setting, lab, given, setting.resource) : undefined;
  return first === undefined || first.isBrought === true ? undefined : takenBy(first.thing, await changedSince(before, looking));
}

/** The numbers of a thing, and of what it stands below or names. */
async function numbersAround(setting: Setting, lab: Lab, thing: Thing, looking: Looking): Promise<readonly Amount[]> {
  const neighbours = [thing, ...sourcesOf(thing)].flatMap((one) => {
    const neighbour = neighbourOf(setting, lab, one);
    return neighbour === undefined ? [] : [{ ...neighbour, resource: one.resource }];
  });
  return numbersOf(neighbours, looking);
}

/** The numbers that tell what is taken or left. */
async function numbersOf(
  neighbours: readonly (Neighbour & { readonly resource: Resource })[],
  looking: Looking,
): Promise<readonly Amount[]> {
  const found: Amount[] = [];
  for (const neighbour of neighbours) {
    const seen = await neighbour.read();
    for (const [at, value] of seen === undefined ? [] : amountsIn(seen.resource, declaredMembers(neighbour.reader), looking))
      found.push({ neighbour, at, value });
  }
  return found;
}

/** Such numbers by their places: members of a thing, and of the first parts in its lists, such as the `stock` of its `variants`. */
function amountsIn(shown: Members, declared: ReadonlyMap<string, readonly Schema[]>, looking: Looking): ReadonlyMap<string, Value> {
  const { resource, isByName } = looking;
  return new Map(
    [...declared].flatMap(([name, schemas]): readonly (readonly [string, Value])[] => {
      const value = shown[name];
      if (typeof value === 'string') return isByName && isState(name, schemas) ? [[pointerTo(name), value]] : [];
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
async function changedSince(before: readonly Amount[], looking: Looking): Promise<readonly Amount[]> {
  const changed: Amount[] = [];
  for (const [neighbour, amounts] of Map.groupBy(before, (one) => one.neighbour)) {
    const seen = await neighbour.read();
    const now = seen && amountsIn(seen.resource, declaredMembers(neighbour.reader), looking);
    changed.push(
      ...amounts.filter(({ at, value }) => {
        const is = now?.get(at);
        return is !== undefined && is !== value;
      }),
    );
  }
  return changed;
}
