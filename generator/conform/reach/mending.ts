// Corrects what a refusal blames: it tries other values of just that part, most of them of the things that the request names, and keeps what has
// helped.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import { plain } from '../../inference/names.ts';
import { isObject, lastNameOf, overlaps, placesIn, pointerTo, valueAt } from '../../inference/pointers.ts';
import { wordsOf } from '../../inference/prose/index.ts';
import { isTimeText } from '../../inference/steps.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input, inOrder, REMOVED, randomFor, sampleInput, schemasOf } from '../plan/index.ts';
import { blamedPlaces, saidValues } from '../values/blamed.ts';
import type { Existing, Made } from './existing.ts';
import { daysFromNow, momentOf } from './moments.ts';

export interface Mending {
  /** The input with what has helped before. `about` stays as it is. */
  suited(operation: Operation, input: Input, about?: string): Input;
  /** The same, with those values alone that follow from the things that the input names: they are right whatever else is new. */
  bound(operation: Operation, input: Input, about?: string): Input;
  /** The input with another value of what the answer blames; `undefined` where it blames nothing, or nothing is left to try. */
  mended(exchange: Exchange): Input | undefined;
  /** Notes that a case was accepted: a correction that it has is kept. */
  helped(one: Case): void;
  /** Drops a correction that is refused itself: what another thing has may have helped by chance. */
  see(exchange: Exchange): void;
}

/** Where a value comes from. */
type Source =
  | { readonly kind: 'member' | 'most' | 'day'; readonly producer: Operation; readonly from: string }
  | { readonly kind: 'value'; readonly value: unknown };

interface Rule {
  readonly at: string;
  /** The place that was blamed. */
  readonly by: string;
  readonly source: Source;
  /** What was refused. */
  readonly refused: unknown;
}

interface Knowledge {
  readonly rules: Map<string, Pick<Rule, 'by' | 'source' | 'refused'> & { failures: number }>;
  /** What has not helped, and what is being tried. */
  readonly vain: Set<string>;
  trial: readonly Rule[];
  /** The input that was given last: a correction of another one begins anew. */
  last: Input | undefined;
  /** By the place that was blamed. */
  readonly attempts: Map<string, number>;
}

/** The most corrections that are tried for each place that refusals of one operation blame. */
const MOST_ATTEMPTS = 24;

/** So many refusals in a row end a correction. */
const MOST_FAILURES = 2;

/** The most values of things that are tried at one place. */
const MOST_VALUES = 8;

/** Statuses that blame the values of a request. */
const BLAMING: ReadonlySet<number> = new Set([400, 409, 422]);

/** A member that is wanting gets its value in an input that has all that is optional. */
const WHOLE = { examples: 'first', optional: 'all' } as const;

const BOUND = /\b(?:more|exceed\w*|most|above|greater|larger|higher|over|maximum|limit|less|below|fewer|smaller|enough)\b/i;

export function createMending(judge: Judge, existing: Existing, edges: readonly Edge[]): Mending {
  const known = new Map<Operation, Knowledge>();
  const of = (operation: Operation): Knowledge => {
    const one = known.get(operation) ?? { rules: new Map(), vain: new Set(), trial: [], last: undefined, attempts: new Map() };
    known.set(operation, one);
    return one;
  };

  /** The input with a value at a place, and what ends behind what begins; `undefined` where the document does not allow that. */
  function placed(operation: Operation, input: Input, at: string, value: unknown): Input | undefined {
    const changed = inOrder(judge, operation, changedAt(input, at, value) as Input);
    return judge.input(operation, changed).length <= judge.input(operation, input).length ? changed : undefined;
  }

  type Ruled = readonly [at: string, rule: Pick<Rule, 'source' | 'refused'>];

  function suitedBy(rules: readonly Ruled[], operation: Operation, input: Input, about: string | undefined): Input {
    if (rules.length === 0) return input;
    const things = existing.named(operation, input);
    return rules.reduce<Input>((whole, [at, { source, refused }]) => {
      const before = valueAt(whole, at);
      const isListed = schemasOf(operation, at).some((one) => one.enum !== undefined);
      const isFine = mayStay(source, refused, before) || (isListed && source.kind === 'value' && !isDeepStrictEqual(before, refused));
      if (before === undefined || (about !== undefined && overlaps(at, about)) || isFine) return whole;
      const value = givenBy(source, things, { before, refused });
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
    if (input === undefined || response === undefined || !BLAMING.has(response.status) || !isWhole(one)) return undefined;
    const knowledge = of(operation);
    const text = textOf(response);
    const named = blamedPlaces(exchange).filter((at) => !isNumberedReference(operation, input, at));
    // `The bid is above the limit of the bidder` blames an amount without its name.
    const meant = named.length === 0 && BOUND.test(text) ? amountsIn(operation, input) : named;
    const blamed = meant.filter((at) => (knowledge.attempts.get(at) ?? 0) < MOST_ATTEMPTS);
    if (!isDeepStrictEqual(knowledge.last, input)) knowledge.trial = [];
    const [failed] = knowledge.trial.filter(({ by }) => blamed.includes(by));
    if (failed !== undefined) knowledge.vain.add(keyOf(failed));
    knowledge.trial = knowledge.trial.filter((rule) => rule !== failed);
    const things = existing.named(operation, input);
    for (const { at, by, source } of attemptsFor(operation, input, blamed, text)) {
      const rule = { at, by, source, refused: valueAt(input, at) };
      if (knowledge.vain.has(keyOf(rule))) continue;
      const value = givenBy(source, things, { before: undefined, refused: rule.refused });
      const next = isDeepStrictEqual(value, valueAt(input, at)) ? undefined : placed(operation, input, at, value);
      if (next === undefined || isDeepStrictEqual(next, input)) continue;
      knowledge.attempts.set(by, (knowledge.attempts.get(by) ?? 0) + 1);
      knowledge.trial = [...knowledge.trial, rule];
      knowledge.last = next;
      return next;
    }
    return undefined;
  }

  /** A number that names something is no amount. */
  function isNumberedReference(operation: Operation, input: Input, at: string): boolean {
    if (typeof valueAt(input, at) !== 'number') return false;
    return edges.some(({ consumer, to }) => consumer === operation && to.startsWith('/body/') && placesIn(input, to).includes(at));
  }

  function amountsIn(operation: Operation, input: Input): readonly string[] {
    const names = isObject(input.body) ? Object.keys(input.body) : [];
    const places = names.map((name) => pointerTo('body', name)).filter((at) => typeof valueAt(input, at) === 'number');
    return places.filter((at) => !isNumberedReference(operation, input, at));
  }

  function attemptsFor(operation: Operation, input: Input, blamed: readonly string[], refusal: string): readonly Omit<Rule, 'refused'>[] {
    return blamed.flatMap((by) => [
      ...tiedTo(operation, input, by),
      ...sourcesFor(operation, input, by, refusal).map((source) => ({ at: by, by, source })),
    ]);
  }

  /**
   * Where a refusal blames a reference, what else the body names may have to be what the thing itself names: the address of a pickup, that of its
   * shipments.
   */
  function tiedTo(operation: Operation, input: Input, by: string): readonly Omit<Rule, 'refused'>[] {
    const references = edges.filter(({ consumer, to }) => consumer === operation && to.startsWith('/body/'));
    const things = existing.named(operation, input);
    const isNamedAt = (one: Made, { producer, from }: Edge, at: string): boolean =>
      one.producer === producer && valueAt(one.result, from) === valueAt(input, at);
    const thing = things.find((one) => references.some((edge) => placesIn(input, edge.to).includes(by) && isNamedAt(one, edge, by)));
    if (thing === undefined) return [];
    return edges
      .filter(({ consumer, to }) => consumer === thing.producer && to.startsWith('/body/'))
      .flatMap(({ producer, to: own }) => {
        const named = [...membersOf(thing)].find(({ value }) => value === valueAt(thing.input, own));
        const places = references.filter((edge) => edge.producer === producer).flatMap(({ to }) => placesIn(input, to));
        const source = named && ({ kind: 'member', producer: thing.producer, from: named.from } as const);
        return source === undefined ? [] : places.filter((at) => at !== by).map((at) => ({ at, by, source }));
      });
  }

  /**
   * Values for a place, the likeliest first: those that the refusal says, those of members of the same name, those that texts speak of, others, and
   * some of the document.
   */
  function sourcesFor(operation: Operation, input: Input, at: string, refusal: string): readonly Source[] {
    const schemas = schemasOf(operation, at);
    const given = valueAt(input, at);
    const members = existing.named(operation, input).flatMap((one) => [...membersOf(one)]);
    const texts = [refusal, operation.summary ?? '', operation.description ?? ''].join(' ').toLowerCase();
    const isNamed = ({ from }: Member): boolean => plain(lastNameOf(from)) === plain(lastNameOf(at));
    const isSaid = ({ from }: Member): boolean =>
      texts.includes(lastNameOf(from).toLowerCase()) || wordsIn(from).some((word) => texts.includes(word));
    const rank = (one: Member): number => (isNamed(one) ? 0 : isSaid(one) ? 1 : 2);
    const kind = typeof given === 'number' && BOUND.test(refusal) ? 'most' : 'member';
    const dated = isTimeText(given)
      ? members.filter(({ value }) => isTimeText(value)).map(({ producer, from }): Source => ({ kind: 'day', producer, from }))
      : [];
    const alike = members
      .filter(({ value }) => typeof value === typeof given && (typeof value === 'number' || !isTimeText(given)))
      .sort((a, b) => rank(a) - rank(b) || (typeof a.value === 'number' ? Number(b.value) - Number(a.value) : 0))
      .filter((one) => typeof given === 'number' || rank(one) === 0)
      .map(({ producer, from }): Source => ({ kind, producer, from }));
    const said = saidValues(refusal, at).map(
      (value): Source => ({ kind: 'value', value: typeof given === 'string' ? String(value) : value }),
    );
    const plainly = [
      ...(given === undefined ? [valueAt(sampleInput(judge, operation, randomFor(0, operation.id, 'mending'), WHOLE), at)] : []),
      ...(isTimeText(given) ? daysFromNow(given) : []),
      ...schemas.flatMap(({ enum: listed = [], default: own, minimum }) => [
        ...(own === undefined ? [] : [own]),
        ...listed,
        ...(minimum === undefined ? [] : [minimum]),
      ]),
      ...(typeof given === 'number' ? [1, 2, 10] : []),
      REMOVED,
    ].map((value): Source => ({ kind: 'value', value }));
    return [...said, ...[...dated, ...alike].slice(0, MOST_VALUES), ...plainly];
  }

  return {
    suited: (operation, input, about) => suitedBy([...of(operation).rules], operation, input, about),
    bound,
    mended,
    helped({ operation, input }) {
      const knowledge = of(operation);
      const { trial, last } = knowledge;
      if (!trial.every(({ at }) => isDeepStrictEqual(valueAt(input, at), valueAt(last, at)))) return;
      for (const { at, by, source, refused } of trial) {
        // A constant says less than what another thing has: it has helped where that thing was not known.
        const known = knowledge.rules.get(at)?.source.kind ?? 'value';
        if (source.kind !== 'value' || known === 'value') knowledge.rules.set(at, { by, source, refused, failures: 0 });
      }
      knowledge.trial = [];
      knowledge.last = undefined;
    },
    see(exchange) {
      const { operation, intent, at: about } = exchange.case;
      const { rules, vain } = of(operation);
      const { status = 0 } = exchange.response ?? {};
      if (rules.size === 0 || intent.kind !== 'valid') return;
      if (status < 300) for (const rule of rules.values()) rule.failures = 0;
      const blamed = BLAMING.has(status) ? blamedPlaces(exchange) : [];
      for (const [at, rule] of rules) {
        if (!blamed.includes(rule.by) || rule.source.kind === 'value' || at === about || ++rule.failures < MOST_FAILURES) continue;
        rules.delete(at);
        vain.add(keyOf({ at, ...rule }));
      }
    },
  };
}

/** Whether a case is about the whole input: where it is about one part, that part is what the service is asked about. */
function isWhole({ at, intent }: Case): boolean {
  return at === undefined && intent.kind === 'valid';
}

/** Whether a number or a time is nearer to the constant that has helped than what was refused: it may be right as it is. */
function mayStay(source: Source, refused: unknown, before: unknown): boolean {
  if (source.kind !== 'value') return false;
  const [good, bad, own] = [source.value, refused, before].map((value) => (isTimeText(value) ? Date.parse(value) : value));
  if (typeof good !== 'number' || typeof bad !== 'number' || typeof own !== 'number') return false;
  return good < bad ? own < bad : own > bad;
}

function keyOf({ at, source }: Pick<Rule, 'at' | 'source'>): string {
  return JSON.stringify([at, source.kind, source.kind === 'value' ? String(source.value) : [source.producer.id, source.from]]);
}

/** `before`: what the place has, where a number stays that is on the right side of the value; a value above what was refused is the least one. */
function givenBy(
  source: Source,
  things: readonly Made[],
  { before, refused }: { readonly before: unknown; readonly refused: unknown },
): unknown {
  if (source.kind === 'value') return source.value;
  const thing = things.find(({ producer }) => producer === source.producer);
  const value = thing && valueAt(thing.result, source.from);
  if (source.kind === 'day') return typeof value === 'string' ? momentOf(value, refused) : value;
  if (source.kind === 'member' || typeof before !== 'number' || typeof value !== 'number') return value;
  const isLeast = typeof refused === 'number' && refused < value;
  return (isLeast ? before >= value : before <= value) ? before : value;
}

interface Member {
  readonly producer: Operation;
  readonly from: string;
  readonly value: unknown;
}

/** The plain values that the answer to a create has. */
function* membersOf(made: Made, value: unknown = made.result.body, at = '/body', depth = 0): Generator<Member> {
  if (!isObject(value) || depth > 2) return;
  for (const [name, member] of Object.entries(value)) {
    const from = at + pointerTo(name);
    if (isObject(member)) yield* membersOf(made, member, from, depth + 1);
    else if (typeof member === 'string' || typeof member === 'number') yield { producer: made.producer, from, value: member };
  }
}

/** The words of a name that say something. */
function wordsIn(from: string): readonly string[] {
  return wordsOf(lastNameOf(from)).filter((word) => word.length > 3);
}
