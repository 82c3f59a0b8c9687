// Lists what may bring a thing into a state in which an operation succeeds: things are made below it, and it is changed by other operations.

import { bodyPlaceOf, memberPlace, memberSchemasOf } from '../../inference/bodies.ts';
import type { Edge } from '../../inference/edge.ts';
import { singular, stemOf, wordsOf } from '../../inference/prose/index.ts';
import { successSchemaOf } from '../../inference/shapes.ts';
import { type Pair, pairOf } from '../../inference/spans.ts';
import { calledTarget } from '../../inference/targets.ts';
import { collectionIn, lastPlaceOf, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';

export interface Step {
  readonly operation: Operation;
  /** The place of its input that names the thing. */
  readonly place: string;
  /** In place of the body that it would have. */
  readonly body?: unknown;
  /** A value in one place of its input: the state that it brings the thing to. */
  readonly set?: { readonly place: string; readonly value: string };
  /** Whether it makes something below the thing, without which other steps may do. */
  readonly isBelow?: true;
  /** Where the step is about what the thing stands below or names: its place in the input of what made the thing. */
  readonly above?: string;
}

export type Having = { readonly maker: Operation } & (
  | { readonly pair: Pair }
  | { readonly set: { readonly place: string; readonly value: boolean | string } }
  // The value that the request has in members of this name, or else the first one of these.
  | { readonly alike: { readonly place: string; readonly name: string; readonly values: readonly string[] } }
);

export interface Preparation {
  /** What makes the thing, and the place of the operation that names it. */
  readonly producer: Operation;
  readonly place: string;
  readonly steps: readonly Step[];
  /**
   * What the thing, or something that it stands below or names, must have had from the start: a time from before now until later, or a value. `maker`
   * makes that, or is the producer itself.
   */
  readonly having?: Having;
  /** Other things that the operation names, each of which is prepared too. */
  readonly also?: readonly Preparation[];
  /** Whether all else that the body names is made anew, since others may have used up what there is. */
  readonly allNew?: true;
}

/** The most operations of each kind that are tried on one thing. */
const MOST_BELOW = 4;
const MOST_CHANGES = 10;
const MOST_ABOVE = 4;

/** The most changes of which two are tried after each other. */
const MOST_PAIRED = 3;

const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The likeliest first: those on what a refusal names, and those whose names the texts of the operation have. `refusal` is the text of an answer to
 * it, and `named` are the parts that this names.
 */
export function preparationsFor(
  operation: Operation,
  operations: readonly Operation[],
  edges: readonly Edge[],
  refusal: string,
  named: readonly string[] = [],
): readonly Preparation[] {
  const places = pathPlacesOf(operation.path).toReversed();
  const own = edges.filter(({ consumer, producer }) => consumer === operation && producer !== operation);
  const said = wordsIn(refusal);
  const isSaid = ({ producer }: Edge): boolean => wordsOf(singular(collectionIn(producer))).every((word) => said.has(stemOf(word)));
  const inBody = own.filter(({ to }) => to.startsWith('/body/')).toSorted((one, other) => Number(isSaid(other)) - Number(isSaid(one)));
  const subjects = [...places.flatMap((place) => own.filter(({ to }) => to === place)), ...inBody].toSorted(
    (one, other) => Number(named.includes(other.to)) - Number(named.includes(one.to)),
  );
  return subjects.flatMap(({ producer, to }) => plansOn(operation, producer, to, { operations, edges, refusal }));
}

interface Known {
  readonly operations: readonly Operation[];
  readonly edges: readonly Edge[];
  readonly refusal: string;
}

function plansOn(operation: Operation, producer: Operation, place: string, { operations, edges, refusal }: Known): readonly Preparation[] {
  const consumersOf = (maker: Operation): readonly Edge[] =>
    edges.filter(
      ({ producer: own, consumer, to }) =>
        own === maker &&
        namesSubject(consumer, to, edges) &&
        consumer !== operation &&
        consumer !== producer &&
        CHANGING.has(consumer.method) &&
        operations.includes(consumer),
    );
  const texts = wordsIn([operation.summary, operation.description, refusal].join(' '));
  const changesOf = (maker: Operation): readonly Step[] => rankedChanges(consumersOf(maker), edges, texts);
  const below = consumersOf(producer)
    .filter((edge) => isMaker(edge, edges))
    .slice(0, MOST_BELOW)
    .map(({ consumer, to }): Step => ({ operation: consumer, place: to, isBelow: true }));
  const changes = changesOf(producer).slice(0, MOST_CHANGES);
  const sources = edges.filter((edge) => edge.consumer === producer && edge.producer !== producer && !edge.to.includes('/-'));
  const above = sources
    .flatMap((source) => changesOf(source.producer).map((step): Step => ({ ...step, above: source.to })))
    .filter((step) => step.operation.method !== 'DELETE')
    .slice(0, MOST_ABOVE);
  const makers = [producer, ...sources.map((source) => source.producer)];
  const said = new Set([...texts, ...wordsOf(operation.id).map(stemOf)]);
  const flagged = makers.flatMap((maker) => flagsOf(maker, said));
  const having = makers.flatMap((maker) => {
    const pair = pairOf(maker);
    return pair === undefined ? [] : [{ maker, pair }];
  });
  const paired = changes.slice(0, MOST_PAIRED);
  const stepped = (steps: readonly Step[]): Preparation => ({ producer, place, steps });
  return [
    // What a body names may be in another state by now than a new one: a payee that was blocked, a card that was locked.
    ...(place.startsWith('/body/') ? [stepped([])] : []),
    ...(below.length > 0 ? [stepped(below)] : []),
    ...kindsOf(producer, operation).map((one) => ({ ...stepped(below), having: one })),
    ...changes.map((step) => stepped([...below, step])),
    ...flagged.slice(0, MOST_PAIRED).map((one) => ({ ...stepped(below), having: one })),
    ...above.map((step) => stepped([...below, step])),
    ...having.slice(0, MOST_PAIRED).map((one) => ({ ...stepped(below), having: one })),
    ...paired.flatMap((first) => paired.filter((second) => second !== first).map((second) => stepped([...below, first, second]))),
  ];
}

/**
 * The switches of a create that the texts of an operation speak of, each turned from its default: only what was made with `needsApproval` waits to be
 * approved.
 */
function flagsOf(maker: Operation, texts: ReadonlySet<string>): readonly Having[] {
  return [...propertiesOf(memberSchemasOf(maker))].flatMap(([name, schemas]): readonly Having[] => {
    const isSwitch = possibleConjuncts(schemas).some(({ type }) => type?.length === 1 && type[0] === 'boolean');
    if (!isSwitch || !wordsOf(name).some((word) => isSaid(stemOf(word), texts))) return [];
    const isOn = possibleConjuncts(schemas).some(({ default: value }) => value === true);
    return [{ maker, set: { place: memberPlace(maker, name), value: !isOn } }];
  });
}

/** How deep a body is looked into for a kind: `state`, its alternatives, the actions of a scene. */
const MOST_DEEP = 4;

/** The listed values that a request has in a member that the create has too: a thing takes the states of its own kind alone. */
function kindsOf(maker: Operation, operation: Operation): readonly Having[] {
  return [...propertiesOf(memberSchemasOf(maker))].flatMap(([name, schemas]): readonly Having[] => {
    const own = listedTexts(schemas);
    const values = own.length < 2 ? [] : listedIn(memberSchemasOf(operation), name, MOST_DEEP).filter((one) => own.includes(one));
    return values.length === 0 ? [] : [{ maker, alike: { place: memberPlace(maker, name), name, values: [...new Set(values)] } }];
  });
}

/** The listed values of the members of a name, wherever they are in a body. */
function listedIn(schemas: readonly Schema[], name: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  return [...propertiesOf(schemas)].flatMap(([own, parts]) =>
    own === name ? listedTexts(parts) : [...listedIn(parts, name, depth - 1), ...listedIn(itemsOf(parts), name, depth - 1)],
  );
}

function listedTexts(schemas: readonly Schema[]): readonly string[] {
  const all = possibleConjuncts(schemas).flatMap(({ enum: listed = [], const: only }) => (only === undefined ? listed : [only.value]));
  return all.filter((one): one is string => typeof one === 'string');
}

/** Whether texts have a word or its root: `refundable` and `refund` are of one. */
function isSaid(stem: string, texts: ReadonlySet<string>): boolean {
  const isLong = (word: string): boolean => word.length > 3;
  return isLong(stem) && (texts.has(stem) || [...texts].some((one) => isLong(one) && (one.startsWith(stem) || stem.startsWith(one))));
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
  if (target !== undefined) return target.values.map((value): Step => ({ operation, place, set: { place: target.place, value } }));
  if (operation.method === 'POST' || operation.method === 'DELETE' || lastPlaceOf(operation.path) === undefined)
    return [{ operation, place }];
  if (operation.method === 'PUT' && lastPlaceOf(operation.path) !== place) return [{ operation, place }];
  if (operation.method !== 'PATCH') return [];
  return [...propertiesOf(memberSchemasOf(operation))].flatMap(([name, schemas]) => {
    if (!/^(?:status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? '')) return [];
    const states = possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed);
    const isFlat = bodyPlaceOf(operation) === '/body';
    return states.map((state): Step => {
      if (isFlat) return { operation, place, body: { [name]: state } };
      return { operation, place, set: { place: memberPlace(operation, name), value: String(state) } };
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

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/[^\p{L}]+/u).map(stemOf));
}
