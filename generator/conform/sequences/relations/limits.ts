// Makes more things below another one than the document allows, and two with a mark that one at most may have.

import { memberPlace, membersIn } from '../../../inference/bodies.ts';
import { isObject, valueAt } from '../../../inference/pointers.ts';
import { expectedOf, names, namesIn, PASSING, quoted, statesCalled } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { type Limit, limitOf, textsAround } from '../../../inference/stated/limits.ts';
import { markIn } from '../../../inference/stated/marks.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { madeInItsPlace } from '../rooms/ended.ts';
import { readThing } from '../rules/seen.ts';
import { ownParent, type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, resultOf, sourcesOf, type Thing } from '../thing.ts';

const MOST_THINGS = 'most-things';
const ONE_MARK = 'one-at-most';

export const limits: readonly Script[] = [
  { check: MOST_THINGS, run: mostThings },
  { check: ONE_MARK, run: oneAtMost },
];

/** The largest number that is tried. */
const LARGEST = 60;

/** One after the other there may be more. */
const AT_A_TIME = /\bat a time\b/i;

async function* mostThings(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context } = setting;
  const { create, name } = resource;
  const owners = things.takenBy(resource);
  const limit = limitOf(
    context.service,
    create,
    name,
    owners.map((one) => one.name),
  );
  // What the path does not name, the body may: a limit for each customer is one for those bookings that name the same. One alone is judged by
  // `unique-values`.
  const isSeveral = limit !== undefined && (limit.count > 1 || AT_A_TIME.test(limit.said.text));
  const named = isSeveral ? owners.find((one) => one.name === limit.owner) : undefined;
  const parent = things.parentOf(resource);
  // What the sentence names may be another thing than the one of the path: `A guest can have three bookings, counted over all boats`.
  const owner = named ?? parent ?? (isSeveral ? owners.find((one) => names(limit.said.text, one.name)) : undefined);
  if (limit?.said.refusal === undefined && !create.responses.some(({ status }) => /^4(?:03|09|22)$/.test(status))) return;
  if (limit === undefined || owner === undefined || limit.count < 1 || limit.count > LARGEST) return;
  const { said, count: most } = limit;
  const lab = things.lab();
  // What earlier sequences have done to what is named beside the owner, such as to close it, keeps others away.
  things.forgetSources(resource);
  const ofKind = limit.kind === undefined ? undefined : inputsOfKind(setting, limit.kind);
  if (ofKind?.length === 0) return;
  const next = (above: Thing, number: number): Promise<Thing | undefined> => {
    const input = ofKind?.[number % ofKind.length];
    return unlessStopped<Thing | undefined>(
      input === undefined
        ? things.make(lab, resource, number + 1, { parent: above })
        : things.makeFrom(lab, resource, input, { parent: above, isPrepared: true }),
    );
  };
  const begun = await begunWith(setting, lab, owner, next);
  if (begun === undefined) return;
  const { above, first } = begun;
  const made = [first];
  // A list of what has another owner in the body shows those of others too.
  const isBelow = owner === parent && limit.adjective === undefined && ofKind === undefined;
  const before = isBelow ? Math.max(0, (await countOf(setting, lab, first)) - 1) : 0;
  while (made.length + before <= most) {
    const thing = await next(above, made.length);
    if (thing === undefined) break;
    made.push(thing);
  }
  if (made.length + before < most || !made.every((one) => sourcesOf(one).includes(above))) return;
  const counted = statesMeant(setting, limit);
  if (!(await areAll(setting, lab, made, { limit, counted }))) return;
  yield create;
  const last = made.at(-1);
  if (last !== undefined && made.length === most && ofKind === undefined)
    yield* madeInItsPlace(setting, { limit, owner, user: last, counted });
  if (made.length + before <= most || last === undefined || new Set(made.map(({ id }) => String(id))).size < made.length) return;
  const start = before === 0 ? '' : `, which had ${before} from the start`;
  const message = `${create.id} has succeeded ${made.length} times below ${String(above.id)}${start}, and the document says: ${quoted(said)}`;
  lab.fault(MOST_THINGS, message, `${expectedOf(said)} for the last one`, last.created);
}

/** An owner with the first of its things: not each one may have any, as a card is issued for accounts of one kind only. */
async function begunWith(
  { things }: Setting,
  lab: Lab,
  owner: Resource,
  next: (above: Thing, number: number) => Promise<Thing | undefined>,
): Promise<{ readonly above: Thing; readonly first: Thing } | undefined> {
  for (const variant of [1, 0]) {
    const above = await unlessStopped(things.make(lab, owner, variant));
    const first = above && (await next(above, 0));
    if (above !== undefined && first !== undefined) return { above, first };
  }
  return undefined;
}

/** The most inputs that are looked through for one kind of things. */
const MOST_INPUTS = 10;

/** Inputs of the create with a member that says the kind: `{ "kind": "pilot" }`. */
function inputsOfKind({ inputs, resource: { create } }: Setting, kind: string): readonly Input[] {
  return Array.from({ length: MOST_INPUTS }, (_, variant) => inputs.of(create, variant))
    .filter((input) => input !== undefined)
    .filter((input) => Object.values(membersIn(create, input) ?? {}).some((value) => typeof value === 'string' && names(value, kind)));
}

/** The states that the word before the things means: `five open ones`, and `active` ones where a text says which these are. */
function statesMeant({ resource, context }: Setting, { adjective, said }: Limit): readonly string[] {
  const read = shownBy(resource);
  const states = (read && listedState(read)?.states) ?? [];
  const state = states.find((one) => one.toLowerCase() === adjective);
  if (state !== undefined) return [state];
  // `One job at a time that is booked or in progress`.
  const named = AT_A_TIME.test(said.text) ? namesIn(said.text, states) : [];
  if (named.length > 0 || adjective === undefined || !PASSING.test(adjective)) return named;
  return statesCalled(textsAround(context.service, resource.create), adjective, states) ?? [];
}

/** Whether all things are as the words around them say, where these are some of their states: five that are not open are no five open ones. */
async function areAll(
  { things, resource }: Setting,
  lab: Lab,
  made: readonly Thing[],
  { limit: { adjective }, counted }: { readonly limit: Limit; readonly counted: readonly string[] },
): Promise<boolean> {
  const read = shownBy(resource);
  const member = read && listedState(read);
  if (read === undefined || member === undefined || counted.length === 0) return adjective === undefined || !PASSING.test(adjective);
  for (const thing of made) {
    const seen = await unlessStopped(readThing(lab, things, read, thing));
    if (seen === undefined || !counted.includes(member.of(seen.resource) ?? '')) return false;
  }
  return true;
}

/** How many things the list that has a thing shows: what stands above may have been made with some. */
async function countOf({ things, resource: { list } }: Setting, lab: Lab, thing: Thing): Promise<number> {
  const exchange = list && (await unlessStopped(things.callBeside(lab, list.operation, thing, { says: 'list' })));
  const items = exchange === undefined ? undefined : valueAt(resultOf(exchange), list?.items ?? '');
  const ids = Array.isArray(items) ? items.filter(isObject).map((one) => String(valueAt(one, list?.id ?? ''))) : [];
  return ids.includes(String(thing.id)) ? new Set(ids).size : 0;
}

async function* oneAtMost(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, inputs } = setting;
  const { create, changes } = resource;
  const found = markIn(setting.context.service, create, resource.name);
  if (found === undefined) return;
  const { mark, said } = found;
  for (const operation of [create, ...changes]) {
    const at = memberPlace(create, mark);
    const lab = things.lab();
    const parent = await ownParent(lab, things, resource);
    const options = parent === undefined ? {} : { parent };
    const first = await marked(setting, lab, await things.make(lab, resource, 1, options), at);
    if (first === undefined) return;
    const second = operation === create ? await marked(setting, lab, first, at) : await things.make(lab, resource, 3, options);
    if (second === undefined) continue;
    if (operation !== create) {
      const input = inputs.of(operation, 4);
      const changed =
        input &&
        (await unlessStopped(
          things.call(lab, operation, second, { says: operation.id, input: changedAt(input, memberPlace(operation, mark), true) as Input }),
        ));
      if (changed === undefined || !isSuccess(changed)) continue;
    }
    const shown = await marksOf(setting, lab, [first, second], mark);
    if (shown === undefined) continue;
    yield operation;
    const last = lab.steps.at(-1);
    if (!shown.every((one) => one === true) || last === undefined) continue;
    const message = `\`${mark}\` is true for ${String(first.id)} and ${String(second.id)} after ${operation.id}, and the document says: ${quoted(said)}`;
    lab.fault(ONE_MARK, message, 'one thing with it', last);
  }
}

/** Another thing beside one, with the mark. */
async function marked({ things, resource }: Setting, lab: Lab, beside: Thing, at: string): Promise<Thing | undefined> {
  const { create } = resource;
  for (const variant of [2, 4, 1, 6]) {
    const given = things.inputs.of(create, variant);
    if (given === undefined) continue;
    const input = things.ready(create, changedAt(given, at, true) as Input);
    const created = await unlessStopped(things.callBeside(lab, create, beside, { says: 'create with the mark', input }));
    const id = created && things.idOf(resource, created);
    if (created !== undefined && isSuccess(created) && id !== undefined && String(id) !== String(beside.id))
      return { ...beside, created, id };
    if (created !== undefined) lab.forget(created);
  }
  return undefined;
}

/** The values of the mark now, by reading each thing or the list of them. */
async function marksOf(
  { things, resource }: Setting,
  lab: Lab,
  all: readonly Thing[],
  mark: string,
): Promise<readonly unknown[] | undefined> {
  const { read, list } = resource;
  if (read !== undefined) {
    const seen = [];
    for (const thing of all) seen.push((await readThing(lab, things, read, thing))?.resource[mark]);
    return seen;
  }
  const [first] = all;
  if (list === undefined || first === undefined) return undefined;
  const exchange = await unlessStopped(things.callBeside(lab, list.operation, first, { says: 'list' }));
  const items = exchange === undefined ? undefined : valueAt(resultOf(exchange), list.items);
  if (!Array.isArray(items)) return undefined;
  return all.map(({ id }) => items.filter(isObject).find((one) => String(valueAt(one, list.id)) === String(id))?.[mark]);
}
