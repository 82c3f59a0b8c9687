// Lists what may bring a thing into a state in which an operation succeeds: things are made below it, and it is changed by other operations.

import { bodyPlaceOf, memberPlace, memberSchemasOf } from '../../inference/bodies.ts';
import type { Edge } from '../../inference/edge.ts';
import { singular, stemOf, wordsOf } from '../../inference/prose/index.ts';
import { successSchemaOf } from '../../inference/shapes.ts';
import { pairOf } from '../../inference/spans.ts';
import { calledTarget } from '../../inference/targets.ts';
import { collectionIn, lastPlaceOf, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Operation } from '../../model/service.ts';
import { companyOf } from './ways/company.ts';
import { type Known, type KnownOf, namesMade, wordsIn } from './ways/known.ts';
import { amountsOf, boundsOf, flagsOf, kindsOf, leastsOf, saidOf } from './ways/qualities.ts';
import type { Having, Preparation, Step } from './ways/way.ts';

/** The most operations of each kind that are tried on one thing. */
const MOST_BELOW = 4;
const MOST_CHANGES = 10;
const MOST_ABOVE = 4;

/** The most steps on what others have made below a thing. */
const MOST_ON = 3;

/** The most changes of which two are tried after each other. */
const MOST_PAIRED = 3;

const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The likeliest first: those on what a refusal names, and those whose names the texts of the operation have. `refusal` is the text of an answer to
 * it, and `named` are the parts that this names. `isNearer`: steps have overcome a refusal already, and led to another state than the one that is
 * needed.
 */
export function preparationsFor(
  operation: Operation,
  operations: readonly Operation[],
  edges: readonly Edge[],
  refusal: string,
  named: readonly string[] = [],
  isNearer = false,
): readonly Preparation[] {
  const places = pathPlacesOf(operation.path).toReversed();
  const own = edges.filter(({ consumer, producer }) => consumer === operation && producer !== operation);
  const said = wordsIn(refusal);
  const inBody = own
    .filter(({ to }) => to.startsWith('/body/'))
    .toSorted((one, other) => Number(namesMade(said, other.producer)) - Number(namesMade(said, one.producer)));
  const subjects = [...places.flatMap((place) => own.filter(({ to }) => to === place)), ...inBody].toSorted(
    (one, other) => Number(named.includes(other.to)) - Number(named.includes(one.to)),
  );
  return subjects.flatMap(({ producer, to }) => plansOn(operation, producer, to, { operations, edges, refusal }, isNearer));
}

/** From yesterday for a month, or from today for two days: some things do not begin before today, and some last for a few days alone. */
const SPANS = [
  [-1, 30],
  [0, 2],
] as const;

/** The times around now that what an operation makes may last over. */
export function spansOf(maker: Operation): readonly Having[] {
  const pair = pairOf(maker);
  return pair === undefined ? [] : SPANS.map((days) => ({ maker, pair, days }));
}

/** What may be done with what an operation makes, for another one. */
function consumersOf(maker: Operation, { operation, producer, operations, edges }: KnownOf): readonly Edge[] {
  return edges.filter(
    ({ producer: own, consumer, to }) =>
      own === maker &&
      namesSubject(consumer, to, edges) &&
      consumer !== operation &&
      consumer !== producer &&
      CHANGING.has(consumer.method) &&
      operations.includes(consumer),
  );
}

/** What is made below a thing, and what changes it. */
export function stepsOn(known: KnownOf): { readonly below: readonly Step[]; readonly changes: readonly Step[] } {
  const { producer, edges } = known;
  const consumers = consumersOf(producer, known);
  const below = consumers
    .filter((edge) => isMaker(edge, edges))
    .slice(0, MOST_BELOW)
    .map(({ consumer, to }): Step => ({ operation: consumer, place: to, isBelow: true }));
  return { below, changes: rankedChanges(consumers, edges, textsOf(known)).slice(0, MOST_CHANGES) };
}

function textsOf({ operation, refusal }: Pick<KnownOf, 'operation' | 'refusal'>): ReadonlySet<string> {
  return wordsIn([operation.summary, operation.description, refusal].join(' '));
}

function plansOn(
  operation: Operation,
  producer: Operation,
  place: string,
  { operations, edges, refusal }: Known,
  isNearer: boolean,
): readonly Preparation[] {
  const known = { operation, producer, operations, edges, refusal };
  const texts = textsOf(known);
  const changesOf = (maker: Operation): readonly Step[] => rankedChanges(consumersOf(maker, known), edges, texts);
  const { below, changes } = stepsOn(known);
  const sources = edges.filter((edge) => edge.consumer === producer && edge.producer !== producer && !edge.to.includes('/-'));
  const above = sources
    .flatMap((source) => changesOf(source.producer).map((step): Step => ({ ...step, above: source.to })))
    .filter((step) => step.operation.method !== 'DELETE')
    .slice(0, MOST_ABOVE);
  const makers = [producer, ...sources.map((source) => source.producer)];
  const said = new Set([...texts, ...wordsOf(operation.id).map(stemOf)]);
  const flagged = [
    ...makers.flatMap((maker) => saidOf(maker, refusal)),
    ...makers.flatMap((maker) => boundsOf(maker, refusal)),
    ...makers.flatMap((maker) => amountsOf(maker, refusal)),
    ...makers.flatMap((maker) => flagsOf(maker, said)),
  ];
  const stepped = (steps: readonly Step[]): Preparation => ({ producer, place, steps });
  const naming = [...companyOf(known), ...makersNaming(known)].map((step) => stepped([...below, step]));
  const onBelow = onMade(known).filter((step) => isNamed(step, wordsIn(refusal)));
  const having = makers.flatMap((maker) => spansOf(maker));
  const leasts = makers.flatMap((maker) => leastsOf(maker, refusal, !isNearer));
  const paired = changes.slice(0, MOST_PAIRED);
  return [
    // What a body names may be in another state by now than a new one: a payee that was blocked, a card that was locked.
    ...(place.startsWith('/body/') ? [stepped([])] : []),
    ...(below.length > 0 ? [stepped(below)] : []),
    ...kindsOf(producer, operation).map((one) => ({ ...stepped(below), having: one })),
    ...changes.map((step) => stepped([...below, step])),
    ...flagged.slice(0, MOST_PAIRED).map((one) => ({ ...stepped(below), having: one })),
    ...leasts.slice(0, MOST_PAIRED).map((one) => ({ ...stepped(below), having: one })),
    ...naming.slice(0, MOST_ON),
    ...onBelow.slice(0, MOST_ON).map((step) => stepped([...below, step])),
    ...above.map((step) => stepped([...below, step])),
    ...having.slice(0, MOST_PAIRED).map((one) => ({ ...stepped(below), having: one })),
    ...paired.flatMap((first) => paired.filter((second) => second !== first).map((second) => stepped([...below, first, second]))),
  ];
}

/** What makes other things that name a thing, and that a refusal misses: a room of the type, where `no room of this type is left`. */
function makersNaming({ operation, producer, operations, edges, refusal }: KnownOf): readonly Step[] {
  const said = wordsIn(refusal);
  return edges
    .filter(
      ({ producer: own, consumer, to }) =>
        own === producer && consumer !== operation && consumer.method === 'POST' && to.startsWith('/body/'),
    )
    .filter(({ consumer, to }) => !to.includes('/-') && operations.includes(consumer) && pathPlacesOf(consumer.path).length === 0)
    .filter(({ consumer }) => namesMade(said, consumer))
    .map(({ consumer, to }): Step => ({ operation: consumer, place: to, isBelow: true }));
}

/**
 * What is done to what others make below a thing: a quote of a job is accepted, and a copy of a title is lent, also where that makes something
 * else, such as a loan.
 */
export function onMade(known: KnownOf): readonly Step[] {
  const { operation, producer, operations, edges } = known;
  const texts = textsOf(known);
  const mayBe = ({ consumer }: Edge): boolean =>
    consumer !== operation && consumer !== producer && CHANGING.has(consumer.method) && operations.includes(consumer);
  const makers = edges.filter((edge) => edge.producer === producer && mayBe(edge) && isMaker(edge, edges)).slice(0, MOST_BELOW);
  return makers.flatMap(({ consumer: maker }): readonly Step[] => {
    const used = edges.filter((edge) => edge.producer === maker && mayBe(edge) && edge.consumer !== maker);
    const changes = rankedChanges(
      used.filter(({ to }) => to.startsWith('/path/')),
      edges,
      texts,
    );
    const uses = used.filter(({ consumer, to }) => consumer.method === 'POST' && to.startsWith('/body/') && !to.includes('/-'));
    const all = [...changes, ...uses.map(({ consumer, to }): Step => ({ operation: consumer, place: to }))];
    return all.map((step) => ({ ...step, on: maker }));
  });
}

/** Whether texts have a word for what a step does. */
export function isNamed(step: Step, texts: ReadonlySet<string>): boolean {
  return [...namesOf(step), ...(step.on === undefined ? [] : wordsOf(singular(collectionIn(step.on))))].some((word) =>
    texts.has(stemOf(word)),
  );
}

/** Whether an operation makes something below the thing that its path names. */
function isMaker({ producer, consumer, to }: Edge, edges: readonly Edge[]): boolean {
  // What answers with the thing itself changes it, also where the answer names something else that can be read.
  const schema = successSchemaOf(consumer);
  if (schema !== undefined && schema === successSchemaOf(producer)) return false;
  const places = pathPlacesOf(consumer.path);
  const above = consumer.method === 'PUT' && lastPlaceOf(consumer.path) !== undefined ? places.slice(0, -1) : places;
  return above.at(-1) === to && edges.some((edge) => edge.producer === consumer && edge.to.startsWith('/path/'));
}

/** What changes a thing, those that the texts speak of first; deletes come last. */
function rankedChanges(consumers: readonly Edge[], edges: readonly Edge[], texts: ReadonlySet<string>): readonly Step[] {
  return consumers
    .filter((edge) => !isMaker(edge, edges) && subjectOf(edge.consumer, edge.to) === edge.to)
    .flatMap(({ consumer, to }) => changesBy(consumer, to))
    .map((step) => ({ step, rank: [...namesOf(step)].some((word) => texts.has(stemOf(word))) ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank || Number(a.step.operation.method === 'DELETE') - Number(b.step.operation.method === 'DELETE'))
    .map(({ step }) => step);
}

/** Whether a place names what an operation changes: one of its path, or of its body where the path has none: `POST /topUp` with `accountId`. */
function namesSubject(operation: Operation, place: string, edges: readonly Edge[]): boolean {
  if (place.startsWith('/path/')) return true;
  const makesOthers = edges.some(({ producer, to }) => producer === operation && to.startsWith('/path/'));
  return place.startsWith('/body/') && pathPlacesOf(operation.path).length === 0 && !makesOthers;
}

/** The place of what an operation changes: the last one of its path, or the one before it where a PUT puts another thing below: `/jobs/7/tags/3`. */
function subjectOf({ method, path }: Operation, place: string): string | undefined {
  const [above, last] = pathPlacesOf(path).slice(-2);
  if (above === undefined) return place;
  return method === 'PUT' && last === lastPlaceOf(path) && above === place ? above : (last ?? above);
}

/** An action as it is or to each state that it may be sent to, and a change to each state that its body may set. */
function changesBy(operation: Operation, place: string): readonly Step[] {
  const target = lastPlaceOf(operation.path) === undefined && operation.method !== 'DELETE' ? calledTarget(operation) : undefined;
  if (target !== undefined)
    return target.values.map((value): Step => ({ operation, place, set: { place: target.place, value }, among: target.values }));
  if (operation.method === 'POST' || operation.method === 'DELETE' || lastPlaceOf(operation.path) === undefined)
    return [{ operation, place }];
  if (operation.method === 'PUT' && lastPlaceOf(operation.path) !== place) return [{ operation, place }];
  if (operation.method !== 'PATCH') return [];
  return [...propertiesOf(memberSchemasOf(operation))].flatMap(([name, schemas]) => {
    if (!/^(?:status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? '')) return [];
    const states = possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed);
    const isFlat = bodyPlaceOf(operation) === '/body';
    return states.map((state): Step => {
      const among = states.map(String);
      if (isFlat) return { operation, place, body: { [name]: state }, among };
      return { operation, place, set: { place: memberPlace(operation, name), value: String(state) }, among };
    });
  });
}

/** The words that say what a step does: the last segment of its path, or the state that it sets. */
function namesOf({ operation, body, set }: Step): readonly string[] {
  if (set !== undefined) return wordsOf(set.value);
  if (body !== undefined) return Object.values(body as object).flatMap((state) => wordsOf(String(state)));
  const last =
    segmentsOf(operation.path)
      .at(-1)
      ?.replace(/^\{[^}]*\}/, '') ?? '';
  return operation.method === 'DELETE' ? ['delete', 'remove', 'cancel', 'archive'] : wordsOf(last === '' ? operation.id : last);
}
