// Does operations on a thing while another one that goes with it is in each of its states, where a sentence says that they depend on that state: one
// that succeeds both in a state that the sentence names and in one that it does not name goes by no state at all.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { companyIn } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { beginsWith, segmentsOf } from '../../../inference/templates.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import { taking } from '../making/taking.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';
import { type Arrived, arrive, look, type Machine, nounsOf, refusalOf } from './machine.ts';
import { listedState } from './members.ts';
import type { Move } from './moves.ts';
import { type Routes, routesOf } from './routes.ts';

const CHECK = 'state-rules';

/** The most states on each side that are tried. */
const MOST_STATES = 3;

/** Something that is done to a thing: an operation on it, or a create that names it. */
interface Deed {
  readonly operation: Operation;
  readonly made?: Resource;
}

interface Rule extends Deed {
  /** What the operation is done to, which goes with the thing that has the states. */
  readonly on: Resource;
  readonly states: readonly string[];
  readonly quote: string;
}

export async function* accompanied(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  const rules = member === undefined ? [] : rulesOf(setting, member.states);
  if (read === undefined || member === undefined || rules.length === 0) return;
  const machine: Machine = { things, resource, read, member };
  const routes = await routesOf(setting, resource);
  for (const rule of rules) {
    const act = async ({ lab, thing }: Arrived): Promise<Answered | undefined> => {
      const on = sourcesOf(thing).find((one) => one.resource === rule.on);
      return on && done(setting, lab, on, rule);
    };
    yield* inAndOut(setting, machine, rule, { routes, act });
  }
}

/** What is done by a rule, and the routes to the states in which it is done. */
interface Trial {
  readonly routes: Routes;
  /** What stands below the thing with the states, and is made first. */
  readonly below?: Resource;
  /** The success, or nothing. */
  readonly act: (arrived: Arrived) => Promise<Answered | undefined>;
}

/** Does an operation in states that a sentence names, and in others: where both succeed, it goes by no state at all. */
export async function* inAndOut(
  setting: Setting,
  machine: Machine,
  { operation, states, quote }: Pick<Rule, 'operation' | 'states' | 'quote'>,
  trial: Trial,
): AsyncGenerator<Operation> {
  const firstIn = (isMeant: boolean): Promise<Done | undefined> =>
    firstDone(setting, machine, [...trial.routes].filter(([state]) => states.includes(state) === isMeant).slice(0, MOST_STATES), trial);
  const outside = await firstIn(false);
  if (outside === undefined) return;
  const inside = await firstIn(true);
  yield operation;
  if (inside === undefined) return;
  const message = `${operation.id} succeeds both where ${machine.member.shown(inside.state)} in ${machine.resource.name} and where it is \`${outside.state}\`, and the document says that it goes by that: “${quote.replace(/\s+/g, ' ')}”`;
  inside.lab.fault(CHECK, message, refusalOf(operation, [quote]), inside.exchange);
}

function rulesOf(setting: Setting, states: readonly string[]): readonly Rule[] {
  const { things, resource } = setting;
  return things
    .takenBy(resource)
    .filter((one) => one !== resource)
    .flatMap((on) => {
      const members = things.references(resource.create).flatMap(({ resource: named, to }) => (named === on ? to.split('/').slice(2) : []));
      const own = [...nounsOf(on), ...members.filter((name) => !/^[-\d]*$/.test(name))];
      return deedsOn(setting, on).flatMap((deed): readonly Rule[] => {
        const { summary = '', description = '', responses } = deed.operation;
        const text = [summary, description, ...responses.flatMap((one) => (one.status === '409' ? [`${one.description} (409)`] : []))].join(
          '\n\n',
        );
        const words = {
          nouns: nounsOf(resource),
          states,
          own,
          isMaking: deed.made === resource,
          isChange: /^P(?:UT|ATCH)$/.test(deed.operation.method),
          members: [...propertiesOf(memberSchemasOf(deed.operation)).keys()],
        };
        return companyIn(text, words).map((found) => ({ ...deed, on, ...found }));
      });
    });
}

/** What is done to things of a resource: by paths that name them, and by creates that name them in their bodies. */
function deedsOn({ context, mayCall, things, resource }: Setting, on: Resource): readonly Deed[] {
  const own = segmentsOf(on.path);
  const makers = things.all().filter((one) => things.takenBy(one).includes(on) && mayCall(one.create));
  const acts = context.service.operations.filter((one) => {
    const path = segmentsOf(one.path);
    const isOn = beginsWith(path, own) && path.length <= own.length + 1 && things.isBelow(one, on);
    return one.method !== 'GET' && isOn && mayCall(one) && one !== resource.create && !makers.some(({ create }) => create === one);
  });
  return [...acts.map((operation) => ({ operation })), ...makers.map((made) => ({ operation: made.create, made }))];
}

interface Done {
  readonly lab: Lab;
  readonly state: string;
  readonly exchange: Answered;
}

/** The first success while the thing is in one of the states, before and after it. */
async function firstDone(
  { things, resource }: Setting,
  machine: Machine,
  routes: readonly (readonly [string, readonly Move[]])[],
  { below, act }: Trial,
): Promise<Done | undefined> {
  for (const [state, route] of routes) {
    // What is done may use up what it is done to, so that each attempt has things of its own.
    things.forgetSources(resource, true);
    const arrived = await arrive(machine, route, 'bound', below);
    const exchange = arrived?.seen.state === state ? await act(arrived) : undefined;
    const after = exchange === undefined || arrived === undefined ? undefined : await look(machine, arrived.lab, arrived.thing);
    things.forgetSources(resource, true);
    if (arrived !== undefined && exchange !== undefined && after?.state === state) return { lab: arrived.lab, state, exchange };
  }
  return undefined;
}

async function done(setting: Setting, lab: Lab, on: Thing, { operation, made }: Rule): Promise<Answered | undefined> {
  const { things } = setting;
  if (made !== undefined) {
    const taken = await taking(setting, lab, on, made);
    const created = taken?.thing.created;
    return created === undefined || created.response.status === 202 ? undefined : created;
  }
  const act = { says: operation.id, probe: CHECK, input: things.inputs.of(operation, 0) };
  const exchange = await unlessStopped(things.call(lab, operation, on, act));
  if (exchange !== undefined && !isSuccess(exchange)) lab.forget(exchange);
  return exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202 ? exchange : undefined;
}
