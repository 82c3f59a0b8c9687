// Does actions and changes with a number beyond what another number bounds, as a sentence says: a payment of more than what is outstanding, a reserve
// above the limit of the cover. The other number is one of the thing, of what it stands below or names, or of the items of their lists.
import { memberPlace, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { isObject } from '../../../inference/pointers.ts';
import { type Bound, expectedOf, type Holder, quoted, type Said, saidOf, type Term, termsOf } from '../../../inference/prose/index.ts';
import { type Reader, type Resource, shownBy } from '../../../inference/resources.ts';
import { type NumberRule, numberRulesOf, sentNumbersOf } from '../../../inference/stated/compared.ts';
import { moved } from '../../../inference/steps.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { arrive } from '../machines/machine.ts';
import { listedState } from '../machines/members.ts';
import { actionsOn, type Move } from '../machines/moves.ts';
import { type Routes, routesOf } from '../machines/routes.ts';
import { exampleOf } from '../making/parts.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';
import { declaredMembers, type Members, readThing } from './seen.ts';

const CHECK = 'stated-rules';

export const held: readonly Script[] = [{ check: CHECK, run: heldAgainst }];

/** The most states in which one operation is tried. */
const MOST_STATES = 3;

async function* heldAgainst(setting: Setting): AsyncGenerator<Operation> {
  const { resource, context } = setting;
  for (const operation of [...actionsOn(setting, resource), ...resource.changes.filter(({ method }) => method === 'PATCH')]) {
    const said = saidOf(context.service, operation).filter(({ text }) => COMPARING.test(text));
    if (said.length === 0 || sentNumbersOf(operation).length === 0) continue;
    let count = 0;
    for (const [state, route] of await routesIn(setting)) {
      if (count >= MOST_STATES) break;
      const there = await thingIn(setting, state, route);
      if (there !== undefined && (await tryOn(setting, operation, { said, ...there, again: () => thingIn(setting, state, route), state })))
        count++;
    }
    if (count > 0) yield operation;
  }
}

/** Words without which a sentence holds nothing against another number. */
const COMPARING =
  /\b(?:at most|at least|up to|than|above|below|beyond|over|exceed\w*|limited|repeats?|equals?|match\w*|another|different|same)\b/i;

/** The states of the things, with the ways to them; one without a name where they have none. */
async function routesIn(setting: Setting): Promise<Routes> {
  const routes = await routesOf(setting, setting.resource);
  return routes.size === 0 ? new Map([['', []]]) : routes;
}

interface There {
  readonly lab: Lab;
  readonly thing: Thing;
}

async function thingIn(setting: Setting, state: string, route: readonly Move[]): Promise<There | undefined> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  if (read !== undefined && member !== undefined) {
    const arrived = await arrive({ things, resource, read, member }, route);
    return arrived?.seen.state === state ? arrived : undefined;
  }
  const lab = things.lab();
  const thing = await exampleOf(setting, lab);
  return thing && { lab, thing };
}

interface Trial extends There {
  readonly said: readonly Said[];
  readonly state: string;
  /** Another thing that has come to the state in the same way. */
  readonly again: () => Promise<There | undefined>;
}

/** Whether the operation has succeeded with a number that fits, and was held to a bound afterwards. */
async function tryOn(setting: Setting, operation: Operation, trial: Trial): Promise<boolean> {
  const { things } = setting;
  const { lab, thing, said, again } = trial;
  const act = { says: operation.id, input: things.inputs.of(operation, 0), isNeeded: true } as const;
  const done = await unlessStopped(things.call(lab, operation, thing, act));
  if (done === undefined || !isSuccess(done) || done.response.status === 202) {
    if (done !== undefined) lab.forget(done);
    return false;
  }
  const after = await othersOf(setting, lab, thing);
  const rules = numberRulesOf(said, operation, after);
  // What can be done once would be refused for that alone.
  const isOver = rules.length > 0 && stateIn(thing, after) !== trial.state;
  const there = isOver ? await again() : { lab, thing };
  if (there === undefined) return false;
  const others = isOver ? await othersOf(setting, there.lab, there.thing) : after;
  let isTried = false;
  for (const rule of rules) isTried = (await tryRule(setting, { operation, done, others, ...there }, rule)) || isTried;
  return isTried;
}

/** The state of the thing itself; empty where it has none. */
function stateIn({ resource }: Thing, [own]: readonly Other[]): string {
  const read = shownBy(resource);
  const member = read && listedState(read);
  const [seen] = own?.all ?? [];
  return (seen && member?.of(seen)) ?? '';
}

interface Held extends There {
  readonly operation: Operation;
  readonly done: Answered;
  readonly others: readonly Other[];
}

/** Whether a number beyond a bound was sent. */
async function tryRule(setting: Setting, { operation, done, others, lab, thing }: Held, { rule, bound }: NumberRule): Promise<boolean> {
  const limit = limitOf(bound, others);
  const input = limit === undefined ? undefined : beyond(setting, operation, done, bound, limit);
  if (input === undefined) return false;
  const side = { most: 'above', least: 'below', same: 'beside' }[bound.kind];
  const says = `${operation.id} with a \`${bound.member}\` ${side} the \`${bound.of}\``;
  const exchange = await unlessStopped(setting.things.call(lab, operation, thing, { says, input, probe: CHECK, isExact: true }));
  if (exchange === undefined) return false;
  const sent = membersIn(operation, exchange.case.input)?.[bound.member];
  if (isSuccess(exchange) && exchange.response.status !== 202 && sent === membersIn(operation, input)?.[bound.member]) {
    const message = `${says} of ${limit} is accepted with ${exchange.response.status}, and the document says: ${quoted(rule)}`;
    lab.fault(CHECK, message, expectedOf(rule), exchange);
  }
  lab.forget(exchange);
  return true;
}

/** Something whose numbers may bound others: the thing, what it stands below or names, and what stands in them. */
interface Other extends Holder {
  readonly all: readonly Members[];
}

async function othersOf(setting: Setting, lab: Lab, thing: Thing): Promise<readonly Other[]> {
  const found: Other[] = [];
  for (const one of [thing, ...sourcesOf(thing)]) {
    const read = shownBy(one.resource);
    const seen = read && (await unlessStopped(readThing(lab, setting.things, read, one)));
    if (read === undefined || seen === undefined) continue;
    const own = { ...holderOf(one.resource, read, one === thing), all: [seen.resource] };
    found.push({ ...own, terms: own.terms.filter((term) => typeof seen.resource[term.name] === 'number') }, ...insideOf(seen.resource));
  }
  return found;
}

/** The numbers of a thing. */
export function holderOf({ name }: Resource, reader: Reader, isOwn: boolean): Holder {
  const terms = termsOf(declaredMembers(reader)).filter(({ kind }) => kind === 'number');
  return { name, terms, states: listedState(reader)?.states ?? [], isOwn };
}

function insideOf(members: Members): readonly Other[] {
  return Object.entries(members).flatMap(([name, value]): readonly Other[] => {
    const all = (Array.isArray(value) ? value : [value]).filter(isObject);
    const names = [...new Set(all.flatMap((one) => Object.keys(one).filter((key) => typeof one[key] === 'number')))];
    const terms = names.map((one): Term => ({ name: one, kind: 'number', texts: [] }));
    return all.length === 0 || name.startsWith('_') ? [] : [{ name, all, terms }];
  });
}

/** The largest number that may be meant as a greatest one, or the least as a least one. */
function limitOf({ kind, of }: Bound, others: readonly Other[]): number | undefined {
  const values = (kind === 'same' ? others.slice(0, 1) : others)
    .flatMap(({ all }) => all.map((one) => one[of]))
    .filter((one) => typeof one === 'number');
  return values.length === 0 ? undefined : kind === 'most' ? Math.max(...values) : Math.min(...values);
}

/** The input that has succeeded, with a number beyond its bound; `undefined` where the document does not allow that number. */
function beyond({ things }: Setting, operation: Operation, done: Answered, { kind, member }: Bound, limit: number): Input | undefined {
  const at = memberPlace(operation, member);
  const schemas = [...(propertiesOf(memberSchemasOf(operation)).get(member) ?? [])].flatMap((one) => possibleConjuncts([one]));
  const value = moved(limit, schemas, kind === 'least' ? -1 : 1);
  const input = changedAt(done.case.input, at, value) as Input;
  return typeof value === 'number' && things.allows(operation, input) ? input : undefined;
}
