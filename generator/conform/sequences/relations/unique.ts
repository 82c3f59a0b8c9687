// Gives a thing the value of another one where the document says that such values are unique: by a create and by each change.
import { isDeepStrictEqual } from 'node:util';

import { memberPlace, memberSchemasOf } from '../../../inference/bodies.ts';
import { isTextOrNumber, lastNameOf } from '../../../inference/pointers.ts';
import { expectedOf, isOfPair, quoted } from '../../../inference/prose/index.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { readThing } from '../rules/seen.ts';
import { asSent, ownParent, refusable, type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { isKeeping, judgeOver } from './once-over.ts';
import { slots } from './slots.ts';
import { holderOfAll, ownersOf, type Rule, rulesOf, type Values, valuesOf, withNew, withValues } from './unique-rules.ts';

const CHECK = 'unique-values';

export const unique: readonly Script[] = [{ check: CHECK, run: uniqueValues }, ...slots];

async function* uniqueValues(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  for (const rule of rulesOf(setting)) {
    const lab = things.lab();
    const parent = await ownParent(lab, things, resource);
    const first = await holderOfAll(lab, things, resource, rule.members, parent);
    if (first === undefined || !(await isKeeping(setting, lab, rule, first))) continue;
    const values = valuesOf(resource.create, first.created.case.input, rule.members);
    let refused: Answered | undefined;
    for (const written of [asGiven, ...(rule.isAnyCase ? [otherCase] : [])]) {
      const same = written(values);
      if (same === undefined) continue;
      const exchange = yield* byCreate(setting, rule, lab, first, same);
      refused ??= exchange;
      if (rule.isOneEach !== true) yield* byChange(setting, { rule, first, same, written, parent });
    }
    if (refused !== undefined && rule.states !== undefined) yield* judgeOver(setting, lab, { rule, first, values });
    if (rule.isOneEach !== true && !isOfPair(rule.said.text)) yield* afterRefusal(setting, rule, first, refused);
  }
}

/** How the same values are written. */
type Written = (values: Values) => Values | undefined;

const asGiven: Written = (values) => values;

/** The same texts with other letters; `undefined` where none has any. */
function otherCase(values: Values): Values | undefined {
  const turned = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? turn(value) : value] as const);
  return turned.some(([name, value]) => value !== values[name]) ? Object.fromEntries(turned) : undefined;
}

function turn(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** The same request with other values in what else may have to be unique, and another one: a refusal of either may have another reason. */
async function* byCreate(
  { things, resource, inputs }: Setting,
  rule: Rule,
  lab: Lab,
  first: Thing,
  same: Values,
): AsyncGenerator<Operation, Answered | undefined> {
  const { create } = resource;
  const { input } = first.created.case;
  let refused: Answered | undefined;
  for (const given of [input as Input | undefined, inputs.of(create, 3), inputs.of(create, 4)]) {
    if (given === undefined) continue;
    const second = withValues(create, things.ready(create, given), same);
    const says = 'create with a value of another';
    const exchange = await unlessStopped(things.callBeside(lab, create, first, { says, input: second, probe: CHECK }));
    if (exchange === undefined) continue;
    yield create;
    const id = things.idOf(resource, exchange);
    // Where the value is the identifier, a second thing has the same one: 201 says that it was made.
    const isNamed = rule.members.includes(lastNameOf(resource.edge.from)) && create.method === 'POST';
    const isMade = String(id) !== String(first.id) || (isNamed && exchange.response.status === 201);
    if (isSuccess(exchange) && exchange.response.status !== 202 && id !== undefined && isMade) {
      const other: Thing = { ...first, created: exchange, id };
      if (await haveSame(lab, things, [first, other], same, rule)) fault(lab, rule, same, create, exchange);
    }
    if (exchange.response.status === 409) refused ??= exchange;
    lab.forget(exchange);
  }
  return refused;
}

interface Changed {
  readonly rule: Rule;
  readonly first: Thing;
  readonly same: Values;
  readonly written: Written;
  readonly parent: Thing | undefined;
}

async function* byChange(setting: Setting, { rule, first, same, written, parent }: Changed): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  for (const operation of resource.changes) {
    if (!rule.isGeneral && !operation.responses.some(({ status }) => /^(?:409|400|422|4XX)$/.test(status))) continue;
    const lab = things.lab();
    const above = parent ?? ownersOf(rule, first)[0];
    const second = await unlessStopped(things.make(lab, resource, 3, above === undefined ? {} : { parent: above }));
    const input = second && (await changeTo(setting, lab, operation, second, same));
    if (second === undefined || input === undefined) continue;
    const exchange = await unlessStopped(
      things.call(lab, operation, second, { says: 'change to a value of another', input, isExact: true, probe: CHECK }),
    );
    if (exchange === undefined) continue;
    yield operation;
    if (isSuccess(exchange) && exchange.response.status !== 202 && (await haveSame(lab, things, [first, second], same, rule, exchange)))
      fault(lab, rule, same, operation, exchange, [first.created]);
    if (exchange.response.status === 409) await toItself(setting, rule, lab, second, operation, written);
  }
}

/** A thing may keep its own value, in other letters too where their case does not count: 409 shows that it is compared with itself. */
async function toItself(setting: Setting, rule: Rule, lab: Lab, thing: Thing, operation: Operation, written: Written): Promise<void> {
  const { things, resource } = setting;
  const given = thing.created.case.input as Input;
  const kept = valuesOf(resource.create, given, rule.members);
  const own = rule.members.every((name) => isTextOrNumber(kept[name])) ? written(kept) : undefined;
  if (own === undefined) return;
  const changed = async (values: Values): Promise<Answered | undefined> => {
    const input = await changeTo(setting, lab, operation, thing, values);
    return (
      input && unlessStopped(things.call(lab, operation, thing, { says: 'change to its own value', input, isExact: true, probe: CHECK }))
    );
  };
  const exchange = await changed(own);
  if (exchange?.response.status !== 409) return;
  // The same change with another value shows that nothing else is in its way, and the one before it that the value was its own.
  const other = await changed(withNew(kept, 4));
  if (other === undefined || !isSuccess(other) || other.response.status === 202) return;
  const back = await changed(own);
  if (back?.response.status === 409) return;
  const members = rule.members.map((name) => `\`${name}\``).join(' and ');
  const message = `${operation.id} is refused with 409 for the ${members} that the thing itself has, and succeeds with another value.`;
  lab.fault(CHECK, message, 'a status from 200 to 299', exchange);
}

/** A change to these values: alone by PATCH, and by PUT with all else as it is read. */
export async function changeTo(
  { things, resource, inputs }: Setting,
  lab: Lab,
  operation: Operation,
  thing: Thing,
  values: Values,
): Promise<Input | undefined> {
  const properties = propertiesOf(memberSchemasOf(operation));
  if (!Object.keys(values).every((name) => properties.has(name))) return undefined;
  const base = operation.method === 'PATCH' ? inputs.least(operation) : inputs.of(operation, 4);
  if (base === undefined) return undefined;
  if (operation.method === 'PATCH') return withMembers(operation, base, values);
  const seen = resource.read && (await readThing(lab, things, resource.read, thing));
  const now = Object.entries(seen?.resource ?? {}).filter(([name]) => properties.has(name));
  return withValues(operation, now.length === 0 ? base : withMembers(operation, base, Object.fromEntries(now)), values);
}

/** Whether each of two things has the values now, as far as the service shows them. */
async function haveSame(lab: Lab, things: Things, both: readonly Thing[], same: Values, rule: Rule, change?: Answered): Promise<boolean> {
  const [owners, others] = both.map((one) => ownersOf(rule, one));
  if (
    !isDeepStrictEqual(
      owners?.map(({ id }) => id),
      others?.map(({ id }) => id),
    )
  )
    return false;
  for (const thing of both) {
    const { read, edge } = thing.resource;
    const seen = read === undefined ? undefined : (await readThing(lab, things, read, thing))?.resource;
    if (read !== undefined && seen === undefined) return false;
    const shown = seen ?? resourceIn(thing === both[1] && change !== undefined ? change : thing.created, edge.from);
    const fits = rule.members.every((name) => shown?.[name] === undefined || isEqual(shown[name], same[name], rule.isAnyCase));
    if (!fits) return false;
  }
  return true;
}

function isEqual(one: unknown, other: unknown, isAnyCase: boolean): boolean {
  const text = (value: unknown): string => (isAnyCase ? String(value).toLowerCase() : String(value));
  return text(one) === text(other);
}

function fault(lab: Lab, rule: Rule, same: Values, operation: Operation, exchange: Answered, since: readonly Answered[] = []): never {
  const members = rule.members.map((name) => `\`${name}\``).join(' and ');
  const shown = rule.members.map((name) => JSON.stringify(same[name])).join(' and ');
  const message = `Two things have ${shown} as ${members} after ${operation.id}, and the document says: ${quoted(rule.said)}`;
  return lab.fault(CHECK, message, expectedOf(rule.said), exchange, [...since, ...lab.steps]);
}

/** A value of a create that was refused for something else is free: the next create may have it. */
async function* afterRefusal(
  { things, resource, invalid }: Setting,
  rule: Rule,
  first: Thing,
  taken: Answered | undefined,
): AsyncGenerator<Operation> {
  const { create } = resource;
  const given = first.created.case.input as Input | undefined;
  const wrong = refusable(await invalid(create), false).find(
    ({ at = '', input }) =>
      at.startsWith('/body/') && input !== undefined && !rule.members.some((name) => at.startsWith(memberPlace(create, name))),
  );
  if (given === undefined || wrong === undefined) return;
  const lab = things.lab();
  // A refusal shows which values have to be new.
  const fresh = (taken && lab.equipment.renewed(taken)) ?? lab.equipment.unique(create, given);
  const values = valuesOf(create, fresh, rule.members);
  // Without values that no thing has, nothing can be said.
  const before = valuesOf(create, given, rule.members);
  if (rule.members.some((name) => values[name] === before[name])) return;
  const sent = asSent(wrong);
  if (sent.input === undefined) return;
  const refused = await unlessStopped(
    things.callBeside(lab, create, first, {
      ...sent,
      says: 'refused create',
      input: withValues(create, things.ready(create, sent.input), values),
    }),
  );
  if (refused === undefined || ![400, 422].includes(refused.response.status)) return;
  const again = (input: Input): Promise<Answered | undefined> =>
    unlessStopped(things.callBeside(lab, create, first, { says: 'create', input, probe: CHECK }));
  const exchange = await again(withValues(create, things.ready(create, fresh), values));
  if (exchange === undefined) return;
  yield create;
  if (exchange.response.status !== 409) return;
  const other = await again(things.ready(create, given));
  if (other === undefined || !isSuccess(other)) return;
  lab.forget(other);
  const members = rule.members.map((name) => `\`${name}\``).join(' and ');
  lab.fault(
    CHECK,
    `A create that was refused with ${refused.response.status} has taken its ${members}.`,
    'a status from 200 to 299',
    exchange,
  );
}
