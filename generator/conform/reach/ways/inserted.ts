// Finds what may have to be done before a step that was refused: what its refusal names, or the states that the document lists before the one that
// the step sets. `The job has no accepted quote` says that a quote of the job is accepted first.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../inference/pointers.ts';
import { singular, stemOf, wordsOf } from '../../../inference/prose/index.ts';
import { collectionIn } from '../../../inference/templates.ts';
import { isNamed, onMade, spansOf, stepsOn } from '../preparations.ts';
import { companyOf } from './company.ts';
import { type KnownOf, wordsIn } from './known.ts';
import type { Preparation, Step } from './way.ts';

/** The most steps that are put before one that was refused, each in a way of its own. */
const MOST_BEFORE = 3;

/** What says that it is not the time for something. */
const TIMED =
  /\bnot (?:yet )?(?:come|begun|started|opened)\b|\byet\b|\btoo (?:early|late|soon)\b|\b(?:over|passed|past|expired|ended|future)\b/i;

/** The ways that have one step more, before the one that was refused; `known` has its refusal. */
export function waysBefore(way: Preparation, refused: Step, known: KnownOf): readonly Preparation[] {
  const index = way.steps.findIndex((step) => isSame(step, refused));
  if (index < 0) return [];
  const isNew = (step: Step): boolean => !way.steps.some((one) => isSame(one, step));
  const ways = stepsBefore(way, refused, known).map((steps) => steps.filter(isNew));
  const timed = way.having === undefined && TIMED.test(known.refusal) ? spansOf(way.producer).map((having) => ({ ...way, having })) : [];
  return [
    ...timed,
    ...ways.flatMap((steps) => (steps.length === 0 ? [] : { ...way, steps: way.steps.toSpliced(index, 0, ...steps) })),
  ].slice(0, MOST_BEFORE);
}

function stepsBefore(way: Preparation, refused: Step, known: KnownOf): readonly (readonly Step[])[] {
  const said = wordsIn(known.refusal);
  const { below, changes } = stepsOn(known);
  const isMade = (step: Step): boolean => wordsOf(singular(collectionIn(step.operation))).some((word) => said.has(stemOf(word)));
  const onBelow = onMade(known).flatMap((step): readonly (readonly Step[])[] => {
    const maker = below.find((one) => one.operation === step.on);
    return maker !== undefined && step.operation !== refused.operation && isNamed(step, said) ? [[maker, step]] : [];
  });
  const named = changes.filter((step) => step.operation !== refused.operation && isNamed(step, said)).map((step) => [step]);
  const company = companyOf(known).map((step) => [step]);
  return [...onBelow, ...company, ...earlier(way, refused), ...named, ...below.filter(isMade).map((step) => [step])];
}

/** The states that the document lists before the one that a step sets, the nearest first: from `booked` to `done` by `in_progress`. */
function earlier(way: Preparation, refused: Step): readonly (readonly Step[])[] {
  const { among: listed = [] } = refused;
  const state = stateOf(refused);
  const index = state === undefined ? -1 : listed.indexOf(state);
  const done = new Set(way.steps.filter((step) => step.operation === refused.operation).map(stateOf));
  return listed
    .slice(0, Math.max(0, index))
    .toReversed()
    .filter((one) => !done.has(one))
    .map((one) => [
      { ...refused, ...(refused.set === undefined ? { body: bodyWith(refused.body, one) } : { set: { ...refused.set, value: one } }) },
    ]);
}

/** The state that a step sets. */
function stateOf({ set, body }: Step): string | undefined {
  const [value] = isObject(body) ? Object.values(body) : [];
  return set?.value ?? (value === undefined ? undefined : String(value));
}

function bodyWith(body: unknown, state: string): unknown {
  return isObject(body) ? Object.fromEntries(Object.keys(body).map((name) => [name, state])) : body;
}

function isSame(one: Step, other: Step): boolean {
  return one.operation === other.operation && one.set?.value === other.set?.value && isDeepStrictEqual(one.body, other.body);
}
