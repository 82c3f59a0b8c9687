// Does something to a thing at a time that a sentence rules out by an event of the thing: `It cannot be closed before it was opened`. The same
// request with a time of its own has succeeded before, on a thing that came to the same state in the same way.
import { memberPlace, membersIn } from '../../../inference/bodies.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { expectedOf, type Moment, quoted } from '../../../inference/prose/index.ts';
import { type Reader, type Resource, shownBy } from '../../../inference/resources.ts';
import { type MomentRule, momentRulesOf } from '../../../inference/stated/compared.ts';
import { isTimeText, timeLike } from '../../../inference/steps.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { arrive, type Machine } from '../machines/machine.ts';
import { ANY, listedState } from '../machines/members.ts';
import { actionsOn, type Move } from '../machines/moves.ts';
import { routesOf } from '../machines/routes.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { declaredMembers } from './seen.ts';

const CHECK = 'stated-rules';

export const moments: readonly Script[] = [{ check: CHECK, run: atWrongTimes }];

/** The inputs that are looked at for one with the time. */
const VARIANTS: readonly number[] = [0, 1, 2, 4, 6];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the sentences of an operation say of its times, held against those that a thing shows; `isOwn`: the request is about it. */
export function momentRulesFor(
  service: Service,
  operation: Operation,
  { name, create }: Resource,
  reader: Reader,
  isOwn: boolean,
): readonly MomentRule[] {
  const states = listedState(reader)?.states ?? [];
  return momentRulesOf(service, operation, { name, members: declaredMembers(reader), create, states, isOwn });
}

async function* atWrongTimes(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context } = setting;
  const read = shownBy(resource);
  if (read === undefined) return;
  const machine: Machine = { things, resource, read, member: listedState(read) ?? ANY };
  for (const operation of actionsOn(setting, resource)) {
    const rules = momentRulesFor(context.service, operation, resource, read, true);
    const way = rules.length === 0 ? undefined : await wayOf(setting, machine, operation, rules);
    if (way === undefined) continue;
    for (const rule of rules) if (await tryRule(machine, operation, way, rule)) yield operation;
  }
}

/** How a thing comes to where an operation succeeds, and what it has succeeded with. */
interface Way {
  readonly route: readonly Move[];
  readonly input: Input;
}

async function wayOf(setting: Setting, machine: Machine, operation: Operation, rules: readonly MomentRule[]): Promise<Way | undefined> {
  const { things } = machine;
  // One branch of a union alone may have the time.
  const inputs = VARIANTS.map((variant) => things.inputs.of(operation, variant)).filter((one) => one !== undefined);
  const input = inputs.find((one) => rules.some(({ member }) => membersIn(operation, one)?.[member] !== undefined)) ?? inputs[0];
  for await (const route of routesFor(setting, machine)) {
    const arrived = await arrive(machine, route);
    if (arrived === undefined) continue;
    const { lab, thing } = arrived;
    const act = { says: operation.id, input, isNeeded: true } as const;
    const exchange = await unlessStopped(things.call(lab, operation, thing, act));
    if (exchange !== undefined && isSuccess(exchange)) return { route, input: exchange.case.input as Input };
  }
  return undefined;
}

/** A new thing, and then one in each state that it comes to; these are looked for only where a new thing will not do. */
async function* routesFor(setting: Setting, { resource, member }: Machine): AsyncGenerator<readonly Move[]> {
  yield [];
  if (member !== ANY) for (const route of (await routesOf(setting, resource)).values()) if (route.length > 0) yield route;
}

/** Whether the request was sent. */
async function tryRule(machine: Machine, operation: Operation, { route, input }: Way, rule: MomentRule): Promise<boolean> {
  const { things } = machine;
  const { member, of, said, kind } = rule;
  const arrived = await arrive(machine, route);
  if (arrived === undefined) return false;
  const { lab, thing, seen } = arrived;
  const at = memberPlace(operation, member);
  const value = beyond(rule, seen.resource[of], valueAt(input, at));
  if (value === undefined) return false;
  const side = kind === 'least' ? 'before' : 'after';
  const act = { says: `${operation.id} ${side} ${of}`, probe: CHECK, input: changedAt(input, at, value) as Input };
  const exchange = await unlessStopped(things.callWith(lab, operation, thing, act, { [at]: value }));
  if (exchange === undefined) return false;
  if (isSuccess(exchange) && exchange.response.status !== 202) {
    const message = `${operation.id} with the \`${member}\` ${value} is accepted with ${exchange.response.status} where \`${of}\` is ${String(seen.resource[of])}, and the document says: ${quoted(said)}`;
    lab.fault(CHECK, message, expectedOf(said), exchange);
  }
  return true;
}

/** A time on the wrong side of an event. A day and a time of another day are a day apart at least, whatever the time zone. */
export function beyond({ kind, by }: Pick<Moment, 'kind' | 'by'>, limit: unknown, sent: unknown): string | undefined {
  if (!isTimeText(limit) || !isTimeText(sent)) return undefined;
  const [isDay, isOfDay] = [sent, limit].map((text) => text.length === 10);
  const time = Date.parse(limit) + by;
  const sign = kind === 'least' ? -1 : 1;
  const step = isDay === true ? (isOfDay === true ? DAY : 2 * DAY) : isOfDay === true ? 2 * DAY : HOUR;
  return Number.isNaN(time) ? undefined : timeLike(sent, time + sign * step);
}
