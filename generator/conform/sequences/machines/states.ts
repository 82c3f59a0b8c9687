// Drives things into the states that their actions lead to, and tries each action in each state.

import { membersIn } from '../../../inference/bodies.ts';
import {
  type MadeState,
  madeStateOf,
  madeStatesIn,
  type Outcome,
  onceIn,
  outcomeIn,
  type StateRules,
} from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { listedPlaces } from '../../../inference/targets.ts';
import type { Operation } from '../../../model/service.ts';
import type { Case } from '../../contract/case.ts';
import type { Answered } from '../../contract/exchange.ts';
import { resourceIn } from '../fields.ts';
import { waitBriefly } from '../rules/later.ts';
import { wanting } from '../rules/prerequisites.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { namedBehind } from './behind.ts';
import { bornByKind, judgeBorn } from './born.ts';
import { commanded } from './commanded.ts';
import { accompanied } from './company.ts';
import { stateRulesIn } from './done.ts';
import { effectsOf, judgeEffects } from './effects.ts';
import { emptied } from './filled.ts';
import { addBirths, changed, effective, flagged, guardedIn, isRefused } from './guards.ts';
import { type Arrived, arrive, changedMember, isJudged, KINDS, look, type Machine, nounsOf, refusalOf, type SeenState } from './machine.ts';
import { listedState, type StateMember } from './members.ts';
import { actionMoves, belowMoves, companionMoves, extremeMoves, MOST, type Move, settingMoves } from './moves.ts';
import { needing } from './needs.ts';
import { permitted } from './permitted.ts';
import { present } from './presence.ts';
import { qualified } from './qualities.ts';
import { foundBy } from './routes.ts';
import { isWrong, stepped, stepsOf } from './steps.ts';

const CHECK = 'state-rules';

export const states: readonly Script[] = [
  { check: CHECK, run: explore },
  { check: CHECK, run: flagged },
  { check: CHECK, run: changed },
  { check: CHECK, run: stepped },
  { check: CHECK, run: commanded },
  { check: CHECK, run: permitted },
  { check: CHECK, run: qualified },
  { check: CHECK, run: emptied },
  { check: CHECK, run: bornByKind },
  { check: CHECK, run: accompanied },
  { check: CHECK, run: namedBehind },
];

async function* explore(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  const acts = member === undefined ? [] : [...actionMoves(setting, resource), ...belowMoves(setting, resource, member.states)];
  if (read === undefined || member === undefined) return;
  // What an action that names a state needs may differ from state to state: its steps say it.
  const untold = acts.filter(({ to }) => to === undefined).map(({ operation }) => operation);
  const rules = new Map(untold.map((action) => [action, stateRulesIn(setting, resource, action, member.states)]));
  const machine: Machine = { things, resource, read, member };
  // The actions that lead to each state, from that of a new thing on.
  const routes = new Map<string, readonly Move[]>();
  const begun = await arrive(machine, []);
  if (begun === undefined) return;
  if (judgeBorn(machine, begun, CHECK)) yield resource.create;
  routes.set(begun.seen.state, []);
  await addBirths(machine, routes);
  const moves = [...acts, ...settingMoves(machine), ...companionMoves(setting, resource), ...extremeMoves(setting, resource)];
  const steps = new Map(moves.map(({ operation }) => [operation, stepsOf(setting, machine, operation)]));
  for (const [state, route] of routes) {
    if (routes.size > MOST) return;
    for (const move of moves) {
      const { operation, to } = move;
      // A step that the texts refuse leads nowhere, and is tried as such elsewhere.
      if (to !== undefined && isWrong(steps.get(operation), state, to)) continue;
      if (move.companion !== undefined || move.isWay === true) {
        // What its texts say is about what comes with the thing, or is judged without such values; it may lead the thing on.
        const before = routes.size === member.states.length ? undefined : await foundBy(setting, resource, route, move);
        const isKnown = routes.size === member.states.length || before !== undefined;
        const led = isKnown ? before?.state : (await arrive(machine, [...route, move]))?.seen.state;
        if (led !== undefined && !routes.has(led)) routes.set(led, [...route, move]);
        continue;
      }
      // A state that a change sets is only of use to get there.
      if (!rules.has(operation) && (routes.size === member.states.length || (to !== undefined && routes.has(to)))) continue;
      const next = await tryIn(machine, state, route, move, rules.get(operation));
      if (next === undefined) continue;
      yield operation;
      if (!routes.has(next)) routes.set(next, [...route, move]);
      const once = onceIn(operation, nounsOf(resource));
      const own = rules.get(operation);
      if (own !== undefined && once !== undefined && !own.refused.has(next))
        rules.set(operation, { ...own, refused: new Set([...own.refused, next]), quotes: [...own.quotes, once] });
    }
  }
  yield* guardedIn(setting, machine, routes);
  yield* needing(setting, machine, routes);
  yield* wanting(setting, machine, routes);
  yield* effective(machine, routes);
  yield* present(machine, routes);
}

/** The rules with the state that what is made below the thing brings it to, as its texts say. */
function withMade({ resource, member }: Machine, { operation, input }: Case, rules: StateRules | undefined): StateRules | undefined {
  const made = madeStateOf(madeBy(resource, member, operation), Object.values(membersIn(operation, input) ?? {}));
  return made === undefined || rules === undefined ? rules : { ...rules, becomes: new Map(member.states.map((state) => [state, made.to])) };
}

function madeBy(resource: Resource, { states: names }: StateMember, operation: Operation): readonly MadeState[] {
  const listed = listedPlaces(operation).flatMap((one) => one.listed);
  return madeStatesIn(operation.description ?? '', names, nounsOf(resource), listed);
}

/** The state after an action in a state; `undefined` where the action is refused. */
async function tryIn(
  machine: Machine,
  state: string,
  route: readonly Move[],
  { operation, says, input }: Move,
  rules: StateRules | undefined,
): Promise<string | undefined> {
  for (const kind of KINDS) {
    const arrived = await arrive(machine, route, kind);
    if (arrived === undefined || arrived.seen.state !== state) continue;
    const { lab, thing } = arrived;
    const act = { says: `${says} in the state ${state}`, probe: CHECK, input };
    const exchange = await machine.things.call(lab, operation, thing, act);
    if (!isJudged(exchange)) return undefined;
    const after = await look(machine, lab, thing);
    if (after === undefined) return undefined;
    // What is sent at last may have other values than the move.
    await judge(machine, arrived, operation, exchange, after, withMade(machine, exchange.case, rules));
    if (isSuccess(exchange)) return after.state;
    // Where the document refuses it, other values change nothing.
    if (rules !== undefined && isRefused(rules, state)) return undefined;
  }
  return tryPrepared(machine, state, route, { operation, says, ...(input === undefined ? {} : { input }) });
}

/** The state after an action that needs more than the state, such as something below the thing. */
async function tryPrepared(
  machine: Machine,
  state: string,
  route: readonly Move[],
  { operation, says, input }: Move,
): Promise<string | undefined> {
  for (const isAnew of [false, true]) {
    // What the thing names may have another one in that state already.
    if (isAnew) machine.things.forgetSources(machine.resource);
    const arrived = await arrive(machine, route, isAnew ? 'bound' : undefined);
    if (arrived === undefined || arrived.seen.state !== state) return undefined;
    const { lab, thing } = arrived;
    const exchange = await unlessStopped(machine.things.call(lab, operation, thing, { says, input, isNeeded: true }));
    if (exchange !== undefined && isSuccess(exchange)) return (await look(machine, lab, thing))?.state;
    if (exchange?.response.status !== 409) return undefined;
  }
  return undefined;
}

/** @throws {SequenceFault} where the answer, or what is read after it, is not as the texts say. */
export async function judge(
  machine: Machine,
  arrived: Arrived,
  action: Operation,
  exchange: Answered,
  after: SeenState,
  rules: StateRules = NONE,
): Promise<void> {
  const { member, read } = machine;
  const { lab, seen, thing } = arrived;
  const { status } = exchange.response;
  const { state } = seen;
  const { allowed, named, becomes, quotes } = rules;
  const where = `where \`${member.name}\` is \`${state}\``;
  // What is done to a thing that is there already may be nothing.
  const isNothing = (rules.isImplied === true || rules.isRepeatable === true) && after.state === state;
  if (isSuccess(exchange) && isRefused(rules, state) && !isNothing) {
    const message = `${action.id} is answered with ${status} ${where}, in which the document says that it is refused.`;
    lab.fault(CHECK, message, refusalOf(action, quotes), exchange);
  }
  if (status === 409 && named.has(state) && allowed?.has(state) !== false)
    lab.fault(CHECK, `${action.id} is refused with 409 ${where}, for which the document has it.`, 'a status from 200 to 299', exchange);
  const shown = isSuccess(exchange) ? shownState(machine, exchange, after) : undefined;
  if (shown !== undefined && shown !== after.state) {
    const message = `${action.id} answers with the state \`${shown}\`, and \`${after.state}\` is read after it.`;
    lab.fault(CHECK, message, `the state \`${shown}\``, after.exchange);
  }
  if (isSuccess(exchange)) {
    const wanted = becomes.get(state) ?? outcomeOf(machine, action, shown, after)?.state;
    if (wanted !== undefined && wanted !== after.state) {
      await waitBriefly();
      const later = await look(machine, lab, thing);
      if (later !== undefined && later.state !== wanted) {
        const message = `\`${member.name}\` is \`${later.state}\` after ${action.id} in the state \`${state}\`, and the document says that it becomes \`${wanted}\`.`;
        lab.fault(CHECK, message, `the state \`${wanted}\``, later.exchange);
      }
    }
    judgeEffects(lab, action, effectsOf(action, read), seen, after, CHECK);
    return;
  }
  if (state !== after.state) {
    const message = `${action.id} is refused with ${status}, and has changed \`${member.name}\` from \`${state}\` to \`${after.state}\`.`;
    lab.fault(CHECK, message, `the state \`${state}\``, after.exchange);
  }
  const changed = await changedMember(machine, arrived, after);
  if (changed === undefined) return;
  lab.fault(CHECK, `${action.id} is refused with ${status}, and has changed \`${changed}\`.`, `\`${changed}\` as before`, after.exchange);
}

/** The state that an action leads to by its texts. What goes on by itself may be further when it is read: then the answer alone tells. */
function outcomeOf({ resource, member }: Machine, action: Operation, shown: string | undefined, after: SeenState): Outcome | undefined {
  const { summary = '', description = '' } = action;
  // What names the state, or another value that decides, leads to more than one.
  if (resource.changes.includes(action) || madeBy(resource, member, action).some(({ value, isOther }) => value !== undefined || isOther))
    return undefined;
  const found = outcomeIn(`${summary}\n\n${description}`, member.states, nounsOf(resource));
  const isAsShown = found !== undefined && shown !== undefined && shown !== after.state;
  return isAsShown ? undefined : found;
}

/** The state in an answer that shows the thing itself, and not what was made below it, which may have a state of its own. */
function shownState({ member, read }: Machine, exchange: Answered, after: SeenState): string | undefined {
  const shown = read.id === undefined ? undefined : resourceIn(exchange, read.id);
  const state = shown && member.of(shown);
  const names = Object.keys(after.resource);
  const isAlike = shown !== undefined && names.filter((name) => Object.hasOwn(shown, name)).length > names.length / 2;
  return isAlike && state !== undefined && member.states.includes(state) ? state : undefined;
}

const NONE: StateRules = { refused: new Set(), named: new Set(), becomes: new Map(), quotes: [] };
