// Makes things in the second account, and refers to them in requests of the first one: what an account does not see, it cannot refer to.

import type { Edge } from '../../inference/edge.ts';
import { isTextOrNumber, placesIn, valueAt } from '../../inference/pointers.ts';
import type { Resource } from '../../inference/resources.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken, isAbsent, resultOf, unknownLike } from '../sequences/index.ts';
import { another, type Desk, type Gained, isAnswered, isSecured, probe, succeeded, type Way, withInput } from './desk.ts';
import { readOf } from './looks.ts';
import { isOpenTo, sharingOf } from './statements.ts';

/** How deep things of the second account are made for others. */
const MOST_DEPTH = 3;

/** What each operation has created for the second account, if anything. */
export type Made = Map<Operation, Answered | undefined>;

export async function triedReferences(desk: Desk, check: string): Promise<readonly Gained[]> {
  const gained: Gained[] = [];
  const made: Made = new Map();
  for (const operation of desk.service.operations) {
    if (!['POST', 'PUT', 'PATCH'].includes(operation.method) || !isSecured(operation)) continue;
    for (const [edge, resource] of referencesOf(desk, operation)) {
      if (!desk.mayGoOn()) return gained;
      const thing = await madeByOther(desk, check, edge.producer, made, []);
      const found = thing && (await refer(desk, check, edge, resource, thing, made));
      if (found !== undefined) gained.push(found);
    }
  }
  return gained;
}

/** The places of a body that refer to things which can be read, each once. */
function referencesOf(desk: Desk, operation: Operation): readonly (readonly [Edge, Resource])[] {
  const places = new Map<string, readonly [Edge, Resource]>();
  for (const edge of desk.edges) {
    const resource = desk.resources.find(({ create }) => create === edge.producer);
    const isMeant = edge.consumer === operation && edge.to.startsWith('/body/') && edge.producer !== operation;
    if (isMeant && resource?.read !== undefined && isSecured(resource.read.operation) && !places.has(edge.to))
      places.set(edge.to, [edge, resource]);
  }
  return [...places.values()];
}

/**
 * What an operation creates for the second account, with all that it needs in that account; `above`: what needs it, so that two that need each other
 * end.
 */
export async function madeByOther(
  desk: Desk,
  check: string,
  create: Operation,
  made: Made,
  above: readonly Operation[],
): Promise<Answered | undefined> {
  if (made.has(create) || above.includes(create) || above.length > MOST_DEPTH) return made.get(create);
  const first = desk.caseOf(create);
  let one = first && (await desk.ready(another(desk, first, 'for the second account')));
  for (const edge of first === undefined ? [] : desk.edges.filter(({ consumer, producer }) => consumer === create && producer !== create)) {
    const places: readonly string[] = placesIn(one?.input, edge.to).filter((at) => isTextOrNumber(valueAt(one?.input, at)));
    const source = places.length === 0 ? undefined : await madeByOther(desk, check, edge.producer, made, [...above, create]);
    const id = source && valueAt(resultOf(source), edge.from);
    for (const at of id === undefined ? [] : places) one = one && (await withValue(desk, one, at, id));
  }
  const exchange = one && (await desk.send(probe(desk, one, check, 'created by the second account', 'other')));
  const created = succeeded(exchange) ? exchange : undefined;
  made.set(create, created);
  return created;
}

async function withValue(desk: Desk, one: Case, at: string, value: unknown): Promise<Case | undefined> {
  return withInput(desk, one, changedAt(one.input, at, asTaken(one.operation, at, value)) as Input);
}

/** The most ways in which a thing of the second account is brought into another state. */
const MOST_WAYS = 4;

/** How often a request is made again that is refused for something else, such as a time that others have. */
const TRIES = 3;

async function refer(desk: Desk, check: string, edge: Edge, resource: Resource, thing: Answered, made: Made): Promise<Gained | undefined> {
  const { consumer: operation, to } = edge;
  const first = desk.caseOf(operation);
  const id = valueAt(resultOf(thing), edge.from);
  const look = await readOf(desk, { resource, created: thing, id: valueAt(resultOf(thing), resource.edge.from) });
  if (first === undefined || look === undefined || !isTextOrNumber(id)) return undefined;
  const hidden = await desk.send(probe(desk, look, check, 'a thing of the second account', 'given'), thing);
  const shown = await desk.send(probe(desk, look, check, 'by the second account', 'other'), thing);
  if (!isAnswered(hidden) || !isAbsent(hidden) || !succeeded(shown)) return undefined;
  // What it refers to of its own is let through, so what is refused afterwards is the reference.
  const sent = await desk.fresh(another(desk, first, 'before a reference'));
  // One that is refused for something else does too, where a reference to nothing is refused in another way.
  const isRefused = isAnswered(sent) && OF_VALUES.has(sent.response.status) && isTextOrNumber(valueAt(sent.case.input, to));
  const own = isRefused ? sent : await withReference(desk, edge, sent);
  const unknown = unknownLike(id);
  if (own === undefined || unknown === undefined) return undefined;
  const nothing = await withValue(desk, await desk.ready(another(desk, own.case, 'a reference to nothing')), to, unknown);
  const refused = nothing && (await desk.send(probe(desk, nothing, check, 'a reference to nothing')));
  if (!isAnswered(refused) || refused.response.status < 400 || refused.response.status >= 500) return undefined;
  const foreign = await foreignIn({ desk, check, edge, own, id, made, refused }, thing);
  if (foreign === undefined) return undefined;
  const isThrough = succeeded(foreign);
  // Another refusal tells that there is such a thing: only the document can say that it must not.
  const places = desk.edges.filter((one) => one.consumer === operation && one.producer === edge.producer).map((one) => one.to);
  if (isThrough ? isOpenTo(desk.service, operation, resource.name, { to, places }) : sharingOf(desk.service, operation) !== 'apart')
    return undefined;
  return {
    operation,
    message: isThrough
      ? `The first account refers by \`${to}\` to what only the second one sees, and is answered with ${foreign.response.status}.`
      : `The first account refers by \`${to}\` to what only the second one sees, and is refused in another way than for something that does not exist.`,
    expected: `the status ${refused.response.status}, as for something that does not exist`,
    exchanges: [thing, refused, foreign],
    about: look,
    isContrast: true,
  };
}

/**
 * The answer to a reference to the thing of the second account that has succeeded, at first or once that account has brought it into another state;
 * otherwise one that is refused in another way than a reference to nothing, each time.
 */
async function foreignIn(attempt: Attempt, thing: Answered): Promise<Answered | undefined> {
  const { desk, check, edge, id, own, refused } = attempt;
  if (own.response.status >= 400) return own.response.status === refused.response.status ? undefined : otherwiseRefused(attempt, thing);
  const ways = desk.waysFor(edge.consumer).filter(({ producer, place }) => producer === edge.producer && place === edge.to);
  for (const way of [undefined, ...ways.slice(0, MOST_WAYS)]) {
    if (way !== undefined) await prepared(attempt, way);
    let isUnknown = true;
    for (const values of [[[edge.to, id] as const], await allOf(attempt)]) {
      const foreign = values.length === 0 ? undefined : await refersTo(attempt, values, thing);
      if (!isAnswered(foreign)) continue;
      desk.looked(check, edge.consumer, [thing, foreign]);
      isUnknown &&= foreign.response.status === refused.response.status;
      if (succeeded(foreign)) return foreign;
    }
    // Another refusal may speak of the state of the thing.
    if (isUnknown) return undefined;
  }
  return otherwiseRefused(attempt, thing);
}

/** Statuses of refusals that speak of the values of a request, or of the states of what it names. */
const OF_VALUES: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/** A reference to the thing, to nothing, and to the thing again: its status is the same other one both times. */
async function otherwiseRefused({ desk, check, edge, own, id, refused }: Attempt, thing: Answered): Promise<Answered | undefined> {
  const answers: Answered[] = [];
  for (const value of [id, unknownLike(id), id]) {
    const ready = await desk.ready(another(desk, own.case, 'a reference'));
    const one = await withValue(desk, ready, edge.to, value);
    const exchange = one && (await desk.send(probe(desk, one, check, 'a reference, in turn'), thing));
    if (!isAnswered(exchange) || !OF_VALUES.has(exchange.response.status)) return undefined;
    answers.push(exchange);
  }
  const [first, nothing, last] = answers.map(({ response }) => response.status);
  return nothing === refused.response.status && first !== nothing && first === last ? answers.at(-1) : undefined;
}

/** The request with a reference to something of the first account, where it has none: an optional one may be left out. */
async function withReference(desk: Desk, { producer, from, to }: Edge, own: Exchange | undefined): Promise<Answered | undefined> {
  if (!succeeded(own) || isTextOrNumber(valueAt(own.case.input, to))) return succeeded(own) ? own : undefined;
  const create = desk.caseOf(producer);
  const made = create && (await desk.fresh(another(desk, create, 'for a reference')));
  const id = succeeded(made) ? valueAt(resultOf(made), from) : undefined;
  const one = isTextOrNumber(id) ? await withValue(desk, await desk.ready(another(desk, own.case, 'with a reference')), to, id) : undefined;
  const exchange = one && (await desk.send(one));
  return succeeded(exchange) ? exchange : undefined;
}

interface Attempt {
  readonly desk: Desk;
  readonly check: string;
  readonly edge: Edge;
  /** A request of the first account that has succeeded, or that was refused for something else than its reference. */
  readonly own: Answered;
  readonly id: string | number | bigint;
  readonly made: Made;
  /** The answer to a reference to nothing. */
  readonly refused: Answered;
}

type References = readonly (readonly [to: string, id: unknown])[];

/** Does on the thing of the second account what may bring it into the state that the operation needs, by its own requests. */
async function prepared({ desk, check, id }: Attempt, { steps }: Way): Promise<void> {
  for (const { operation, place, body, set } of steps) {
    const first = desk.caseOf(operation);
    if (first?.input === undefined) continue;
    const given = body === undefined ? first.input : { ...first.input, body };
    const meant = set === undefined ? given : (changedAt(given, set.place, set.value) as Input);
    const one = await withInput(desk, first, changedAt(meant, place, asTaken(operation, place, id)) as Input);
    if (one !== undefined) await desk.send(probe(desk, one, check, 'prepared by the second account', 'other'));
  }
}

/** All references of a body to what the second account has: two of them may have to fit each other. Empty where there is one alone. */
async function allOf({ desk, check, edge, own, id, made }: Attempt): Promise<References> {
  const others: (readonly [to: string, id: unknown])[] = [];
  for (const { consumer, producer, to, from } of desk.edges) {
    if (consumer !== edge.consumer || producer === consumer || to === edge.to || !to.startsWith('/body/')) continue;
    const source = await madeByOther(desk, check, producer, made, []);
    const value = source && valueAt(resultOf(source), from);
    if (value !== undefined) others.push(...placesIn(own.case.input, to).map((at) => [at, value] as const));
  }
  return others.length === 0 ? [] : [[edge.to, id], ...others];
}

/** The request with references to what the second account has, again where it is refused for something else. */
async function refersTo(attempt: Attempt, values: References, thing: Answered): Promise<Exchange | undefined> {
  const { desk, check, own, refused } = attempt;
  let foreign: Exchange | undefined;
  for (let count = 0; count < TRIES && desk.mayGoOn(); count++) {
    let one: Case | undefined = await desk.ready(another(desk, own.case, 'a reference to what the second account has'));
    for (const [to, id] of values) one = one && (await withValue(desk, one, to, id));
    foreign = one && (await desk.send(probe(desk, one, check, 'a reference to what the second account has'), thing));
    const status = foreign?.response?.status;
    if (status === refused.response.status || succeeded(foreign)) return foreign;
    if (!succeeded(await desk.fresh(another(desk, own.case, 'a reference to its own')))) return foreign;
  }
  return foreign;
}
