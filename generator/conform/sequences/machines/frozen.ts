// Changes members that sentences say may not be changed: at no time, once the thing is in a state, or in all states but some.

import { isDeepStrictEqual } from 'node:util';
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { isObject } from '../../../inference/pointers.ts';
import { type Frozen, frozenIn, memberSentences, saidOf, withNames } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import { exampleOf, type Part, partsOf } from '../making/parts.ts';
import { declaredMembers, type Members, readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { type Arrived, arrive, look, type Machine, nounsOf } from './machine.ts';
import { ANY, listedState } from './members.ts';
import { isBrought, routesOf } from './routes.ts';

const STATE_RULES = 'state-rules';
const READ_ONLY = 'read-only';

export const frozen: readonly Script[] = [
  { check: STATE_RULES, run: (setting) => frozenMembers(setting, STATE_RULES) },
  { check: READ_ONLY, run: (setting) => frozenMembers(setting, READ_ONLY) },
];

/** The most members that are changed, each in so many states. */
const MOST_MEMBERS = 6;
const MOST_STATES = 2;

interface Rule extends Pick<Frozen, 'kind' | 'states' | 'having' | 'havingStates'> {
  readonly operation: Operation;
  readonly name: string;
  readonly quote: string;
}

async function* frozenMembers(setting: Setting, check: string): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  if (read === undefined) return;
  const member = listedState(read);
  const rules = rulesOf(setting, member?.states ?? []).filter(({ kind }) => (kind === 'always') === (check === READ_ONLY));
  if (rules.length === 0) return;
  const machine: Machine = { things, resource, read, member: member ?? ANY };
  const routes = check === READ_ONLY ? new Map([['', []]]) : await routesOf(setting, resource);
  for (const rule of rules.slice(0, MOST_MEMBERS)) {
    if (rule.having !== undefined) {
      for (const state of rule.havingStates ?? [undefined]) {
        const arrived = await withPart(setting, machine, rule.having, state);
        if (arrived !== undefined && (await judge(setting, machine, rule, arrived, check))) yield rule.operation;
      }
      continue;
    }
    const meant = [...routes].filter(([state]) => rule.kind === 'always' || rule.states.includes(state) === (rule.kind === 'in'));
    for (const [state, route] of meant.slice(0, MOST_STATES)) {
      const arrived = await arrive(machine, route);
      if (arrived === undefined || (rule.kind !== 'always' && arrived.seen.state !== state)) continue;
      if (await judge(setting, machine, rule, arrived, check)) yield rule.operation;
    }
  }
}

/** A thing that has what the rule names, in a state of its own. */
async function withPart(setting: Setting, machine: Machine, having: string, state: string | undefined): Promise<Arrived | undefined> {
  const part = partsOf(setting).find(({ name }) => name === having);
  const lab = setting.things.lab();
  const thing = part && (await exampleOf(setting, lab));
  if (part === undefined || thing === undefined) return undefined;
  const isDone = await part.make(lab, thing, async (one) => state === undefined || isBrought(setting, lab, one, state));
  const seen = isDone ? await unlessStopped(look(machine, lab, thing)) : undefined;
  return seen && { lab, thing, seen };
}

/** Whether the change was sent. */
async function judge(
  setting: Setting,
  { read, member }: Machine,
  rule: Rule,
  { lab, thing, seen }: Arrived,
  check: string,
): Promise<boolean> {
  const { things } = setting;
  const { operation, name, quote, kind, having, havingStates } = rule;
  const before = seen.resource[name];
  const where =
    kind === 'always'
      ? ''
      : having === undefined
        ? ` where ${member.shown(seen.state)}`
        : ` where it has ${having}${havingStates === undefined ? '' : ` that are ${havingStates.join(' or ')}`}`;
  let sent: readonly [value: unknown, exchange: Answered] | undefined;
  for (const value of otherValues(setting, operation, name, before)) {
    const input = inputWith(setting, operation, name, value, seen.resource);
    const says = `change ${name}${where}`;
    const one = input && (await unlessStopped(things.call(lab, operation, thing, { says, input, probe: check, isExact: true })));
    if (one !== undefined) sent = [value, one];
    // A value that does not fit the others of the thing says nothing.
    if (one !== undefined && !INVALID.has(one.response.status)) break;
  }
  if (sent === undefined) return false;
  const [value, exchange] = sent;
  const after = isSuccess(exchange) && exchange.response.status !== 202 ? await readThing(lab, things, read, thing) : undefined;
  if (after !== undefined && isDeepStrictEqual(after.resource[name], value)) {
    const message = `${operation.id} has changed \`${name}\` from ${JSON.stringify(before)} to ${JSON.stringify(value)}${where}, and the document says: “${quote}”`;
    lab.fault(check, message, `\`${name}\` as before, or a refusal`, after.exchange);
  }
  return true;
}

/** The members that a change takes and a read shows, and that a sentence about one of them or about the change says may not be changed. */
function rulesOf(setting: Setting, states: readonly string[]): readonly Rule[] {
  const {
    resource,
    context: { service },
  } = setting;
  const { read, create, changes } = resource;
  if (read === undefined) return [];
  const shown = declaredMembers(read);
  return changes.flatMap((operation): readonly Rule[] => {
    const taken = [...membersOf(operation).keys()].filter((name) => shown.has(name));
    const parts = partsOf(setting);
    const words = { members: taken, states, nouns: nounsOf(resource), parts: parts.map((one) => one.name), partStates: statesOf(parts) };
    const partsFor = (name: string): readonly Schema[] =>
      [membersOf(operation), membersOf(create), shown].flatMap((all) => possibleConjuncts(all.get(name) ?? []));
    const own = taken.flatMap((name) => memberSentences(partsFor(name)).map(({ text }) => ({ text, subject: name })));
    const told = new Map(taken.map((name) => [name, partsFor(name)]));
    const said = saidOf(service, operation).map(({ text }) => ({ text, subject: undefined }));
    const found = [...own, ...said].flatMap(({ text, subject }) => {
      const rule = frozenIn(subject === undefined ? withNames(text, told) : text, words, subject);
      return (rule?.members ?? []).map((name): Rule => {
        const { having: part, havingStates = [] } = rule ?? {};
        const having = part === undefined ? {} : { having: part, ...(havingStates.length === 0 ? {} : { havingStates }) };
        return { operation, name, quote: text, kind: rule?.kind ?? 'in', states: rule?.states ?? [], ...having };
      });
    });
    // The same may stand in several sentences, and in several schemas.
    return [...new Map(found.map((one) => [`${one.name} ${one.kind}`, one])).values()];
  });
}

/** The states that each kind of parts may have. */
function statesOf(parts: readonly Part[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    parts.flatMap(({ name, resource }) => {
      const reader = resource && shownBy(resource);
      const states = (reader && listedState(reader))?.states ?? [];
      return states.length === 0 ? [] : [[name, states] as const];
    }),
  );
}

function membersOf(operation: Operation): ReadonlyMap<string, readonly Schema[]> {
  return propertiesOf(memberSchemasOf(operation));
}

/** Statuses that blame the value of a request. */
const INVALID: ReadonlySet<number> = new Set([400, 422]);
const MOST_VALUES = 4;

/** Other values of a member than the one that it has, those near to it first. */
function otherValues({ inputs }: Setting, operation: Operation, name: string, now: unknown): readonly unknown[] {
  if (now === undefined || now === null) return [];
  if (typeof now === 'boolean') return [!now];
  const listed = possibleConjuncts(membersOf(operation).get(name) ?? []).flatMap(({ enum: values = [] }) => values);
  const made = [4, 6, 0, 2].map((variant) => membersIn(operation, inputs.of(operation, variant))?.[name]);
  return [...(isObject(now) ? nearTo(now) : []), ...made, ...listed]
    .filter((one) => one !== null && typeof one === typeof now && !isDeepStrictEqual(one, now))
    .slice(0, MOST_VALUES);
}

/** An object with one number more or less in one of its members, the last first: a bound may follow another one. */
function nearTo(now: Members): readonly unknown[] {
  const numbers = Object.entries(now).filter(([, value]) => Number.isInteger(value));
  return numbers.toReversed().flatMap(([name, value]) => [1, -1].map((step) => ({ ...now, [name]: Number(value) + step })));
}

/** A change of this one member: a PUT has all others as they are. */
function inputWith({ inputs }: Setting, operation: Operation, name: string, value: unknown, now: Members): Input | undefined {
  const least = inputs.least(operation);
  if (least === undefined) return undefined;
  const own = membersIn(operation, least);
  if (least.body !== undefined && own === undefined) return undefined;
  if (operation.method === 'PATCH') return withMembers(operation, least, { [name]: value });
  const taken = [...membersOf(operation)].flatMap(([one, schemas]) =>
    schemas.some(({ readOnly }) => readOnly === true) || now[one] === undefined ? [] : [[one, now[one]] as const],
  );
  return withMembers(operation, least, { ...own, ...Object.fromEntries(taken), [name]: value });
}
