// Does the same to two things at once that name one third thing, of which a service grants it to one alone, as requests one after the other have
// shown: two ships at one berth, two parcels on the last shelf. Creates that use up what they name are tried by sequences.

import type { Edge } from '../../../inference/edge.ts';
import { tokensOf, valueAt } from '../../../inference/pointers.ts';
import type { Resource } from '../../../inference/resources.ts';
import { pathPlacesOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Case } from '../../contract/case.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { asTaken, resultOf, withLeast, withNewName } from '../../sequences/index.ts';
import { another, type Desk, isAnswered, probe, succeeded, withInput } from '../desk.ts';

const CHECK = 'create-at-once';

/** How often two requests are sent at once. */
const TRIES = 2;

/** The most places of one body that name what two things may compete for. */
const MOST_PLACES = 2;

/** Statuses that say that something is taken or full. */
const TAKEN: ReadonlySet<number> = new Set([409, 422]);

/** A place of an input that names a thing, and what makes such things. */
interface Place {
  readonly to: string;
  readonly from: string;
  readonly create: Operation;
}

interface Action {
  readonly operation: Operation;
  readonly first: Case;
  /** What it is done to, and what it names. */
  readonly owner: Place;
  readonly shared: Place;
}

export async function tryShared(desk: Desk): Promise<void> {
  const all = [...desk.resources, ...desk.named];
  for (const operation of desk.service.operations) {
    const first = desk.caseOf(operation);
    if (first === undefined || !isAction(operation, all)) continue;
    const [owner] = placesOf(desk.edges, operation, all).filter(({ to }) => to === pathPlacesOf(operation.path).at(-1));
    const named = placesOf(desk.edges, operation, all).filter(({ to }) => to.startsWith('/body/') && tokensOf(to).length === 2);
    for (const shared of owner === undefined ? [] : named.slice(0, MOST_PLACES))
      if (owner !== undefined && desk.mayGoOn() && valueAt(first.input, shared.to) !== undefined)
        await shareAtOnce(desk, { operation, first, owner, shared });
  }
}

/** Whether an operation is done to a thing, and neither makes things that have a path of their own nor replaces it. */
function isAction(operation: Operation, all: readonly Resource[]): boolean {
  const isOwn = all.some(({ create, changes, remove }) => create === operation || remove === operation || changes.includes(operation));
  return ['POST', 'PUT'].includes(operation.method) && !isOwn && pathPlacesOf(operation.path).at(-1) !== undefined;
}

function placesOf(edges: readonly Edge[], operation: Operation, all: readonly Resource[]): readonly Place[] {
  const found = edges.flatMap(({ producer, consumer, from, to }): readonly Place[] =>
    consumer === operation && all.some(({ create, edge }) => create === producer && edge.from === from)
      ? [{ to, from, create: producer }]
      : [],
  );
  return [...new Map(found.map((one) => [one.to, one])).values()];
}

async function shareAtOnce(desk: Desk, action: Action): Promise<void> {
  for (const isLeast of [true, false]) {
    const refused = await secondRefused(desk, action, isLeast);
    if (refused === undefined) continue;
    desk.looked(CHECK, action.operation, [refused]);
    for (let count = 0; count < TRIES && desk.mayGoOn(); count++) {
      const pair = await pairOn(desk, action, isLeast);
      const sent = await Promise.all((pair ?? []).map((one) => desk.send(probe(desk, one, CHECK, 'at once with the same'))));
      const [one, other] = sent.filter(succeeded).filter(({ response }) => response.status !== 202);
      if (one === undefined) return;
      if (other === undefined || (await secondRefused(desk, action, isLeast)) === undefined) continue;
      const message = `Two requests at once that name the same \`${tokensOf(action.shared.to).at(-1)}\` have both succeeded; one after the other, the second is refused with ${refused.response.status}.`;
      desk.found({ check: CHECK, message, expected: 'one success', exchanges: [one, other] });
      return;
    }
    return;
  }
}

/** The refusal of the second one of two that name the same thing, where it succeeds with another one; `undefined` where there is none. */
async function secondRefused(desk: Desk, action: Action, isLeast: boolean): Promise<Answered | undefined> {
  const pair = desk.mayGoOn() ? await pairOn(desk, action, isLeast) : undefined;
  if (pair === undefined || !succeeded(await desk.send(pair[0]))) return undefined;
  const refused = await desk.send(probe(desk, pair[1], CHECK, 'the second with the same'));
  if (!isAnswered(refused) || !TAKEN.has(refused.response.status)) return undefined;
  const value = await newThing(desk, action.shared, isLeast);
  const elsewhere = value === undefined ? undefined : await naming(desk, pair[1], action, action.shared, value);
  return elsewhere !== undefined && succeeded(await desk.send(another(desk, elsewhere, 'the second with another one')))
    ? refused
    : undefined;
}

/** Two requests about two things that name the same new one. */
async function pairOn(desk: Desk, action: Action, isLeast: boolean): Promise<readonly [Case, Case] | undefined> {
  const value = await newThing(desk, action.shared, isLeast);
  const one = value === undefined ? undefined : await about(desk, action, value, undefined);
  const other = one === undefined || value === undefined ? undefined : await about(desk, action, value, one);
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** The action on a thing that is ready for it, or on a new one where that is the thing of another request. */
async function about(desk: Desk, action: Action, value: unknown, beside: Case | undefined): Promise<Case | undefined> {
  const { first, owner, shared } = action;
  const ready = await desk.ready(another(desk, first, 'with the same'));
  const named = await naming(desk, ready, action, shared, value);
  if (named === undefined || beside === undefined || valueAt(named.input, owner.to) !== valueAt(beside.input, owner.to)) return named;
  const thing = await newThing(desk, owner, false);
  return thing === undefined ? undefined : naming(desk, named, action, owner, thing);
}

function naming(desk: Desk, one: Case, { operation }: Action, { to }: Place, value: unknown): Promise<Case | undefined> {
  return withInput(desk, one, changedAt(one.input, to, asTaken(operation, to, value)) as Input);
}

/** The identifier of a new thing, of which there is as little as the document allows where that is asked. */
async function newThing(desk: Desk, { create, from }: Place, isLeast: boolean): Promise<unknown> {
  const given = desk.caseOf(create);
  if (given?.input === undefined) return undefined;
  const references = desk.edges.filter(({ consumer }) => consumer === create).map(({ to }) => to);
  const least = isLeast ? withLeast(create, given.input, references) : given.input;
  const one = least && (await withInput(desk, given, withNewName(desk.judge, create, least, given.input)));
  const made = one && (await desk.fresh(another(desk, one, 'for two at once')));
  return succeeded(made) ? valueAt(resultOf(made), from) : undefined;
}
