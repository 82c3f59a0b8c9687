// Makes things below others of their own kind, as sentences speak of them: deeper than they may go, below themselves and below what is below them.
// What others are below is deleted, where a sentence refuses that.
import { memberPlace, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { refersTo } from '../../../inference/names.ts';
import { lastNameOf, placesIn, valueAt } from '../../../inference/pointers.ts';
import {
  deniesItself,
  expectedOf,
  hasWord,
  levelsIn,
  memberSentences,
  namesOthersOf,
  quoted,
  ringsIn,
  type Said,
  saidOf,
  withRefusal,
  wordsOf,
} from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { isValue } from '../../../inference/stated/unique-values.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, resultOf, type Thing } from '../thing.ts';

const CHECK = 'stated-rules';
const IN_USE = 'delete-in-use';

export const nested: readonly Script[] = [
  { check: CHECK, run: tooDeep },
  { check: CHECK, run: belowItself },
  { check: CHECK, run: namesItself },
  { check: IN_USE, run: deletedAbove },
];

/** Where a sentence does not say how many levels there are, so many are none that a service would allow by it. */
const MANY = 40;

/** The member by which a thing names another one of its kind: `parentId`, `parent_folder`. */
function ownReferenceOf({ things, resource }: Setting): string | undefined {
  const { create, edge, name } = resource;
  const edges = things.allEdges().filter(({ consumer }) => consumer === create);
  const isParent = (member: string): boolean => {
    const [first = '', ...rest] = wordsOf(member);
    return (
      /^(?:parent|super|superior)$/.test(first) &&
      (rest.length === 0 || /^(?:id|key|code|ref|uuid|number)$/.test(rest.join('')) || refersTo(rest.join(''), name))
    );
  };
  return [...propertiesOf(memberSchemasOf(create))]
    .filter(([member, own]) => isParent(member) && isValue(own) && member !== lastNameOf(edge.from))
    .map(([member]) => member)
    .find((member) => !edges.some(({ to }) => to === memberPlace(create, member)));
}

/** The sentences of an operation, and of the member, that refuse something. */
function refusing({ context, resource }: Setting, operation: Operation, member: string): readonly Said[] {
  const own = propertiesOf(memberSchemasOf(resource.create)).get(member) ?? [];
  const told = memberSentences(possibleConjuncts(own)).map(({ text }) => withRefusal(text));
  return [...saidOf(context.service, operation), ...told].filter(({ refusal }) => refusal !== undefined);
}

/** Another thing, below one of its kind or below none; `undefined` where it is not made so. */
async function madeBelow(setting: Setting, lab: Lab, member: string, above?: Thing): Promise<Thing | undefined> {
  const { things, resource } = setting;
  const input = inputBelow(setting, member, above);
  const made = input && (await unlessStopped(things.makeFrom(lab, resource, input)));
  return made !== undefined && isBelow(resource, made.created, member, above) ? made : undefined;
}

function inputBelow({ things, inputs, resource: { create } }: Setting, member: string, above?: Thing): Input | undefined {
  const given = inputs.of(create, 0);
  const { [member]: _, ...others } = membersIn(create, given) ?? {};
  const all = above === undefined ? [others, { ...others, [member]: null }] : [{ ...others, [member]: above.id }];
  return all.map((one) => withMembers(create, given ?? {}, one)).find((one) => given !== undefined && things.allows(create, one));
}

/** Whether an answer shows a thing below another one, as it was sent. */
function isBelow({ create, edge }: Resource, exchange: Answered, member: string, above: Thing | undefined): boolean {
  const sent = membersIn(create, exchange.case.input)?.[member] ?? null;
  const shown = resourceIn(exchange, edge.from)?.[member] ?? sent;
  const wanted = above?.id ?? null;
  return String(sent) === String(wanted) && String(shown) === String(wanted);
}

async function* tooDeep(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create } = resource;
  const member = ownReferenceOf(setting);
  const said = member && refusing(setting, create, member).find(({ text }) => levelsIn(text) !== undefined);
  if (member === undefined || !said) return;
  const levels = levelsIn(said.text);
  const lab = things.lab();
  let last = await madeBelow(setting, lab, member);
  for (let level = 1; last !== undefined && level < (typeof levels === 'number' ? levels : MANY); level++) {
    last = await madeBelow(setting, lab, member, last);
    if (last !== undefined && level === 1) yield create;
  }
  const input = last && inputBelow(setting, member, last);
  if (last === undefined || input === undefined) return;
  const says = 'create below the last one';
  const exchange = await unlessStopped(things.callBeside(lab, create, last, { says, input: things.ready(create, input), probe: CHECK }));
  if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202 || !isBelow(resource, exchange, member, last))
    return;
  const deep = typeof levels === 'number' ? `${levels} levels` : `${MANY} others`;
  const message = `${create.id} succeeds with something below the last of ${deep}, and the document says: ${quoted(said)}`;
  lab.fault(CHECK, message, expectedOf(said), exchange);
}

async function* belowItself(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const member = ownReferenceOf(setting);
  for (const change of member === undefined ? [] : resource.changes) {
    if (change === resource.create || !propertiesOf(memberSchemasOf(change)).has(member ?? '')) continue;
    const all = refusing(setting, change, member ?? '');
    const itself = all.find(({ text }) => ringsIn(text).isItself);
    const circle = all.find(({ text }) => ringsIn(text).isCircle);
    if (itself !== undefined) yield* changedTo(setting, { change, member: member ?? '', said: itself, isCircle: false });
    if (circle !== undefined) yield* changedTo(setting, { change, member: member ?? '', said: circle, isCircle: true });
  }
}

interface Ring {
  readonly change: Operation;
  readonly member: string;
  readonly said: Said;
  /** Whether the thing is put below what is below it, and not below itself. */
  readonly isCircle: boolean;
}

async function* changedTo(setting: Setting, { change, member, said, isCircle }: Ring): AsyncGenerator<Operation> {
  const { things, resource, inputs } = setting;
  const { read, create } = resource;
  const lab = things.lab();
  const thing = await madeBelow(setting, lab, member);
  const above = thing === undefined || !isCircle ? thing : await madeBelow(setting, lab, member, thing);
  const least = inputs.least(change);
  if (thing === undefined || above === undefined || read === undefined || least === undefined) return;
  const whole = change.method === 'PATCH' ? {} : membersIn(create, thing.created.case.input);
  const input = withMembers(change, least, { ...whole, [member]: above.id });
  const says = isCircle ? 'put it below what is below it' : 'put it below itself';
  const act = { says, input, probe: CHECK };
  const exchange = await unlessStopped(things.callWith(lab, change, thing, act, { [memberPlace(change, member)]: above.id }));
  if (exchange === undefined) return;
  yield change;
  const isDone = isSuccess(exchange) && exchange.response.status !== 202;
  const seen = isDone ? await unlessStopped(readThing(lab, things, read, thing)) : undefined;
  if (seen === undefined || String(seen.resource[member]) !== String(above.id)) return;
  const where = isCircle ? 'what is below it' : 'itself';
  const message = `${change.id} puts ${String(thing.id)} below ${where}, and the document says: ${quoted(said)}`;
  lab.fault(CHECK, message, expectedOf(said), exchange);
}

/** What is done to a thing and names another one of its kind, such as a link between two issues, names the thing itself. */
async function* namesItself(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context, mayCall, inputs } = setting;
  for (const operation of context.service.operations) {
    const place = things.references(operation).find((one) => one.resource === resource && !one.to.includes('/0/'));
    if (place === undefined || !things.isBelow(operation, resource) || !mayCall(operation)) continue;
    const said = saidOf(context.service, operation).find(({ text, refusal }) => refusal !== undefined && deniesItself(text, resource.name));
    const lab = things.lab();
    const thing = said && (await unlessStopped(things.make(lab, resource, 0, { isOwn: true })));
    const input = inputs.of(operation, 0);
    if (said === undefined || thing === undefined || input === undefined) continue;
    const other = await unlessStopped(things.call(lab, operation, thing, { says: operation.id, input }));
    const at = other && placesIn(other.case.input, place.to)[0];
    if (other === undefined || at === undefined || !isSuccess(other)) continue;
    const value = place.from === resource.edge.from ? thing.id : valueAt(resultOf(thing.created), place.from);
    const act = { says: `${operation.id} with the thing itself`, input: other.case.input as Input, probe: CHECK };
    const exchange = await unlessStopped(things.callWith(lab, operation, thing, act, { [at]: value }));
    if (exchange === undefined) continue;
    yield operation;
    if (!isSuccess(exchange) || exchange.response.status === 202) continue;
    const message = `${operation.id} succeeds where ${String(thing.id)} names itself, and the document says: ${quoted(said)}`;
    lab.fault(CHECK, message, expectedOf(said), exchange);
  }
}

/** What makes a refusal of a delete a narrower one, or says that others go with the thing. */
const OTHERWISE = /\b(?:unless|until|except|too|as well|along with|with (?:it|them)|moved?)\b/i;

async function* deletedAbove(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { remove, name, read } = resource;
  const member = ownReferenceOf(setting);
  const states = (read && listedState(read)?.states) ?? [];
  const said =
    remove &&
    refusing(setting, remove, '').find(({ text }) => {
      const isNarrow = OTHERWISE.test(text) || states.some((state) => hasWord(text, state));
      return !isNarrow && namesOthersOf(text, name);
    });
  if (remove === undefined || member === undefined || said === undefined) return;
  const lab = things.lab();
  const thing = await madeBelow(setting, lab, member);
  const below = thing && (await madeBelow(setting, lab, member, thing));
  const exchange =
    below && (await unlessStopped(things.call(lab, remove, thing, { says: 'delete what another one is below', probe: IN_USE })));
  if (thing === undefined || exchange === undefined) return;
  yield remove;
  if (!isSuccess(exchange) || exchange.response.status === 202) return;
  const message = `${String(thing.id)} is deleted with ${exchange.response.status} while another one is below it, and the document says: ${quoted(said)}`;
  lab.fault(IN_USE, message, expectedOf(said), exchange);
}
