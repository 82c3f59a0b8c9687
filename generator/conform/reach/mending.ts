// Corrects what a refusal blames: it tries other values of just that part, most of them of the things that the request names, and keeps what has
// helped.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import { isObject, overlaps, placesIn, pointerTo, valueAt } from '../../inference/pointers.ts';
import { isTimeText } from '../../inference/steps.ts';
import { calledTarget } from '../../inference/targets.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input, inOrder, schemasOf } from '../plan/index.ts';
import { blamedPlaces, plainlyBlamed } from '../values/blamed.ts';
import { MOST_ACCEPTED, timeAt, timesIn } from './corrections/accepted-times.ts';
import { apartBlamed } from './corrections/apart.ts';
import { createLeftOut, isNothing } from './corrections/left-out.ts';
import { isAkin, isNear, isTakenAway, keyOf, listedIn, mayStay } from './corrections/rules.ts';
import type { Existing } from './existing.ts';
import { mapAround, mapsIn } from './map-keys.ts';
import { DAY_LENGTH, daysBlamed } from './moments.ts';
import { type Attempt, BOUND, createSources, isAmount } from './sources.ts';

export interface Mending {
  /** The input with what has helped before. `about` stays as it is. */
  suited(operation: Operation, input: Input, about?: string): Input;
  /** The same, with those values alone that follow from the things that the input names: they are right whatever else is new. */
  bound(operation: Operation, input: Input, about?: string): Input;
  /** The input with another value of what the answer blames; `undefined` where it blames nothing, or nothing is left to try. */
  mended(exchange: Exchange): Input | undefined;
  /** Ends the corrections of a case that was about one part. */
  begin(operation: Operation): void;
  /** Notes that a case was accepted: a correction that it has is kept. */
  helped(one: Case): void;
  /** Drops a correction that is refused itself: what another thing has may have helped by chance. */
  see(exchange: Exchange): void;
}

interface Rule extends Attempt {
  /** What was refused. */
  readonly refused: unknown;
  /** Whether the case is about another part: then the value is right beside the value of that part alone. */
  readonly isLocal: boolean;
  /** The other listed values of the body, where the correction is that a place has nothing: it need not hold beside others. */
  readonly beside?: string | undefined;
}

interface Knowledge {
  readonly rules: Map<string, Pick<Rule, 'by' | 'source' | 'refused' | 'beside'> & { failures: number }>;
  /** What has not helped, and what is being tried. */
  readonly vain: Set<string>;
  trial: readonly Rule[];
  /** The input that was given last: a correction of another one begins anew. */
  last: Input | undefined;
  /** By the place that was blamed. */
  readonly attempts: Map<string, number>;
  /** The times that were accepted, with their places. */
  readonly accepted: Set<string>;
  /** The status of the refusal for which a correction is tried. */
  status: number;
}

/** The most corrections that are tried for each place that refusals of one operation blame. */
const MOST_ATTEMPTS = 24;

/** So many refusals in a row end a correction. */
const MOST_FAILURES = 2;

/** Statuses that blame the values of a request. */
const BLAMING: ReadonlySet<number> = new Set([400, 409, 422]);

export function createMending(judge: Judge, existing: Existing, edges: readonly Edge[]): Mending {
  const known = new Map<Operation, Knowledge>();
  const { attemptsFor, givenBy } = createSources(judge, existing, edges);
  const leftOut = createLeftOut(existing, edges);
  const of = (operation: Operation): Knowledge => {
    const one = known.get(operation) ?? {
      rules: new Map(),
      vain: new Set(),
      trial: [],
      last: undefined,
      attempts: new Map(),
      accepted: new Set(),
      status: 0,
    };
    known.set(operation, one);
    return one;
  };

  /** The input with a value at a place, and what ends behind what begins; `undefined` where the document does not allow that. */
  function placed(operation: Operation, input: Input, at: string, value: unknown): Input | undefined {
    const changed = inOrder(judge, operation, changedAt(input, at, value) as Input, { only: at });
    return judge.input(operation, changed).length <= judge.input(operation, input).length ? changed : undefined;
  }

  type Ruled = readonly [at: string, rule: Pick<Rule, 'source' | 'refused' | 'beside'>];

  function suitedBy(rules: readonly Ruled[], operation: Operation, input: Input, about: string | undefined): Input {
    if (rules.length === 0) return input;
    const things = existing.named(operation, input);
    // What lies so far from another time follows that, whatever it is by then.
    const inTurn = rules.toSorted(([, one], [, other]) => Number(one.source.kind === 'apart') - Number(other.source.kind === 'apart'));
    return inTurn.reduce<Input>((whole, [at, { source, refused, beside }]) => {
      if (beside !== undefined && beside !== listedIn(operation, input)) return whole;
      const before = valueAt(whole, at);
      const isListed = schemasOf(operation, at).some((one) => one.enum !== undefined);
      const isFine = mayStay(source, refused, before) || (isListed && source.kind === 'value' && !isDeepStrictEqual(before, refused));
      if (before === undefined || (about !== undefined && overlaps(at, about)) || isFine) return whole;
      if (isTakenAway(source) && leftOut.mayStay(operation, whole, at)) return whole;
      const value = givenBy(source, things, { before, refused, input: whole });
      return value === undefined || value === before ? whole : (placed(operation, whole, at, value) ?? whole);
    }, input);
  }

  function bound(operation: Operation, input: Input, about?: string): Input {
    const knowledge = of(operation);
    const { rules, trial } = knowledge;
    const all: readonly Ruled[] = [...rules, ...trial.map((rule): Ruled => [rule.at, rule])];
    const suited = suitedBy(
      all.filter(([, { source }]) => source.kind !== 'value'),
      ...([operation, input, about] as const),
    );
    // A correction that is tried goes on with what else is new.
    if (trial.length > 0) knowledge.last = suited;
    return suited;
  }

  function mended(exchange: Exchange): Input | undefined {
    const { case: one, response } = exchange;
    const { operation, input } = one;
    if (input === undefined || response === undefined || !BLAMING.has(response.status) || one.intent.kind !== 'valid') return undefined;
    const knowledge = of(operation);
    const text = textOf(response);
    const found = one.at === undefined ? blamedPlaces(exchange) : plainlyBlamed(exchange);
    const named = found.filter((at) => !isNumberedReference(operation, input, at));
    if (!isOfAnother(one, named)) return undefined;
    const mayBeMap = response.status !== 409;
    const blamed = meantBy(named, { operation, input, refusal: text, mayBeMap }).filter(
      (at) => (knowledge.attempts.get(at) ?? 0) < MOST_ATTEMPTS,
    );
    if (!isDeepStrictEqual(knowledge.last, input)) knowledge.trial = [];
    const [failed] = knowledge.trial.filter(({ by }) => blamed.includes(by));
    if (failed !== undefined) knowledge.vain.add(keyOf(failed));
    knowledge.trial = knowledge.trial.filter((rule) => rule !== failed);
    const things = existing.named(operation, input);
    for (const { at, by, source } of attemptsFor(operation, input, blamed, text)) {
      const rule = { at, by, source, refused: valueAt(input, at), isLocal: one.at !== undefined };
      if (knowledge.vain.has(keyOf(rule))) continue;
      const value = givenBy(source, things, { before: undefined, refused: rule.refused, input });
      const next = isDeepStrictEqual(value, valueAt(input, at)) ? undefined : placed(operation, input, at, value);
      if (next === undefined || isDeepStrictEqual(next, input)) continue;
      knowledge.status = response.status;
      knowledge.attempts.set(by, (knowledge.attempts.get(by) ?? 0) + 1);
      knowledge.trial = [...knowledge.trial, rule];
      knowledge.last = next;
      return next;
    }
    return undefined;
  }

  /** The places that a refusal may mean: those that it names, or else amounts where it speaks of bounds, and maps, whose names may be wrong. */
  function meantBy(
    named: readonly string[],
    {
      operation,
      input,
      refusal,
      mayBeMap,
    }: { readonly operation: Operation; readonly input: Input; readonly refusal: string; readonly mayBeMap: boolean },
  ): readonly string[] {
    if (named.length > 0) return [...new Set(named.map((at) => mapAround(operation, at)))];
    // `The stay is not in the season` blames its days, and `The bid is above the limit of the bidder` an amount, without their names.
    const days = daysBlamed(refusal, input);
    if (days.length > 0) return days;
    const apart = apartBlamed(refusal, input);
    if (apart.length > 0) return apart;
    return [...(BOUND.test(refusal) ? amountsIn(operation, input) : []), ...(mayBeMap ? mapsIn(operation, input) : [])];
  }

  /** A number that names something is no amount. */
  function isNumberedReference(operation: Operation, input: Input, at: string): boolean {
    if (typeof valueAt(input, at) !== 'number') return false;
    return edges.some(({ consumer, to }) => consumer === operation && to.startsWith('/body/') && placesIn(input, to).includes(at));
  }

  function amountsIn(operation: Operation, input: Input): readonly string[] {
    const names = isObject(input.body) ? Object.keys(input.body) : [];
    const places = names.map((name) => pointerTo('body', name)).filter((at) => isAmount(valueAt(input, at)));
    return places.filter((at) => !isNumberedReference(operation, input, at));
  }

  /** Whether a request had the value of a correction: what else was tried there says nothing of it. */
  function isGiven({ case: { operation, input } }: Exchange, at: string, { source, refused }: Pick<Rule, 'source' | 'refused'>): boolean {
    if (input === undefined) return false;
    const before = valueAt(input, at);
    const value = givenBy(source, existing.named(operation, input), { before, refused, input });
    if (!isTimeText(value) || !isTimeText(before)) return value !== undefined && isDeepStrictEqual(value, before);
    return source.kind === 'day' ? value.slice(0, DAY_LENGTH) === before.slice(0, DAY_LENGTH) : isNear(value, before);
  }

  function helped({ operation, input }: Case): void {
    const knowledge = of(operation);
    const { trial, last } = knowledge;
    if (!trial.every(({ at }) => isDeepStrictEqual(valueAt(input, at), valueAt(last, at)))) return;
    const target = calledTarget(operation)?.place;
    for (const { at, by, source, refused } of trial.filter(({ isLocal }) => !isLocal)) {
      // Which state a thing can come to depends on the one that it is in.
      if (source.kind === 'value' && at === target) continue;
      // Another value may have taken the place of the constant.
      if (source.kind === 'value' && !isNothing(source.value) && !isDeepStrictEqual(valueAt(input, at), source.value)) continue;
      // The time was refused for what there was at the moment: the next thing can have it again.
      if (knowledge.accepted.has(timeAt(at, refused)) && !isAkin(at, source)) continue;
      // A constant says less than what another thing has: it has helped where that thing was not known.
      const known = knowledge.rules.get(at)?.source.kind ?? 'value';
      const beside = isTakenAway(source) && input !== undefined ? listedIn(operation, input) : undefined;
      if (source.kind !== 'value' || known === 'value') knowledge.rules.set(at, { by, source, refused, beside, failures: 0 });
    }
    knowledge.trial = [];
    knowledge.last = undefined;
  }

  return {
    suited: (operation, input, about) => suitedBy([...of(operation).rules], operation, input, about),
    bound,
    mended,
    begin(operation) {
      const knowledge = of(operation);
      knowledge.trial = knowledge.trial.filter(({ isLocal }) => !isLocal);
    },
    helped,
    see(exchange) {
      const { operation, intent, at: about } = exchange.case;
      const { rules, vain, accepted } = of(operation);
      const { status = 0 } = exchange.response ?? {};
      if (status < 300 && accepted.size < MOST_ACCEPTED) for (const one of timesIn(exchange.case.input)) accepted.add(one);
      // A refusal for what there is says that the values are fine, where the one before it blamed them.
      const isPast = status === 409 && (of(operation).status === 400 || of(operation).status === 422);
      if (isPast && intent.kind === 'valid' && of(operation).trial.length > 0) helped(exchange.case);
      if (rules.size === 0 || intent.kind !== 'valid') return;
      if (status < 300) for (const rule of rules.values()) rule.failures = 0;
      const blamed = BLAMING.has(status) ? blamedPlaces(exchange) : [];
      for (const [at, rule] of rules) {
        if (!isTakenAway(rule.source) || at === about || valueAt(exchange.case.input, at) === undefined) continue;
        const isNamed = leftOut.mayStay(operation, exchange.case.input ?? {}, at);
        if (status < 300 && isNamed) rules.delete(at);
        if (blamed.includes(rule.by) && isNamed) leftOut.refused(operation, at);
      }
      if (blamed.length === 0) return;
      for (const [at, rule] of rules) {
        const isMeant = blamed.includes(rule.by) && rule.source.kind !== 'value' && at !== about;
        if (!isMeant || !isGiven(exchange, at, rule) || ++rule.failures < MOST_FAILURES) continue;
        rules.delete(at);
        vain.add(keyOf({ at, ...rule }));
      }
    },
  };
}

/** Whether what is blamed may be mended: where a case is about one part, that part is what the service is asked about. */
function isOfAnother({ at }: Case, blamed: readonly string[]): boolean {
  return at === undefined || (blamed.length > 0 && !blamed.some((place) => overlaps(place, at)));
}
