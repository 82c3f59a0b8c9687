// Orders what begins and what ends in sampled inputs: few services take an end before its start, or a time between them without bounds.
import { pointerToken } from '@octavo/runtime/conformance';
import { changedAt, valueAt } from '../../inference/pointers.ts';
import { wordsOf } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import type { Judge } from '../judge/index.ts';
import type { Input } from './input.ts';

/** Words of which the first is in the name of what begins, and the others are in its place in the name of what ends. */
const PAIRS: ReadonlyMap<string, readonly string[]> = new Map([
  ['start', ['end', 'finish', 'stop']],
  ['starts', ['ends', 'finishes', 'stops']],
  ['started', ['ended', 'finished', 'stopped']],
  ['starting', ['ending']],
  ['begin', ['end']],
  ['begins', ['ends']],
  ['beginning', ['ending']],
  ['open', ['close']],
  ['opens', ['closes']],
  ['opened', ['closed']],
  ['opening', ['closing']],
  ['from', ['to', 'until', 'till', 'before', 'thru', 'through']],
  ['since', ['until', 'to', 'before']],
  ['after', ['before']],
  ['min', ['max']],
  ['minimum', ['maximum']],
  ['lower', ['upper']],
  ['low', ['high']],
  ['earliest', ['latest']],
  ['first', ['last']],
  ['arrival', ['departure']],
  ['arrives', ['departs', 'leaves']],
  ['in', ['out']],
  ['issued', ['expires', 'due']],
  ['pickup', ['return', 'dropoff']],
]);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Objects deeper inside an input stay as they are. */
const MOST_DEPTH = 4;

/**
 * The input with each end after its start, and near to it; what is wrong to the judge only so stays. What the document's own examples have stays
 * as it is, where it is in order: other examples may need all of the time between. `only`: the pairs alone that have this place.
 */
export function inOrder(
  judge: Judge,
  operation: Operation,
  input: Input,
  { isExample = false, only }: { readonly isExample?: boolean; readonly only?: string } = {},
): Input {
  const examples = (operation.body?.contents ?? []).flatMap((one) => (one.kind === 'bytes' ? [] : one.examples.map(({ value }) => value)));
  const isGiven = (pair: Pair): boolean =>
    isExample || examples.some((body) => [pair.start, pair.end].every(({ at, value }) => valueAt({ body }, at) === value));
  const pairs = [...pairsIn(input.query, '/query', 0), ...pairsIn(input.body, '/body', 0)].filter(
    (pair) => (only === undefined || pair.start.at === only || pair.end.at === only) && !(isAscending(pair) && isGiven(pair)),
  );
  // An input may be wrong on purpose, elsewhere.
  const before = pairs.length === 0 ? 0 : judge.input(operation, input).length;
  return pairs.reduce<Input>((whole, pair) => {
    const found = candidatesFor(pair).find((changes) => judge.input(operation, applied(whole, changes)).length <= before);
    return found === undefined ? whole : applied(whole, found);
  }, input);
}

function isAscending({ start, end }: Pair): boolean {
  if (typeof start.value === 'number' || typeof end.value === 'number') return start.value < end.value;
  return Date.parse(start.value) < Date.parse(end.value);
}

interface Pair {
  readonly start: Member;
  readonly end: Member;
}

interface Member {
  readonly at: string;
  readonly value: string | number;
}

type Change = readonly [at: string, value: unknown];

function applied(input: Input, changes: readonly Change[]): Input {
  return changes.reduce<Input>((whole, [at, value]) => changedAt(whole, at, value) as Input, input);
}

function* pairsIn(value: unknown, at: string, depth: number): Generator<Pair> {
  if (typeof value !== 'object' || value === null || value instanceof Blob || depth > MOST_DEPTH) return;
  const members = Object.entries(value);
  for (const [name, member] of members) {
    yield* pairsIn(member, `${at}/${pointerToken(name)}`, depth + 1);
    const end = members.find(([other]) => isEndOf(other, name));
    if (end === undefined) continue;
    const [start, stop] = [[name, member] as const, end].map(([own, one]) => ({ at: `${at}/${pointerToken(own)}`, value: one }));
    if (isComparable(start) && isComparable(stop) && typeof start.value === typeof stop.value) yield { start, end: stop };
  }
}

/** Whether two names differ in one word, by which one begins and the other one ends. */
function isEndOf(other: string, name: string): boolean {
  const [words, others] = [wordsOf(name), wordsOf(other)];
  const index = words.findIndex((word, place) => word !== others[place]);
  if (index < 0 || words.length !== others.length) return false;
  const isSame = words.every((word, place) => place === index || word === others[place]);
  return isSame && PAIRS.get(words[index] ?? '')?.includes(others[index] ?? '') === true;
}

/** A number, a date or an instant. */
function isComparable(member: { readonly at: string; readonly value: unknown } | undefined): member is Member {
  const value = member?.value;
  return (
    typeof value === 'number' || (typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T.*)?$/.test(value) && !Number.isNaN(Date.parse(value)))
  );
}

/** What may be changed, the best first. Nothing, where the two are in order and near to each other. */
function candidatesFor({ start, end }: Pair): readonly (readonly Change[])[] {
  const swapped: readonly Change[] = [
    [start.at, end.value],
    [end.at, start.value],
  ];
  if (typeof start.value === 'number' || typeof end.value === 'number') return start.value > end.value ? [swapped] : [];
  const [from, to] = [start.value, end.value].map((text) => Date.parse(text)) as [number, number];
  const isDate = start.value.length === 10;
  const step = isDate ? DAY : HOUR;
  if (to > from && to - from <= (isDate ? 7 * DAY : DAY)) return [];
  const near = (time: number): string => (end.value.toString().length === 10 ? dayOf(time) : instantOf(time));
  return [
    [[end.at, near(from + step)]],
    ...(to < from ? ([[[start.at, isDate ? dayOf(to - step) : instantOf(to - step)]], swapped] as const) : []),
  ];
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function instantOf(time: number): string {
  return new Date(time).toISOString().replace(/\.000Z$/, 'Z');
}
