// Lists what may bring a thing into a state in which an operation succeeds: things are made below it, and it is changed by other operations.

import { bodyPlaceOf, memberPlace, memberSchemasOf } from '../../inference/bodies.ts';
import type { Edge } from '../../inference/edge.ts';
import { stemOf, wordsOf } from '../../inference/prose/index.ts';
import { successSchemaOf } from '../../inference/shapes.ts';
import { calledTarget } from '../../inference/targets.ts';
import { lastPlaceOf, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
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
}

export interface Preparation {
  /** What makes the thing, and the place of the operation that names it. */
  readonly producer: Operation;
  readonly place: string;
  readonly steps: readonly Step[];
}

/** The most operations of each kind that are tried on one thing. */
const MOST_BELOW = 4;
const MOST_CHANGES = 10;

/** The most changes of which two are tried after each other. */
const MOST_PAIRED = 3;

const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The likeliest first: those whose names the texts of the operation have. `refusal` is the text of an answer to it. */
export function preparationsFor(
  operation: Operation,
  operations: readonly Operation[],
  edges: readonly Edge[],
  refusal: string,
): readonly Preparation[] {
  const places = pathPlacesOf(operation.path).toReversed();
  const own = edges.filter(({ consumer, producer }) => consumer === operation && producer !== operation);
  const subjects = [...places.flatMap((place) => own.filter(({ to }) => to === place)), ...own.filter(({ to }) => to.startsWith('/body/'))];
  return subjects.flatMap(({ producer, to }) => plansOn(operation, producer, to, { operations, edges, refusal }));
}

interface Known {
  readonly operations: readonly Operation[];
  readonly edges: readonly Edge[];
  readonly refusal: string;
}

function plansOn(operation: Operation, producer: Operation, place: string, { operations, edges, refusal }: Known): readonly Preparation[] {
  const isUsable = (one: Operation): boolean =>
    one !== operation && one !== producer && CHANGING.has(one.method) && operations.includes(one);
  const consumers = edges.filter((edge) => edge.producer === producer && edge.to.startsWith('/path/') && isUsable(edge.consumer));
  const isMaker = ({ consumer, to }: Edge): boolean => {
    const above =
      consumer.method === 'PUT' && lastPlaceOf(consumer.path) !== undefined
        ? pathPlacesOf(consumer.path).slice(0, -1)
        : pathPlacesOf(consumer.path);
    // What answers with the thing itself changes it, also where the answer names something else that can be read.
    const schema = successSchemaOf(consumer);
    const isItself = schema !== undefined && schema === successSchemaOf(producer);
    return !isItself && above.at(-1) === to && edges.some((edge) => edge.producer === consumer && edge.to.startsWith('/path/'));
  };
  const below = consumers
    .filter(isMaker)
    .slice(0, MOST_BELOW)
    .map(({ consumer, to }): Step => ({ operation: consumer, place: to, isBelow: true }));
  const texts = wordsIn([operation.summary, operation.description, refusal].join(' '));
  const changes = consumers
    .filter((edge) => !isMaker(edge) && pathPlacesOf(edge.consumer.path).at(-1) === edge.to)
    .flatMap(({ consumer, to }) => changesBy(consumer, to))
    .map((step) => ({ step, rank: [...namesOf(step)].some((word) => texts.has(stemOf(word))) ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank || Number(a.step.operation.method === 'DELETE') - Number(b.step.operation.method === 'DELETE'))
    .map(({ step }) => step)
    .slice(0, MOST_CHANGES);
  const paired = changes.slice(0, MOST_PAIRED);
  const plans: readonly (readonly Step[])[] = [
    ...(below.length > 0 ? [below] : []),
    ...changes.map((step) => [...below, step]),
    ...paired.flatMap((first) => paired.filter((second) => second !== first).map((second) => [...below, first, second])),
  ];
  return plans.map((steps) => ({ producer, place, steps }));
}

/** An action as it is or to each state that it may be sent to, and a change to each state that its body may set. */
function changesBy(operation: Operation, place: string): readonly Step[] {
  const target = lastPlaceOf(operation.path) === undefined && operation.method !== 'DELETE' ? calledTarget(operation) : undefined;
  if (target !== undefined) return target.values.map((value): Step => ({ operation, place, set: { place: target.place, value } }));
  if (operation.method === 'POST' || operation.method === 'DELETE' || lastPlaceOf(operation.path) === undefined)
    return [{ operation, place }];
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
