// Counts and sums of what names a thing, as the document describes them: they follow each create, each state and each delete of what they count.
import { placesIn, valueAt } from '../../../inference/pointers.ts';
import { quoted } from '../../../inference/prose/index.ts';
import { type Reader, type Resource, shownBy } from '../../../inference/resources.ts';
import { amountOf } from '../../../inference/stated/lists.ts';
import type { Operation } from '../../../model/service.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { actionMoves, actionsOn, type Move, settingMoves } from '../machines/moves.ts';
import { waitBriefly } from '../rules/later.ts';
import { type Members, readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, resultOf, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { type Count, countsOf, type NamedStates, stateMemberOf, totalsOf } from './counted.ts';

const COUNTED = 'counts-of-others';

export const counts: readonly Script[] = [{ check: COUNTED, run: countsOfOthers }];

/** What is in a place moves on by other actions than those on what names the place. */
const OF_PLACE = /\b(?:here|inside)\b/i;

async function* countsOfOthers(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context } = setting;
  const read = shownBy(resource);
  if (read === undefined) return;
  for (const other of things.all().filter((one) => one !== resource))
    for (const count of [...countsOf(resource, other, context.service), ...totalsOf(resource, other)])
      for (const naming of namersOf(setting, other))
        yield* follow(setting, { read, other, count, naming, member: stateMemberOf(other.read) });
}

/** What makes a thing name one of the resource: its create, or something that is done to it. */
function namersOf(setting: Setting, other: Resource): readonly Operation[] {
  const { things, resource } = setting;
  const isNaming = (one: Operation): boolean =>
    things.references(one).some((reference) => reference.resource === resource) ||
    (one === other.create && things.parentOf(other) === resource);
  return [other.create, ...actionsOn(setting, other)].filter(isNaming).slice(0, 2);
}

/** Whether the create of a thing has named another one as it was sent; what stands below it names it by its path. */
function isNamedIn(
  things: Things,
  { created, resource }: Thing,
  { id, created: own, resource: { edge }, resource: named }: Thing,
): boolean {
  const references = things.references(resource.create).filter((one) => one.resource === named);
  const isSent = ({ to, from }: (typeof references)[number]): boolean => {
    const value = from === edge.from ? id : valueAt(resultOf(own), from);
    return placesIn(created.case.input, to).some((at) => String(valueAt(created.case.input, at)) === String(value));
  };
  return references.length === 0 || references.some(isSent);
}

interface Followed {
  readonly read: Reader;
  readonly other: Resource;
  readonly count: Count;
  readonly naming: Operation;
  readonly member: NamedStates | undefined;
}

/** What may bring the others into other states: actions, also with each state that these take, and changes of the state. */
function movesOf(setting: Setting, { other, naming, count, member }: Followed): readonly Move[] {
  if (member === undefined || OF_PLACE.test(count.text) || (count.isUnclear === true && count.over === undefined)) return [];
  const listed = other.read && listedState(other.read);
  const set = listed === undefined ? [] : settingMoves({ things: setting.things, resource: other, member: listed });
  return [...actionMoves(setting, other), ...set].filter(({ operation }) => operation !== naming);
}

/** The states that a thing goes through before it is counted again: each by one more move. */
async function* follow(setting: Setting, followed: Followed): AsyncGenerator<Operation> {
  const { states } = followed.count;
  const moves = movesOf(setting, followed);
  const routes: { readonly route: readonly Move[]; readonly from?: string }[] = [{ route: [] }];
  const met = new Set<string>();
  // An action may be tried with several inputs that lead to one state, and a state that refuses it refuses each of them.
  const done = new Set<string>();
  for (const { route, from } of routes) {
    if (routes.length > MOST_ROUTES) return;
    const to = route.at(-1)?.to;
    // Between two states that both count, or do not, the number stays.
    const isTelling = to === undefined || !met.has(to) || states === undefined || states.has(to) !== states.has(from ?? '');
    const key = route.map(({ says }) => says).join();
    if (!isTelling || done.has(key)) continue;
    const { state, isConflict = false } = yield* followRoute(setting, { ...followed, route });
    if (state !== undefined || isConflict) done.add(key);
    if (state === undefined || met.has(state)) continue;
    met.add(state);
    for (const move of moves) if (move.to !== state) routes.push({ route: [...route, move], from: state });
  }
}

const MOST_ROUTES = 40;

interface Route extends Followed {
  readonly route: readonly Move[];
}

/** The state that a thing has come to; or that it may not go on in this way from the one before. */
interface Come {
  readonly state?: string;
  readonly isConflict?: true;
}

async function* followRoute(setting: Setting, { read, other, count, naming, member, route }: Route): AsyncGenerator<Operation, Come> {
  const { things, resource } = setting;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const before = amountOf((await readThing(lab, things, read, thing))?.resource[count.name]);
  const user = await unlessStopped(things.make(lab, other, 1, naming === other.create ? { parent: thing } : {}));
  if (before === undefined || user === undefined) return {};
  // What a refusal has led to may name another thing.
  if (naming === other.create && !isNamedIn(things, user, thing)) return {};
  const tied: Thing = { ...user, sources: [thing, ...user.sources.filter((one) => one.resource !== resource)] };
  const steps: readonly Move[] = naming === other.create ? route : [{ operation: naming, says: naming.id }, ...route];
  for (const { operation, says, input } of steps) {
    const exchange = await unlessStopped(things.call(lab, operation, tied, { says, input }));
    if (exchange?.response.status === 409) return { isConflict: true };
    if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202) return {};
  }
  const seen = await membersOf(lab, things, tied);
  const value = member && seen?.[member.name];
  const state = typeof value === 'string' ? value : undefined;
  const step = stepOf(count, seen);
  const isOver = state !== undefined && count.over?.has(state) === true;
  const isCounted = !isOver && (count.states === undefined || (state !== undefined && count.states.has(state)));
  // What a state does beside, such as to take the thing away from who has it, the text does not say: only a counted state before it shows that it
  // names the thing.
  if ((count.states !== undefined && state === undefined) || step === undefined) return {};
  const come: Come = state === undefined ? {} : { state };
  // Whether another state counts, the text leaves open.
  if (count.over !== undefined && route.length > 0 && !isOver) return come;
  const wanted = isCounted ? before + step : before;
  const last = route.at(-1)?.operation ?? naming;
  await judge(lab, things, { read, thing, count, wanted, after: route.at(-1)?.says ?? naming.id });
  yield last;
  const { remove } = other;
  if (naming === other.create && naming.method === 'PUT' && route.length === 0) {
    const { exchange } = await things.again(lab, user, { says: 'the same again' });
    if (isSuccess(exchange)) await judge(lab, things, { read, thing, count, wanted, after: `a second ${naming.id}` });
  }
  if (route.length > 0 || remove === undefined || !count.isOfLiving || !isCounted) return come;
  const removed = await unlessStopped(things.call(lab, remove, tied, { says: 'delete' }));
  if (removed === undefined || !isSuccess(removed) || removed.response.status === 202) return come;
  const left =
    other.read && (await unlessStopped(things.call(lab, other.read.operation, tied, { says: 'read after delete', probe: COUNTED })));
  if (left !== undefined && !isAbsent(left)) return come;
  await judge(lab, things, { read, thing, count, wanted: before, after: remove.id });
  yield remove;
  return come;
}

/** A thing as it is read, or as its create has shown it where nothing reads it. */
async function membersOf(lab: Lab, things: Things, thing: Thing): Promise<Members | undefined> {
  const { read, edge } = thing.resource;
  return read === undefined ? resourceIn(thing.created, edge.from) : (await readThing(lab, things, read, thing))?.resource;
}

/** By how much a thing that counts moves the number; `undefined` where it does not show that. */
function stepOf({ total }: Count, members: Members | undefined): number | undefined {
  if (total === undefined) return 1;
  const own = amountOf(members?.[total.of]);
  return own === undefined || own === 0 ? undefined : own * total.factor * (total.isTakenOff ? -1 : 1);
}

interface Judged {
  readonly read: Reader;
  readonly thing: Thing;
  readonly count: Count;
  readonly wanted: number;
  readonly after: string;
}

async function judge(lab: Lab, things: Things, { read, thing, count, wanted, after }: Judged): Promise<void> {
  // A sum in another unit of time is likely to be rounded.
  const near = count.total === undefined ? 0 : count.total.factor === 1 ? 0.006 : 0.051;
  const isRight = (value: number): boolean => Math.abs(value - wanted) <= near;
  const first = amountOf((await readThing(lab, things, read, thing))?.resource[count.name]);
  if (first === undefined || isRight(first)) return;
  await waitBriefly();
  const seen = await readThing(lab, things, read, thing);
  const is = amountOf(seen?.resource[count.name]);
  if (seen === undefined || is === undefined || isRight(is)) return;
  const message = `\`${count.name}\` is ${is} after ${after}, not ${wanted}, and the document says: ${quoted({ text: count.text })}`;
  lab.fault(COUNTED, message, `\`${count.name}\` of ${wanted}`, seen.exchange);
}
