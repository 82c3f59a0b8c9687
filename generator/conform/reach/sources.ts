// Finds values for a place that a refusal blames: those that the refusal says, those of the things that the request names, and those of the
// document.
import type { Edge } from '../../inference/edge.ts';
import { plain } from '../../inference/names.ts';
import { isObject, lastNameOf, placesIn, pointerTo, valueAt } from '../../inference/pointers.ts';
import { wordsOf } from '../../inference/prose/index.ts';
import { amountLike, amountOf } from '../../inference/stated/lists.ts';
import { isTimeText } from '../../inference/steps.ts';
import type { Operation } from '../../model/service.ts';
import type { Judge } from '../judge/index.ts';
import { type Input, REMOVED, randomFor, sampleInput, schemasOf } from '../plan/index.ts';
import { saidValues } from '../values/blamed.ts';
import { type Apart, apartFrom, apartsFor } from './corrections/apart.ts';
import type { Existing, Made } from './existing.ts';
import { isMap, type KeySource, keySources, mapWith } from './map-keys.ts';
import { DAY_LENGTH, daysFromNow, momentOf, soonAfter } from './moments.ts';

/** Where a value comes from. */
export type Source =
  | { readonly kind: 'member' | 'most' | 'day' | 'soon'; readonly producer: Operation; readonly from: string }
  | KeySource
  | Apart
  | { readonly kind: 'value'; readonly value: unknown };

/** A value to try. */
export interface Attempt {
  readonly at: string;
  /** The place that was blamed. */
  readonly by: string;
  readonly source: Source;
}

export interface Sources {
  /** What may be tried for the places that a refusal blames, the likeliest first. */
  attemptsFor(operation: Operation, input: Input, blamed: readonly string[], refusal: string): readonly Attempt[];
  /**
   * The value of a source. `before`: what the place has, where a number stays that is on the right side of the value; a value above what was refused
   * is the least one.
   */
  givenBy(source: Source, things: readonly Made[], values: Given): unknown;
}

interface Given {
  readonly before: unknown;
  readonly refused: unknown;
  readonly input: Input;
}

/** The most values of things that are tried at one place. */
const MOST_VALUES = 10;

/** How many inputs are looked at for a text of the same form, and the most that are tried. */
const MOST_SAMPLES = 6;
const MOST_OTHERS = 2;

/** The most places that names of a map are taken from. */
const MOST_KEYS = 8;

/** A member that is wanting gets its value in an input that has all that is optional; examples may leave it out. */
const WHOLE = [
  { examples: 'first', optional: 'all' },
  { examples: 'none', optional: 'all' },
] as const;

/** Words of a refusal that blame how much something is. */
export const BOUND = /\b(?:more|exceed\w*|most|above|greater|larger|higher|over|maximum|limit|less|below|fewer|smaller|enough)\b/i;

export function createSources(judge: Judge, existing: Existing, edges: readonly Edge[]): Sources {
  function attemptsFor(operation: Operation, input: Input, blamed: readonly string[], refusal: string): readonly Attempt[] {
    return blamed.flatMap((by) => [
      ...tiedTo(operation, input, by),
      ...apartsFor(input, by, refusal).map((source) => ({ at: by, by, source })),
      ...sourcesFor(operation, input, by, refusal).map((source) => ({ at: by, by, source })),
    ]);
  }

  /**
   * Where a refusal blames a reference, what else the body names may have to be what the thing itself names: the address of a pickup, that of its
   * shipments.
   */
  function tiedTo(operation: Operation, input: Input, by: string): readonly Attempt[] {
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

  /** Whether a member names a thing, and is no amount. */
  function isIdentifier({ producer, from, value }: Member): boolean {
    return (
      typeof value === 'number' && (edges.some((edge) => edge.producer === producer && edge.from === from) || /id$/i.test(lastNameOf(from)))
    );
  }

  /**
   * Values for a place, the likeliest first: those that the refusal says, those of members of the same name, those that texts speak of, others, and
   * some of the document.
   */
  function sourcesFor(operation: Operation, input: Input, at: string, refusal: string): readonly Source[] {
    const schemas = schemasOf(operation, at);
    const given = valueAt(input, at);
    const things = existing.named(operation, input);
    if (isMap(operation, at)) return keySources({ operation, at, refusal }, things, edges).slice(0, MOST_KEYS);
    const members = things.flatMap((one) => [...membersOf(one)]).filter((one) => typeof given !== 'number' || !isIdentifier(one));
    const texts = [refusal, operation.summary ?? '', operation.description ?? ''].join(' ').toLowerCase();
    const isNamed = ({ from }: Member): boolean => plain(lastNameOf(from)) === plain(lastNameOf(at));
    const isSaid = ({ from }: Member): boolean =>
      texts.includes(lastNameOf(from).toLowerCase()) || wordsIn(from).some((word) => texts.includes(word));
    // A `maxDraught` is likely to bound a `draught`.
    const own = wordsOf(lastNameOf(at));
    const isBounding = ({ from }: Member): boolean => own.every((word) => wordsOf(lastNameOf(from)).includes(word));
    const rank = (one: Member): number => (isNamed(one) ? 0 : isBounding(one) ? 1 : isSaid(one) ? 2 : 3);
    const kind = isAmount(given) && BOUND.test(refusal) ? 'most' : 'member';
    const times = isTimeText(given) ? members.filter(({ value }) => isTimeText(value)) : [];
    const dated = timesFrom(input, given, times);
    const alike = members
      .filter(
        ({ value }) => typeof value === typeof given && isAmount(value) === isAmount(given) && (isAmount(value) || !isTimeText(given)),
      )
      .sort((a, b) => rank(a) - rank(b) || (isAmount(a.value) ? Number(b.value) - Number(a.value) : 0))
      .filter((one) => isAmount(given) || rank(one) === 0)
      .map(({ producer, from }): Source => ({ kind, producer, from }));
    const said = saidValues(refusal, at).map(
      (value): Source => ({ kind: 'value', value: typeof given === 'string' ? String(value) : value }),
    );
    // What it has is that of another thing: `The document is in this language`.
    const isReference = edges.some(({ consumer, to }) => consumer === operation && placesIn(input, to).includes(at));
    const isSame = !isReference && typeof given === 'string' && !isTimeText(given) && members.some(({ value }) => value === given);
    const plainly = [
      ...(given === undefined ? wantingAt(operation, at) : []),
      ...(isSame ? othersAt(operation, at, new Set([...members.map(({ value }) => value), given])) : []),
      ...(isTimeText(given) ? daysFromNow(given) : []),
      ...schemas.flatMap(({ enum: listed = [], default: own, minimum }) => [
        ...(own === undefined ? [] : [own]),
        ...listed,
        ...(minimum === undefined ? [] : [minimum]),
      ]),
      ...(isAmount(given) ? [1, 2, 10].map((one) => amountLike(given, one)) : []),
      REMOVED,
    ].map((value): Source => ({ kind: 'value', value }));
    return [...said, ...[...dated, ...alike].slice(0, MOST_VALUES), ...plainly];
  }

  /** A value for a member that is wanting. */
  function wantingAt(operation: Operation, at: string): readonly unknown[] {
    for (const wishes of WHOLE) {
      const value = valueAt(sampleInput(judge, operation, randomFor(0, operation.id, 'mending'), wishes), at);
      if (value !== undefined) return [value];
    }
    return [];
  }

  /** Other texts of the same form. */
  function othersAt(operation: Operation, at: string, taken: ReadonlySet<unknown>): readonly unknown[] {
    const inputs = Array.from({ length: MOST_SAMPLES }, (_, seed) =>
      sampleInput(judge, operation, randomFor(seed, operation.id, 'another'), WHOLE[1]),
    );
    const values = inputs.map((input) => valueAt(input, at)).filter((value) => typeof value === 'string' && !taken.has(value));
    return [...new Set(values)].slice(0, MOST_OTHERS);
  }

  function givenBy(source: Source, things: readonly Made[], { before, refused, input }: Given): unknown {
    if (source.kind === 'value') return source.value;
    if (source.kind === 'apart') return apartFrom(source, input, before ?? refused);
    const thing = things.find(({ producer }) => producer === source.producer);
    if (source.kind === 'keys') {
      const found = thing === undefined && source.name === undefined ? existing.newest(source) : valueAt(thing?.result, source.from);
      return mapWith(before ?? refused, found, source);
    }
    const value = thing && valueAt(thing.result, source.from);
    if (source.kind === 'soon') return typeof value === 'string' ? soonAfter(value, refused) : value;
    if (source.kind === 'day') return typeof value === 'string' ? momentOf(value, refused) : value;
    if (source.kind === 'member' || !isAmount(before) || !isAmount(value)) return value;
    const isLeast = isAmount(refused) && Number(refused) < Number(value);
    return (isLeast ? Number(before) >= Number(value) : Number(before) <= Number(value)) ? before : value;
  }

  return { attemptsFor, givenBy };
}

/**
 * The days of times that things have, or what comes soon after them. A request with one instant alone is about a moment, which is likely to come
 * after another one; those with more may have to be apart.
 */
function timesFrom({ body }: Input, given: unknown, times: readonly Member[]): readonly Source[] {
  const isMoment = Object.values(isObject(body) ? body : {}).filter(isTimeText).length === 1 && isInstant(given);
  const soon = times.filter(({ value }) => isInstant(value)).map(({ producer, from }): Source => ({ kind: 'soon', producer, from }));
  return [...(isMoment ? soon : []), ...times.map(({ producer, from }): Source => ({ kind: 'day', producer, from }))];
}

function isInstant(value: unknown): boolean {
  return isTimeText(value) && value.length > DAY_LENGTH;
}

interface Member {
  readonly producer: Operation;
  readonly from: string;
  readonly value: unknown;
}

/** The plain values that the answer to a create has, or the first item of a list. */
function* membersOf(made: Made, value: unknown = made.result.body, at = '/body', depth = 0): Generator<Member> {
  if (Array.isArray(value) && made.producer.method === 'GET') yield* membersOf(made, value[0], `${at}/0`, depth);
  if (!isObject(value) || depth > 2) return;
  for (const [name, member] of Object.entries(value)) {
    const from = at + pointerTo(name);
    if (isObject(member) || Array.isArray(member)) yield* membersOf(made, member, from, depth + 1);
    else if (typeof member === 'string' || typeof member === 'number') yield { producer: made.producer, from, value: member };
  }
}

/** Whether a value is a number, or a text such as `12.50`. */
export function isAmount(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && value.includes('.') && amountOf(value) !== undefined);
}

/** The words of a name that say something. */
function wordsIn(from: string): readonly string[] {
  return wordsOf(lastNameOf(from)).filter((word) => word.length > 3);
}
