// Drives things into the states that their actions lead to, and tries each action in each state.
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { type StateRules, singular, stateRulesOf, wordsOf } from '../../prose/index.ts';
import { resourceIn } from '../fields.ts';
import { Exhausted, type Lab, Stopped } from '../lab.ts';
import type { Reader, Resource } from '../resources.ts';
import type { Script, Setting } from '../script.ts';
import { beginsWith, parameterIn, segmentsOf } from '../templates.ts';
import { isSuccess, type Thing, type Things } from '../things.ts';
import { declaredMembers, readThing, type Seen } from './seen.ts';

const CHECK = 'state-rules';

export const states: readonly Script[] = [{ check: CHECK, run: explore }];

/** The most states, and actions, of one resource. */
const MOST = 8;

/** A member of what is read whose values are listed, such as `status`. */
interface StateMember {
  readonly name: string;
  readonly values: readonly string[];
}

function stateMemberOf(read: Reader): StateMember | undefined {
  for (const [name, schemas] of declaredMembers(read)) {
    const values = possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed.filter((value) => typeof value === 'string'));
    if (values.length > 1 && /^(?:status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? ''))
      return { name, values: [...new Set(values)] };
  }
  return undefined;
}

/** `POST /orders/{id}/cancel`: below the thing, with a last segment that is nothing that can be listed or created. */
function actionsOn({ context, mayCall, things }: Setting, resource: Resource): readonly Operation[] {
  const { create, edge } = resource;
  const own = segmentsOf(edge.consumer.path);
  const { operations } = context.service;
  const isCollection = (action: Operation): boolean =>
    operations.some(({ path, method }) => {
      const segments = segmentsOf(path);
      const begin = segmentsOf(action.path);
      return beginsWith(segments, begin) && (segments.length > begin.length || method === 'GET');
    });
  return operations
    .filter((one) => one.method === 'POST' && one !== create && mayCall(one))
    .filter(({ path }) => segmentsOf(path).length === own.length + 1 && beginsWith(segmentsOf(path), own))
    .filter((one) => parameterIn(segmentsOf(one.path).at(-1)) === undefined && things.isBelow(one, resource) && !isCollection(one))
    .slice(0, MOST);
}

interface SeenState extends Seen {
  readonly state: string;
}

/** One resource with states, and what is known of its actions. */
interface Machine {
  readonly things: Things;
  readonly resource: Resource;
  readonly read: Reader;
  readonly member: StateMember;
  readonly rules: ReadonlyMap<Operation, StateRules>;
}

async function* explore(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read } = resource;
  const member = read && stateMemberOf(read);
  const actions = member === undefined ? [] : actionsOn(setting, resource);
  if (read === undefined || member === undefined || actions.length === 0) return;
  const thing = wordsOf(resource.name).flatMap((word) => [word, singular(word)]);
  const rules = new Map(actions.map((action) => [action, stateRulesOf(action, member.values, thing)]));
  const machine: Machine = { things, resource, read, member, rules };
  // The actions that lead to each state, from that of a new thing on.
  const routes = new Map<string, readonly Operation[]>();
  const begun = await arrive(machine, []);
  if (begun === undefined) return;
  routes.set(begun.seen.state, []);
  for (const [state, route] of routes) {
    if (routes.size > MOST) return;
    for (const action of actions) {
      const next = await tryIn(machine, state, route, action);
      if (next === undefined) continue;
      yield action;
      if (!routes.has(next)) routes.set(next, [...route, action]);
    }
  }
}

/** A thing in the state that a route leads to: made of the example as it is, whose values may exist on the service, or of values that were made for it. */
async function arrive(machine: Machine, route: readonly Operation[], kind?: Kind): Promise<Arrived | undefined> {
  for (const one of kind === undefined ? KINDS : [kind]) {
    const found = await arriveBy(machine, route, one);
    if (found !== undefined) return found;
  }
  return undefined;
}

const KINDS = ['given', 'bound'] as const;
type Kind = (typeof KINDS)[number];

interface Arrived {
  readonly lab: Lab;
  readonly thing: Thing;
  readonly seen: SeenState;
}

async function arriveBy(machine: Machine, route: readonly Operation[], kind: Kind): Promise<Arrived | undefined> {
  const { things, resource } = machine;
  const lab = things.lab();
  try {
    const thing = await things.make(lab, resource, 0, { isGiven: kind === 'given' });
    for (const action of route) if (!isSuccess(await things.call(lab, action, thing, { says: action.id }))) return undefined;
    const seen = await look(machine, lab, thing);
    return seen && { lab, thing, seen };
  } catch (error) {
    if (error instanceof Stopped && !(error instanceof Exhausted)) return undefined;
    throw error;
  }
}

async function look({ things, read, member }: Machine, lab: Lab, thing: Thing): Promise<SeenState | undefined> {
  const seen = await readThing(lab, things, read, thing);
  const state = seen?.resource[member.name];
  return seen === undefined || typeof state !== 'string' ? undefined : { ...seen, state };
}

/** The state after an action in a state; `undefined` where the action is refused. */
async function tryIn(machine: Machine, state: string, route: readonly Operation[], action: Operation): Promise<string | undefined> {
  for (const kind of KINDS) {
    const arrived = await arrive(machine, route, kind);
    if (arrived === undefined || arrived.seen.state !== state) continue;
    const { lab, thing } = arrived;
    const exchange = await machine.things.call(lab, action, thing, { says: `${action.id} in the state ${state}`, probe: CHECK });
    if (exchange.response.status === 202 || exchange.response.status >= 500) return undefined;
    const after = await look(machine, lab, thing);
    if (after === undefined) return undefined;
    judge(machine, arrived, action, exchange, after);
    if (isSuccess(exchange)) return after.state;
  }
  return undefined;
}

function judge({ member, read, rules }: Machine, { lab, seen }: Arrived, action: Operation, exchange: Answered, after: SeenState): void {
  const { status } = exchange.response;
  const { state } = seen;
  const { allowed, refused = new Set(), named = new Set() } = rules.get(action) ?? {};
  const where = `where \`${member.name}\` is \`${state}\``;
  if (isSuccess(exchange) && (refused.has(state) || allowed?.has(state) === false)) {
    const message = `${action.id} is answered with ${status} ${where}, in which the document says that it is refused.`;
    lab.fault(CHECK, message, refusalOf(action), exchange);
  }
  if (status === 409 && named.has(state) && allowed?.has(state) !== false)
    lab.fault(CHECK, `${action.id} is refused with 409 ${where}, for which the document has it.`, 'a status from 200 to 299', exchange);
  const shown = isSuccess(exchange) && read.id !== undefined ? resourceIn(exchange, read.id)?.[member.name] : undefined;
  if (typeof shown === 'string' && shown !== after.state) {
    const message = `${action.id} answers with the state \`${shown}\`, and \`${after.state}\` is read after it.`;
    lab.fault(CHECK, message, `the state \`${shown}\``, after.exchange);
  }
  if (isSuccess(exchange) || state === after.state) return;
  const message = `${action.id} is refused with ${status}, and has changed \`${member.name}\` from \`${state}\` to \`${after.state}\`.`;
  lab.fault(CHECK, message, `the state \`${state}\``, after.exchange);
}

/** The status with which the document refuses the action. */
function refusalOf({ responses }: Operation): string {
  const conflict = responses.find(({ status }) => status === '409') ?? responses.find(({ status }) => /^4/.test(status));
  return conflict === undefined ? 'a status from 400 to 499' : `the status ${conflict.status}`;
}
