// Makes a thing that takes a given one, such as an order of a fair: where it is refused, the given one is first brought into a state in which it is
// not.

import { placesIn, valueAt } from '../../../inference/pointers.ts';
import { stemOf, wordsOf } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { CheckContext } from '../../contract/check.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { actionMoves, type Move, settingMoves } from '../machines/moves.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, resultOf, sourcesOf, type Thing } from '../thing.ts';

/** A thing that takes another one, and what it was made below or names first: the other one, or what stands between them. */
export interface Taking {
  readonly thing: Thing;
  readonly parent: Thing;
  /** The input that has made it, by its number. */
  readonly variant: number;
  /** The input itself, where the example names the other one in an optional member. */
  readonly input?: Input;
  /** Whether something was done to the other one before. */
  readonly isBrought?: true;
  /** What was made first that names the other one, such as a room of the type that is booked. */
  readonly stock?: Resource;
}

/** The most moves that are tried so that a create succeeds, and the most kinds of things that are made below for them. */
const MOST_MOVES = 4;
const MOST_BELOW = 3;

export function takes({ things }: Setting, taker: Resource, resource: Resource): boolean {
  return taker !== resource && things.takenBy(taker).includes(resource);
}

/** What stands between a thing and those that take it: the ticket types between a fair and its orders. */
function betweenOf({ things }: Setting, taker: Resource, resource: Resource): Resource | undefined {
  return things.takenBy(taker).find((one) => one !== taker && things.parentOf(one) === resource);
}

/** Things of these are new, and so are all below them; the example of a document may name others. */
export async function taking(setting: Setting, lab: Lab, given: Thing, taker: Resource): Promise<Taking | undefined> {
  const { things } = setting;
  const between = betweenOf(setting, taker, given.resource);
  const parent = between === undefined ? given : await unlessStopped(things.make(lab, between, 0, { parent: given, isOwn: true }));
  if (parent === undefined) return undefined;
  const named = async (from: Input | undefined): Promise<Taking | undefined> => {
    for (const input of naming(setting, taker, from, parent)) {
      const thing = await unlessStopped(things.makeFrom(lab, taker, input, { parent }));
      if (thing !== undefined && sourcesOf(thing).includes(given)) return { thing, parent, variant: 2, input };
    }
    return undefined;
  };
  const made = async (): Promise<Taking | undefined> => {
    // One that does not name the thing may use up what the thing names: an order at the table of a reservation.
    const first = await named(things.inputs.of(taker.create, 0));
    if (first !== undefined) return first;
    const plain = await unlessStopped(things.make(lab, taker, 0, { parent, isOwn: true }));
    if (plain === undefined) return undefined;
    if (sourcesOf(plain).includes(given)) return { thing: plain, parent, variant: 0 };
    // The example may leave out the member that names the thing; what else it names may be taken by now.
    things.forgetSources(taker);
    const anew = await named(plain.created.case.input as Input | undefined);
    if (anew !== undefined) return anew;
    const whole = await unlessStopped(things.make(lab, taker, 2, { parent, isOwn: true }));
    return whole !== undefined && sourcesOf(whole).includes(given) ? { thing: whole, parent, variant: 2 } : undefined;
  };
  const first = await made();
  if (first !== undefined) return first;
  for (const one of [given, ...sourcesOf(given)]) {
    const found = await takingAfter(setting, lab, one, { taker, between, made });
    if (found !== undefined) return { ...found, isBrought: true };
  }
  return between === undefined ? stocked(setting, lab, given, taker, made) : undefined;
}

/** The most kinds of things that are made of one so that others can be, and the ones that did not help, by the creates of both. */
const MOST_STOCK = 2;
const vain = new WeakMap<CheckContext, Set<string>>();

/** What takes a thing once another one names that too: a type can be booked once it has a room. */
async function stocked(
  { things, context }: Setting,
  lab: Lab,
  given: Thing,
  taker: Resource,
  made: () => Promise<Taking | undefined>,
): Promise<Taking | undefined> {
  const known = vain.get(context) ?? new Set();
  vain.set(context, known);
  const others = things.referringTo(given.resource).filter((one) => one !== taker && one !== given.resource);
  for (const stock of others.slice(0, MOST_STOCK)) {
    const key = `${stock.create.id} ${taker.create.id}`;
    const one = known.has(key) ? undefined : await unlessStopped(things.make(lab, stock, 0, { parent: given, isOwn: true }));
    const found = one !== undefined && sourcesOf(one).includes(given) ? await made() : undefined;
    if (found !== undefined) return { ...found, isBrought: true, stock };
    known.add(key);
  }
  return undefined;
}

/** An input that does not name a thing, with an optional member that does. */
function naming({ things }: Setting, taker: Resource, given: Input | undefined, named: Thing): readonly Input[] {
  return things.references(taker.create).flatMap(({ to, from, resource }) => {
    const isWanting = resource === named.resource && !to.includes('/-') && placesIn(given, to).length === 0;
    const value = isWanting ? valueAt(resultOf(named.created), from) : undefined;
    const input = value === undefined ? undefined : (changedAt(given ?? {}, to, value) as Input);
    return input !== undefined && things.allows(taker.create, input) ? [input] : [];
  });
}

/** One more thing that takes the same. */
export function takingMore({ things }: Setting, lab: Lab, taker: Resource, { parent, variant, input }: Taking): Promise<Thing | undefined> {
  return unlessStopped<Thing | undefined>(
    input === undefined
      ? things.make(lab, taker, variant, { parent, isOwn: true })
      : things.makeFrom(lab, taker, things.ready(taker.create, input), { parent }),
  );
}

interface Attempt {
  readonly taker: Resource;
  readonly between: Resource | undefined;
  readonly made: () => Promise<Taking | undefined>;
}

/** What is made of a thing after one of its moves, with what stands below it, such as a stage before a fair can be published. */
async function takingAfter(setting: Setting, lab: Lab, given: Thing, { taker, between, made }: Attempt): Promise<Taking | undefined> {
  const { things } = setting;
  const moves = movesFor(setting, taker.create, given.resource);
  const below = moves.length === 0 ? [] : things.below(given.resource).filter((one) => one !== between && one !== taker);
  for (const one of below.slice(0, MOST_BELOW)) await unlessStopped(things.make(lab, one, 0, { parent: given, isOwn: true }));
  for (const { operation, says, input } of moves) {
    const exchange = await unlessStopped(things.call(lab, operation, given, { says, input }));
    if (exchange === undefined || !isSuccess(exchange)) {
      if (exchange !== undefined) lab.forget(exchange);
      continue;
    }
    const found = await made();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The moves of a thing that may let a create succeed: first those whose words the texts of the create have. */
export function movesFor(setting: Setting, create: Operation, resource: Resource): readonly Move[] {
  const { things } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  const set = read === undefined || member === undefined ? [] : settingMoves({ things, resource, member });
  const actions = actionMoves(setting, resource);
  const words = new Set(
    [create.summary, create.description]
      .join(' ')
      .split(/[^\p{L}]+/u)
      .map(stemOf),
  );
  const isNamed = ({ operation, to }: Move): boolean =>
    wordsOf(to ?? segmentsOf(operation.path).at(-1) ?? '').some((word) => words.has(stemOf(word)));
  const all = [...actions, ...set];
  return [...all.filter(isNamed), ...all.filter((one) => !isNamed(one))].slice(0, MOST_MOVES);
}
