// Finds out which values of an operation others may not have too, and gives each request new ones: names, e-mail addresses, numbers.

import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../../inference/edge.ts';
import { overlaps, pointerTo, tokensOf, valueAt } from '../../../inference/pointers.ts';
import { requestKeyOf } from '../../../inference/request-keys.ts';
import { isVersion } from '../../../inference/stated/versions.ts';
import { isClockText } from '../../../inference/steps.ts';
import { calledTarget } from '../../../inference/targets.ts';
import type { Operation } from '../../../model/service.ts';
import { textOf } from '../../checks/text.ts';
import type { Case } from '../../contract/case.ts';
import { chanceInt } from '../../contract/chance.ts';
import type { Exchange } from '../../contract/exchange.ts';
import type { Judge } from '../../judge/index.ts';
import { changedAt, type Input, schemasOf } from '../../plan/index.ts';
import { newValues, sameForm } from '../../sequences/index.ts';
import { namedParts } from '../../values/blamed.ts';
import { daysLater, isDay, isDayOrMonth, isMonth, MOST_MONTHS, monthsLater } from './days.ts';
import { eachItem, leavesOf } from './leaves.ts';
import { createReturned } from './returned.ts';

export interface Uniqueness {
  /** The input of a case with new values where the service is known to want values of their own. */
  unique(one: Pick<Case, 'operation' | 'at'>, input: Input): Input;
  /** The input with other values in place of those that it was refused for, since others have them; `undefined` where nothing is known to help. */
  renewed(exchange: Exchange): Input | undefined;
  /** Whether a conflict names texts of the body that other things may have, such as a name, and that were not renewed in vain for it. */
  mayBeTaken(exchange: Exchange): boolean;
  /** Notes whether the other values were answered better: those that did not help need not be unique. */
  helped(operation: Operation, isBetter: boolean): void;
  /** Takes back that values did not help where the next refusal is another one: they have taken the first reason away. */
  see(exchange: Exchange): void;
}

interface Knowledge {
  /** JSON pointers of values that must be unique. */
  readonly unique: Set<string>;
  /** The pointers that the last attempt has renewed, and those whose new values did not help, with the refusals after which they were tried. */
  trial: readonly string[];
  readonly vain: Map<string, Set<string>>;
  /** The refusal after which values were renewed last, and their pointers. */
  last: { readonly text: string; readonly places: readonly string[] } | undefined;
}

export function createUniqueness(
  judge: Judge,
  edges: readonly Edge[],
  override: (operation: Operation, input: Input) => Input,
): Uniqueness {
  const known = new Map<Operation, Knowledge>();
  const returned = createReturned(edges, (input) =>
    [...leavesOf(valueAt(input, '/body'), '/body', 0)].filter((at) => NAMES.test(nameOf(at))),
  );
  const of = (operation: Operation): Knowledge => {
    const one = known.get(operation) ?? {
      unique: new Set(ownKeyOf(operation)),
      trial: [],
      vain: new Map<string, Set<string>>(),
      last: undefined,
    };
    known.set(operation, one);
    return one;
  };

  function withUnique(one: Pick<Case, 'operation' | 'at'>, input: Input, places: ReadonlySet<string>): Input {
    const { operation, at: about } = one;
    const before = judge.input(operation, input).length;
    const put = (whole: Input, at: string, candidates: readonly unknown[]): Input => {
      const changed = candidates.map((candidate) => changedAt(whole, at, candidate) as Input);
      return changed.find((next) => judge.input(operation, next).length === before) ?? whole;
    };
    const all = [...places].flatMap((place) => eachItem(input, place)).filter((at) => valueAt(input, at) !== undefined);
    const changed = all.reduce<Input>((whole, at) => {
      const value = valueAt(whole, at);
      if (isDayOrMonth(value) || (about !== undefined && overlaps(at, about) && about !== at)) return whole;
      // The case is about this value: only its form may stay.
      return put(
        whole,
        at,
        about === at ? sameForm(value, hasPattern(operation, at)) : [...otherSlots(operation, at, value), ...newValues(value)],
      );
    }, input);
    if (!all.some((at) => isDayOrMonth(valueAt(input, at)))) return changed;
    // All days and months move by as much, so that what they are to each other stays; none does where the case is about one of them.
    const times = [...leavesOf(valueAt(input, '/body'), '/body', 0)]
      .flatMap((at) => eachItem(input, at))
      .filter((at) => isDayOrMonth(valueAt(input, at)));
    if (times.some((at) => about !== undefined && overlaps(at, about))) return changed;
    const later = times.some((at) => isMonth(valueAt(input, at))) ? monthsLater(chanceInt(1, MOST_MONTHS)) : daysLater(chanceInt(1, 700));
    const moved = times.reduce<Input>((whole, at) => changedAt(whole, at, later(String(valueAt(input, at)))) as Input, changed);
    return judge.input(operation, moved).length === before ? moved : changed;
  }

  /** The places that are new in each request, and those that were renewed in vain after the same refusal. */
  function triedFor(exchange: Exchange): ReadonlySet<string> {
    const { unique, vain } = of(exchange.case.operation);
    const reason = reasonOf(exchange);
    const tried = [...vain].filter(([, reasons]) => reasons.has(reason) || reasons.size >= MOST_REASONS).map(([place]) => place);
    return new Set([...unique, ...tried]);
  }

  return {
    unique: (one, input) => withUnique(one, input, of(one.operation).unique),
    renewed(exchange) {
      const { case: one } = exchange;
      const knowledge = of(one.operation);
      if (one.input === undefined || !isDuplicate(exchange)) return undefined;
      const places = uniquePlaces(exchange, triedFor(exchange), edges);
      if (places.length === 0) return undefined;
      const input = override(one.operation, withUnique(one, one.input, new Set(places)));
      if (isDeepStrictEqual(input, one.input)) return undefined;
      for (const place of places) knowledge.unique.add(place);
      knowledge.trial = places;
      knowledge.last = { text: reasonOf(exchange), places };
      return input;
    },
    mayBeTaken(exchange) {
      const { case: one, response } = exchange;
      if (one.input === undefined || response?.status !== 409) return false;
      const text = textOf(response).toLowerCase();
      const places = uniquePlaces(exchange, triedFor(exchange), edges);
      return (
        places.length > 0 && places.every((at) => text.includes(nameOf(at).toLowerCase()) && isPlainText(one.operation, at, one.input))
      );
    },
    helped(operation, isBetter) {
      const knowledge = of(operation);
      if (!isBetter)
        for (const place of knowledge.trial) {
          knowledge.unique.delete(place);
          knowledge.vain.set(place, new Set([...(knowledge.vain.get(place) ?? []), knowledge.last?.text ?? '']));
        }
      knowledge.trial = [];
    },
    see(exchange) {
      const knowledge = of(exchange.case.operation);
      for (const place of returned.namesIn(exchange)) knowledge.unique.add(place);
      const { last } = knowledge;
      if (last === undefined || last.text === reasonOf(exchange)) return;
      knowledge.last = undefined;
      // Without any text, two reasons look the same.
      if (!isDuplicate(exchange) || exchange.response?.body.length === 0) return;
      for (const place of last.places) {
        knowledge.vain.delete(place);
        knowledge.unique.add(place);
      }
    },
  };
}

function hasPattern(operation: Operation, at: string): boolean {
  return schemasOf(operation, at).some(({ pattern }) => pattern !== undefined);
}

/** Whether a value is a text of the caller's own: neither a time nor one of those that the document lists. */
function isPlainText(operation: Operation, at: string, input: Input | undefined): boolean {
  const value = valueAt(input, at);
  const isListed = schemasOf(operation, at.replaceAll('/*/', '/0/')).some((one) => one.enum !== undefined);
  return typeof value === 'string' && !isListed && !isDayOrMonth(value) && !isClockText(value);
}

function nameOf(at: string): string {
  return tokensOf(at).at(-1) ?? '';
}

/** What an answer says, without numbers, which may be those of the request. */
function reasonOf({ response }: Exchange): string {
  return response === undefined ? '' : `${response.status} ${textOf(response).replace(/\d+/g, '')}`.trim();
}

/** The place of a body or a query by which a service knows that a request is sent again: behind a value that it knows, it looks at nothing else. */
function ownKeyOf(operation: Operation): readonly string[] {
  const place = requestKeyOf(operation)?.place;
  return place === undefined || place.startsWith('/header/') ? [] : [place];
}

/** A value that was renewed in vain for so many reasons need not be unique. */
const MOST_REASONS = 3;

const DUPLICATE = /exist|taken|duplicate|unique|already|in use|conflict|not available|unavailable/i;

/** What says that something is there already. */
const EXISTING = /exist|taken|duplicate|unique|already|in use/i;

function isDuplicate({ response }: Exchange): boolean {
  if (response?.status === 409) return true;
  if (response?.status !== 400 && response?.status !== 422) return false;
  // What does not exist is no duplicate.
  return DUPLICATE.test(textOf(response).replace(/\b(?:not|n't|n’t|never)\s+(?:exist|taken|unique|in use)/gi, ''));
}

/** What says that something else has the same days, or a part of them. The word conflict alone is only the name of the status 409. */
const CLASH =
  /exist|taken|duplicate|unique|already|in use|conflicts? with|available|overlap|busy|occupied|booked|clash|colli(?:de|sion)|same (?:day|date|time|period)/i;

const NAMES = /mail|slug|sku|code|key|handle|user|login|number|ref|title|name|domain|url|uri|phone|serial|isbn|extern|id$|label|path|host/i;

/** The values of a body that may have to be unique: those that the answer names, then those whose names say so, then all that are left. */
function uniquePlaces(exchange: Exchange, known: ReadonlySet<string>, edges: readonly Edge[]): readonly string[] {
  const { case: one, response } = exchange;
  const text = response === undefined ? '' : textOf(response).toLowerCase();
  const taken = new Set(edges.filter(({ consumer }) => consumer === one.operation).map(({ to }) => to));
  // A day is seldom unique: it is renewed where the answer says that something else has it.
  const mayRenewDays = text === '' || CLASH.test(text);
  const isFixed = (at: string): boolean => !mayRenewDays && isDayOrMonth(valueAt(one.input, at));
  const leaves = [...leavesOf(valueAt(one.input, '/body'), '/body', 0)].filter(
    (at) =>
      !isFixed(at) &&
      !known.has(at) &&
      !taken.has(at.replaceAll('/*/', '/0/')) &&
      !isVersion(nameOf(at)) &&
      !isClockText(valueAt(one.input, at)),
  );
  // An error that names references alone speaks of what they name, and of no other value.
  const told = namedParts(exchange);
  if (told.length > 0 && told.every((at) => taken.has(at))) return [];
  const chosen = chosenNames(one).filter((at) => !known.has(at) && !taken.has(at));
  const blamed = [...chosen, ...leaves].filter((at) => nameOf(at).length > 1 && text.includes(nameOf(at).toLowerCase()));
  if (blamed.length > 0) return blamed;
  if (chosen.length > 0) return chosen;
  const likely = leaves.filter((at) => NAMES.test(nameOf(at)));
  if (likely.length > 0) return likely;
  // An amount is seldom unique: a conflict that speaks of nothing that exists is about something else.
  const others = leaves.filter((at) => !at.includes('/*/'));
  const isSlot = (at: string): boolean => otherSlots(one.operation, at, valueAt(one.input, at)).length > 0;
  return EXISTING.test(text) || text === '' ? others : others.filter((at) => typeof valueAt(one.input, at) === 'string' || isSlot(at));
}

/** Names of parameters of a query by which a caller chooses the identifier of what is made: `POST /books?bookId=…`. */
const CHOSEN = /(?:id|slug|key|code|handle|name)$/i;

function chosenNames({ operation, input }: Case): readonly string[] {
  if (operation.method !== 'POST') return [];
  return operation.parameters
    .filter(({ in: where, name, required }) => where === 'query' && required && CHOSEN.test(name))
    .map(({ name }) => pointerTo('query', name))
    .filter((at) => typeof valueAt(input, at) === 'string');
}

/**
 * An input with the days of another one, where it has days too: a sequence chooses them on purpose. What is past may become what is ahead: few
 * sequences need it.
 */
export function withDaysOf(given: Input, input: Input, now: number = Number.NEGATIVE_INFINITY): Input {
  const days = [...leavesOf(valueAt(given, '/body'), '/body', 0)]
    .flatMap((at) => eachItem(given, at))
    .filter((at) => isDay(valueAt(given, at)));
  return days
    .filter((at) => isMoved(valueAt(given, at), valueAt(input, at), now))
    .reduce<Input>((whole, at) => changedAt(whole, at, valueAt(given, at)) as Input, input);
}

function isMoved(given: unknown, other: unknown, now: number): boolean {
  if (!isDay(given) || !isDay(other) || given === other) return false;
  return !(Date.parse(given) < now && Date.parse(other) > now);
}

/** The most values between two bounds that are a choice of a few, and no amount. */
const MOST_VALUES = 100;

/** The least listed values that are places of a plan. Two are a kind or a switch. */
const LEAST_LISTED = 3;

const STATE = /(?:state|status|type|kind|event|action)$/i;

/**
 * The values that a member may have instead, in any order, such as the days of a week and the hours of a timetable: each of them can be taken. None
 * where its values are not few.
 */
function otherSlots(operation: Operation, at: string, value: unknown): readonly unknown[] {
  // A change, and a kind or a state, that is refused is so for what the thing is.
  if (operation.method !== 'POST' || STATE.test(at) || at === calledTarget(operation)?.place) return [];
  const schemas = schemasOf(operation, at.replaceAll('/*/', '/0/'));
  const listed = schemas.find((one) => (one.enum ?? []).length >= LEAST_LISTED)?.enum ?? [];
  if (listed.includes(value as never)) return shuffled(listed.filter((one) => one !== value && one !== null));
  const least = Number(schemas.find((one) => one.minimum !== undefined)?.minimum ?? Number.NaN);
  const most = Number(schemas.find((one) => one.maximum !== undefined)?.maximum ?? Number.NaN);
  if (!Number.isInteger(value) || !(most - least < MOST_VALUES)) return [];
  const numbers = Array.from({ length: Math.floor(most - least) + 1 }, (_, index) => least + index);
  return shuffled(numbers.filter((one) => one !== value)).slice(0, 4);
}

function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, at: chanceInt(0, 1e6) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
