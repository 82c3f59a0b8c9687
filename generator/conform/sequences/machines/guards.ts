// Tries what texts refuse in a state: changes and deletes of the thing, and what is done below it.

import { memberPlace, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { eachReason, eachWanted, hasWord, type StateRules, sentencesIn, stateRulesOf, withNouns } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { beginsWith, parameterIn, segmentsOf } from '../../../inference/templates.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import { calledNewly } from '../making/newly.ts';
import { readThing } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf } from '../thing.ts';
import { stateRulesIn } from './done.ts';
import { effectsOf, judgeEffects } from './effects.ts';
import { arrive, changedMember, isJudged, look, type Machine, nounsOf, refusalOf } from './machine.ts';
import { ANY, flagsOf, listedState } from './members.ts';
import { actionMoves, actionsOn, birthMoves, type Move, settingMoves } from './moves.ts';
import type { Routes } from './routes.ts';
import { withTextsOfThing } from './whole.ts';

const CHECK = 'state-rules';

interface Guard {
  readonly operation: Operation;
  /** What stands below the thing, and is made before it comes into the state. */
  readonly below?: Resource;
  readonly rules: StateRules;
}

/** In each state that can be reached, what the texts refuse there. */
export async function* guardedIn(setting: Setting, machine: Machine, routes: Routes): AsyncGenerator<Operation> {
  for (const guard of guardsOf(setting, machine)) {
    const meant = [...routes].filter(([state]) => isRefused(guard.rules, state));
    if (meant.length > 0 && guard.below !== undefined) await tryFirst(machine, guard);
    for (const [state, route] of meant) {
      if (await judge(machine, guard, state, route)) yield guard.operation;
    }
  }
}

/** Does the operation where nothing is in its way, so that it is known which days and numbers fit. */
async function tryFirst(machine: Machine, { operation, below }: Guard): Promise<void> {
  const { lab, child } = (await arrive(machine, [], undefined, below)) ?? {};
  if (lab !== undefined && child !== undefined)
    await unlessStopped(machine.things.call(lab, operation, child, { says: operation.id, isNeeded: true }));
}

export function isRefused({ allowed, refused }: StateRules, state: string): boolean {
  return refused.has(state) || allowed?.has(state) === false;
}

function guardsOf(setting: Setting, { resource, member }: Machine): readonly Guard[] {
  const { context, mayCall, things } = setting;
  const own = segmentsOf(resource.path);
  const nouns = nounsOf(resource);
  return context.service.operations.flatMap((operation): readonly Guard[] => {
    const path = segmentsOf(operation.path);
    if (operation.method === 'GET' || operation === resource.create || !mayCall(operation)) return [];
    if (!beginsWith(path, own))
      return [...referring(setting, operation, member.states, nouns), ...ofChild(setting, operation, member.states, nouns)];
    const rules = stateRulesIn(setting, resource, withTextsOfThing(context.service, resource, operation, member.states), member.states);
    if ((rules.allowed === undefined && rules.refused.size === 0) || rules.isImplied === true) return [];
    if (path.length <= own.length + 1 && things.isBelow(operation, resource)) return [{ operation, rules }];
    if (path.length !== own.length + 2 || parameterIn(path.at(-1)) === undefined) return [];
    const below = things.below(resource).find((one) => things.isBelow(operation, one));
    return below === undefined || below.create === operation ? [] : [{ operation, rules, below }];
  });
}

/**
 * What is done to something that was made below the thing, or names it, and has a path of its own: `PUT /parcels/{id}`, `POST /bookings/{id}/start`,
 * `POST /lots/{id}/bids` of a lot that stands below a sale.
 * Its sentences must name the thing.
 */
function ofChild(setting: Setting, operation: Operation, states: readonly string[], nouns: readonly string[]): readonly Guard[] {
  const { resource, things } = setting;
  const all = [...things.below(resource), ...things.referringTo(resource)].filter((one) => one !== resource);
  const below = all.find(
    (one) =>
      one.changes.includes(operation) ||
      one.remove === operation ||
      actionsOn(setting, one).includes(operation) ||
      isMadeBelow(setting, operation, one),
  );
  const rules = below && rulesAbout(operation, states, nouns);
  return below === undefined || rules === undefined ? [] : [{ operation, rules, below }];
}

/** Whether an operation makes something below a thing, such as a bid on a lot. */
function isMadeBelow({ things }: Setting, operation: Operation, resource: Resource): boolean {
  const [own, path] = [segmentsOf(resource.path), segmentsOf(operation.path)];
  const isNext = path.length === own.length + 1 && beginsWith(path, own) && parameterIn(path.at(-1)) === undefined;
  return operation.method === 'POST' && isNext && things.isBelow(operation, resource);
}

/** What the sentences that name a thing say of its states: those of the description, and those of refusals. */
export function rulesAbout(
  { description: text = '', responses: all }: Operation,
  states: readonly string[],
  nouns: readonly string[],
): StateRules | undefined {
  const isAbout = (one: string): boolean => nouns.some((noun) => hasWord(one, noun));
  const sentences = sentencesIn(text)
    .flatMap((one) => eachReason(one, nouns))
    .flatMap(eachWanted);
  const description = withNouns(sentences, nouns).filter(isAbout).join(' ');
  const responses = all.map((one) => ({ ...one, description: sentencesIn(one.description).filter(isAbout).join(' ') }));
  const rules = stateRulesOf({ description, responses, whole: text }, states, nouns);
  return rules.allowed === undefined && rules.refused.size === 0 ? undefined : rules;
}

/** What is made of a thing that its body names: `Only a published fair sells tickets: a draft is a 409`. Its sentences must name the thing. */
function referring(
  { resource, things }: Setting,
  operation: Operation,
  states: readonly string[],
  nouns: readonly string[],
): readonly Guard[] {
  const references = things.references(operation).map((one) => one.resource);
  const rules = references.includes(resource) && operation.method === 'POST' ? rulesAbout(operation, states, nouns) : undefined;
  if (rules === undefined) return [];
  const below = references.find((one) => things.parentOf(one) === resource);
  return [{ operation, rules, ...(below === undefined ? {} : { below }) }];
}

/** Whether the operation was called in the state. */
async function judge(machine: Machine, { operation, below, rules }: Guard, state: string, route: readonly Move[]): Promise<boolean> {
  const arrived = await arrive(machine, route, undefined, below);
  if (arrived === undefined || arrived.seen.state !== state) return false;
  const { lab, thing, child = thing } = arrived;
  if (child !== thing && !sourcesOf(child).includes(thing)) return false;
  const input = changeOfOther(machine, operation) ?? machine.things.inputs.of(operation, 0);
  const act = { says: `${operation.id} where ${machine.member.shown(state)}`, probe: CHECK, input };
  const first = await unlessStopped(machine.things.call(lab, operation, child, act));
  const { input: _, ...bare } = act;
  // What others have used up may refuse it too.
  const newly = first === undefined || isSuccess(first) ? undefined : await calledNewly(machine.things, lab, operation, child, bare);
  const exchange = newly !== undefined && isSuccess(newly) ? newly : first;
  if (exchange === undefined || exchange.response.status >= 500) return false;
  const { status } = exchange.response;
  const where = `where ${machine.member.shown(state)}`;
  if (isSuccess(exchange) && rules.isRepeatable !== true) {
    const message = `${operation.id} is answered with ${status} ${where}, in which the document says that it is refused.`;
    lab.fault(CHECK, message, refusalOf(operation, rules.quotes), exchange);
  }
  const after = await look(machine, lab, thing);
  const changed = after && (await changedMember(machine, arrived, after));
  if (after !== undefined && changed !== undefined) {
    const message = `${operation.id} is refused with ${status}, and has changed \`${changed}\`.`;
    lab.fault(CHECK, message, `\`${changed}\` as before`, after.exchange);
  }
  return true;
}

/**
 * What a PATCH that takes the state changes beside it: a step to another state may be refused as such. `undefined` for what takes no state, or
 * nothing else.
 */
function changeOfOther({ things, member }: Machine, operation: Operation): Input | undefined {
  const members = propertiesOf(memberSchemasOf(operation));
  const given = things.inputs.of(operation, 2);
  if (operation.method !== 'PATCH' || given === undefined || !members.has(member.name)) return undefined;
  const named = new Set(things.references(operation).map(({ to }) => to));
  const sent = Object.entries(membersIn(operation, given) ?? {});
  const other = sent.find(([name, value]) => name !== member.name && isPlain(value) && !named.has(memberPlace(operation, name)));
  const input = other && withMembers(operation, given, Object.fromEntries([other]));
  return input !== undefined && things.allows(operation, input) ? input : undefined;
}

/** A text or a number that a thing may have anew. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** What changes of the thing do to its members by their texts, in each state. */
export async function* effective(machine: Machine, routes: Routes): AsyncGenerator<Operation> {
  const { things, resource, read } = machine;
  for (const operation of resource.changes) {
    const effects = effectsOf(operation, read);
    for (const route of effects.length === 0 ? [] : routes.values()) {
      const arrived = await arrive(machine, route);
      if (arrived === undefined) continue;
      const { lab, thing, seen } = arrived;
      const act = { says: operation.id, input: things.inputs.of(operation, 0) };
      const exchange = await unlessStopped(things.call(lab, operation, thing, act));
      if (exchange === undefined || !isSuccess(exchange) || !isJudged(exchange)) continue;
      const after = await readThing(lab, things, read, thing);
      if (after === undefined) continue;
      judgeEffects(lab, operation, effects, seen, after, CHECK);
      yield operation;
    }
  }
}

/** The same of things without a list of states. */
export async function* changed(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  if (read === undefined || listedState(read) !== undefined) return;
  yield* effective({ things, resource, read, member: ANY }, new Map([['', []]]));
}

/** What texts refuse where a boolean, or a time that is null until then, says the state. */
export async function* flagged(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  if (read === undefined) return;
  for (const member of flagsOf(read)) {
    const machine: Machine = { things, resource, read, member };
    if (guardsOf(setting, machine).length === 0) continue;
    yield* guardedIn(setting, machine, await flagRoutes(setting, machine));
  }
}

/** Adds the states in which things can be made. */
export async function addBirths(machine: Machine, routes: Map<string, readonly Move[]>): Promise<void> {
  for (const move of birthMoves(machine)) {
    const arrived = await arrive(machine, [move]);
    if (arrived !== undefined && !routes.has(arrived.seen.state)) routes.set(arrived.seen.state, [move]);
  }
}

/** A new thing, one that is made in the other state, or else the first move that turns its flag: a delete may keep the thing and mark it. */
async function flagRoutes(setting: Setting, machine: Machine): Promise<Routes> {
  const begun = await arrive(machine, []);
  if (begun === undefined) return new Map();
  const routes = new Map<string, readonly Move[]>([[begun.seen.state, []]]);
  await addBirths(machine, routes);
  const { remove } = machine.resource;
  const deletes = remove === undefined ? [] : [{ operation: remove, says: 'delete' }];
  for (const move of routes.size > 1 ? [] : [...settingMoves(machine), ...actionMoves(setting, machine.resource), ...deletes]) {
    const arrived = await arrive(machine, [move]);
    if (arrived === undefined || routes.has(arrived.seen.state)) continue;
    routes.set(arrived.seen.state, [move]);
    break;
  }
  return routes;
}
