// Makes more things below another one than the document allows, and two with a mark that one at most may have.

import { memberPlace, membersIn } from '../../../inference/bodies.ts';
import { isObject, valueAt } from '../../../inference/pointers.ts';
import { expectedOf, type Most, mostIn, names, namesIn, PASSING, quoted, type Said, saidOf } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { markIn } from '../../../inference/stated/marks.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
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

type Limit = Most & { readonly said: Said };

async function* mostThings(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context } = setting;
  const { create, name } = resource;
  const owners = things.takenBy(resource);
  const limit = saidOf(context.service, create)
    .flatMap((said) =>
      [
        mostIn(
          said,
          name,
          owners.map((one) => one.name),
        ),
      ].flatMap((most) => (most === undefined ? [] : [{ said, ...most }])),
    )
    .at(0);
  // What the path does not name, the body may: a limit for each customer is one for those bookings that name the same. One alone is judged by
  // `unique-values`.
  const isSeveral = limit !== undefined && (limit.count > 1 || AT_A_TIME.test(limit.said.text));
  const named = isSeveral ? owners.find((one) => names(limit.said.text, one.name)) : undefined;
  const owner = things.parentOf(resource) ?? named;
  if (limit?.said.refusal === undefined && !create.responses.some(({ status }) => status === '409')) return;
  if (limit === undefined || owner === undefined || limit.count < 1 || limit.count > LARGEST) return;
  const { said, count: most } = limit;
  const lab = things.lab();
  const above = await unlessStopped(things.make(lab, owner, 1));
  if (above === undefined) return;
  const made: Thing[] = [];
  const ofKind = limit.kind === undefined ? undefined : inputsOfKind(setting, limit.kind);
  if (ofKind?.length === 0) return;
  // A list of what has another owner in the body shows those of others too.
  const isBelow = things.parentOf(resource) !== undefined && limit.adjective === undefined && ofKind === undefined;
  let before = 0;
  while (made.length + before <= most) {
    const input = ofKind?.[made.length % ofKind.length];
    const thing = await unlessStopped(
      input === undefined
        ? things.make(lab, resource, made.length + 1, { parent: above })
        : things.makeFrom(lab, resource, input, { parent: above, isPrepared: true }),
    );
    if (thing === undefined) break;
    made.push(thing);
    if (made.length === 1 && isBelow) before = Math.max(0, (await countOf(setting, lab, thing)) - 1);
  }
  if (made.length + before < most || !made.every((one) => sourcesOf(one).includes(above))) return;
  if (!(await areAll(setting, lab, made, limit))) return;
  yield create;
  const last = made.at(-1);
  if (made.length + before <= most || last === undefined || new Set(made.map(({ id }) => String(id))).size < made.length) return;
  const start = before === 0 ? '' : `, which had ${before} from the start`;
  const message = `${create.id} has succeeded ${made.length} times below ${String(above.id)}${start}, and the document says: ${quoted(said)}`;
  lab.fault(MOST_THINGS, message, `${expectedOf(said)} for the last one`, last.created);
}

/** The most inputs that are looked through for one kind of things. */
const MOST_INPUTS = 10;

/** Inputs of the create with a member that says the kind: `{ "kind": "pilot" }`. */
function inputsOfKind({ inputs, resource: { create } }: Setting, kind: string): readonly Input[] {
  return Array.from({ length: MOST_INPUTS }, (_, variant) => inputs.of(create, variant))
    .filter((input) => input !== undefined)
    .filter((input) => Object.values(membersIn(create, input) ?? {}).some((value) => typeof value === 'string' && names(value, kind)));
}

/** Whether all things are as the words around them say, where these are some of their states: five that are not open are no five open ones. */
async function areAll({ things, resource }: Setting, lab: Lab, made: readonly Thing[], { adjective, said }: Limit): Promise<boolean> {
  const read = shownBy(resource);
  const member = read && listedState(read);
  const state = member?.states.find((one) => one.toLowerCase() === adjective);
  // `One job at a time that is booked or in progress`.
  const states = state === undefined && AT_A_TIME.test(said.text) ? namesIn(said.text, member?.states ?? []) : [state];
  if (read === undefined || member === undefined || states[0] === undefined) return adjective === undefined || !PASSING.test(adjective);
  for (const thing of made) {
    const seen = await unlessStopped(readThing(lab, things, read, thing));
    if (seen === undefined || !states.includes(member.of(seen.resource) ?? '')) return false;
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
