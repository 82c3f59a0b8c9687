// Drives what comes with a thing, such as the results of an order, through its states: by what is done to it, and by what is done to the thing.

import { membersIn } from '../../../inference/bodies.ts';
import type { Companion } from '../../../inference/companions.ts';
import { type StateRules, stateRulesOf } from '../../../inference/prose/index.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import { asResource, companionsWith } from '../making/companions.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { isRefused } from './guards.ts';
import { type Arrived, arrive, isJudged, look, type Machine, nounsOf } from './machine.ts';
import { listedState } from './members.ts';
import { doneInAnyWay } from './moved.ts';
import { actionMoves, belowMoves, companionMoves, MOST, type Move } from './moves.ts';
import { present } from './presence.ts';
import { judge } from './states.ts';

const CHECK = 'state-rules';

/** The most ways by which the thing goes on while what comes with it stays in its state. */
const MOST_ASIDE = 4;

export const companionScripts: readonly Script[] = [{ check: CHECK, run: companionStates }];

async function* companionStates(setting: Setting): AsyncGenerator<Operation> {
  for (const companion of companionsWith(setting)) yield* statesOf(setting, companion);
}

type Route = readonly Move[];

async function* statesOf(setting: Setting, companion: Companion): AsyncGenerator<Operation> {
  const { context, resource: owner, things } = setting;
  const resource = asResource(owner, companion, context.service);
  const { read } = resource;
  const member = read && listedState(read);
  if (read === undefined || member === undefined) return;
  const machine: Machine = { things, resource, read, member, companion };
  const acts = companionMoves(setting, owner).filter((move) => move.companion?.of.read === companion.read);
  const ownStates = (owner.read && listedState(owner.read))?.states ?? [];
  const above = [...actionMoves(setting, owner), ...belowMoves(setting, owner, ownStates)];
  const begun = acts.length === 0 ? undefined : await arrive(machine, []);
  if (begun === undefined) return;
  const routes = new Map<string, Route>([[begun.seen.state, []]]);
  const good = new Map<Operation, Input>();
  const aside: (readonly [state: string, route: Route])[] = [];
  // A state may be reached by another way, on which there was more to take away.
  const further: (readonly [state: string, route: Route])[] = [];
  for (const [state, route] of routes) {
    if (routes.size > MOST) return;
    for (const move of acts) {
      const next = await stateAfter(machine, route, move, good);
      if (next === undefined) continue;
      yield move.operation;
      if (!routes.has(next)) routes.set(next, [...route, move]);
    }
    for (const move of above) {
      const next = (await arrive(machine, [...route, move]))?.seen.state;
      if (next === undefined) continue;
      if (next === state && aside.length < MOST_ASIDE) aside.push([state, [...route, move]]);
      if (!routes.has(next)) routes.set(next, [...route, move]);
      else if (next !== state && further.length < MOST_ASIDE) further.push([next, [...route, move]]);
    }
  }
  for (const [state, route] of routes)
    for (const { operation } of acts) {
      const input = good.get(operation);
      const rules = stateRulesOf(operation, member.states, nounsOf(resource));
      if (input !== undefined) await tryIn(machine, state, route, { operation, inputs: [input], rules });
    }
  // Where the thing has gone on, sentences about states alone may hold no longer.
  for (const [state, route] of aside)
    for (const move of acts) {
      const input = good.get(move.operation);
      const inputs = input === undefined ? [] : [input, ...withMore(setting, move.operation, input)];
      const next = await tryIn(machine, state, route, { operation: move.operation, inputs });
      if (next !== undefined) further.push([next.state, [...route, { ...move, input: next.input }]]);
    }
  yield* present(machine, [...routes, ...further]);
}

/** The state of the first one after a move to it; `undefined` where it is refused. What has succeeded is kept. */
async function stateAfter(machine: Machine, route: Route, move: Move, good: Map<Operation, Input>): Promise<string | undefined> {
  const arrived = await arrive(machine, route);
  if (arrived === undefined) return undefined;
  const { lab, thing } = arrived;
  const exchange = await doneInAnyWay(machine.things, lab, thing, move);
  if (exchange === undefined) return undefined;
  if (!good.has(move.operation)) good.set(move.operation, exchange.case.input as Input);
  return (await unlessStopped(look(machine, lab, thing)))?.state;
}

interface Trial {
  readonly operation: Operation;
  /** Such as have succeeded in another state. */
  readonly inputs: readonly Input[];
  readonly rules?: StateRules;
}

/** The state after a success, and what has led to it. */
async function tryIn(
  machine: Machine,
  state: string,
  route: Route,
  { operation, inputs, rules }: Trial,
): Promise<{ readonly state: string; readonly input: Input } | undefined> {
  const arrived = await arrive(machine, route);
  if (arrived === undefined || arrived.seen.state !== state) return undefined;
  const exchange = await sent(machine, arrived, state, operation, inputs);
  if (exchange === undefined || !isJudged(exchange)) return undefined;
  const after = await unlessStopped(look(machine, arrived.lab, arrived.thing));
  const isSaid = rules !== undefined && (isSuccess(exchange) || isRefused(rules, state));
  if (after !== undefined) await judge(machine, arrived, operation, exchange, after, isSaid ? rules : undefined);
  return after === undefined || !isSuccess(exchange) ? undefined : { state: after.state, input: exchange.case.input as Input };
}

async function sent(
  { things }: Machine,
  { lab, thing }: Arrived,
  state: string,
  operation: Operation,
  inputs: readonly Input[],
): Promise<Answered | undefined> {
  let last: Answered | undefined;
  for (const input of inputs) {
    if (last !== undefined) lab.forget(last);
    const act = { says: `${operation.id} in the state ${state}`, probe: CHECK, input };
    last = await unlessStopped(things.callUnknown(lab, operation, thing, act, {}));
    if (last !== undefined && isSuccess(last)) return last;
  }
  return last;
}

/** The most members that are added to an input, each alone. */
const MOST_ADDED = 5;

/** An input with each member that an operation takes beside, and with all of them: a correction may need a reason. */
function withMore({ things }: Setting, operation: Operation, input: Input): readonly Input[] {
  const own = membersIn(operation, input) ?? {};
  const beside = Object.entries(membersIn(operation, things.inputs.of(operation, 2)) ?? {}).filter(([name]) => own[name] === undefined);
  const each = beside.slice(0, MOST_ADDED).map((one) => withMembers(operation, input, { ...own, ...Object.fromEntries([one]) }));
  return beside.length === 0 ? [] : [...each, withMembers(operation, input, { ...Object.fromEntries(beside), ...own })];
}
