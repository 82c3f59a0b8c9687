// Brings about what no operation makes by itself, and lists show: the invoice of a sale comes with its closing, and a grant with the decision on an
// application. It does what may bring such a thing about, on new things of the run, and looks into the list.
import type { Edge } from '../../inference/edge.ts';
import { isTextOrNumber, valueAt } from '../../inference/pointers.ts';
import { singular, stemOf } from '../../inference/prose/index.ts';
import { successSchemaOf } from '../../inference/shapes.ts';
import { beginsWith, collectionIn, lastPlaceOf, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken, resultOf } from '../sequences/index.ts';
import type { FreshnessOptions } from './freshness.ts';
import type { createKnowledge } from './knowledge.ts';
import { isSuccess, type Making } from './making.ts';
import { rewritten, unfiltered } from './rewritten.ts';

interface AppearingOptions extends Pick<FreshnessOptions, 'judge' | 'edges' | 'items' | 'existing' | 'caseOf'> {
  readonly operations: readonly Operation[];
  readonly of: ReturnType<typeof createKnowledge>;
  readonly made: Pick<Making, 'next' | 'corrected' | 'latestOf'>;
  readonly settled: (one: Case, input: Input) => Promise<Case>;
  /** The input with a new thing, which is prepared as the operation is known to need it. */
  readonly prepared: (one: Case, input: Input) => Promise<Input | undefined>;
}

/** The most operations that are tried for one list: those whose texts speak of its items, or else actions. */
const MOST_SAID = 4;
const MOST_OTHERS = 3;

/** How often the items of a list are brought about for one operation. */
const MOST_TIMES = 12;

/** Whether there is an item that the run has brought about, for the path of an operation. */
type BringAbout = (operation: Operation, mayGoOn: () => boolean) => Promise<boolean>;

export function createAppearing(options: AppearingOptions): BringAbout {
  const { judge, edges, items, existing, caseOf, operations, of, made, settled, prepared } = options;
  const times = new Map<Operation, number>();
  /** What has brought about the items of a list. */
  const known = new Map<Operation, Operation>();
  /** How many operations had succeeded when one was tried in vain for a list: with others, it may do more. */
  const vain = new Map<string, number>();
  const reachedCount = (): number => operations.filter((one) => of(one).hasSucceeded).length;

  /** Reads a list, and then with each filter by a thing of the run: what is new may stand on a later page. */
  async function isListed({ producer: list, consumer, to }: Edge): Promise<boolean> {
    const first = caseOf(list);
    if (first?.input === undefined) return false;
    const whole = unfiltered(list, first.input);
    const filters = edges.filter((edge) => edge.consumer === list && edge.to.startsWith('/query/'));
    const filtered = filters.flatMap((edge) => {
      const value = existing.newest(edge);
      return value === undefined ? [] : [changedAt(whole, edge.to, value) as Input];
    });
    for (const input of [whole, ...filtered]) {
      await made.corrected(await rewritten(judge, { ...first, id: `${first.id} for ${consumer.id} ${made.next()}` }, input));
      if (existing.has(consumer, to)) return true;
    }
    return false;
  }

  async function sent(operation: Operation, input: Input): Promise<Exchange | undefined> {
    const first = caseOf(operation);
    if (first === undefined) return undefined;
    return made.corrected(await settled({ ...first, id: `${first.id} brings about ${made.next()}` }, input));
  }

  /** Adds something to what an operation has made last. */
  async function added({ producer, from, consumer, to }: Edge): Promise<void> {
    const first = caseOf(consumer)?.input;
    const latest = made.latestOf(producer);
    const thing = latest && valueAt(resultOf(latest), from);
    if (first === undefined || !isTextOrNumber(thing)) return;
    await sent(consumer, changedAt(existing.fillerOf(consumer)(first), to, asTaken(consumer, to, thing)) as Input);
  }

  /** Does an operation on a new thing, once things were made below what is below it: bids on the lots of a sale. */
  async function done(trigger: Operation): Promise<boolean> {
    const first = caseOf(trigger);
    const input = first?.input === undefined ? undefined : await prepared(first, first.input);
    if (input === undefined) return false;
    const below = (of(trigger).preparation?.steps ?? []).filter(({ isBelow }) => isBelow === true).map(({ operation }) => operation);
    for (const edge of additionsTo(below)) await added(edge);
    const exchange = await sent(trigger, input);
    return exchange !== undefined && isSuccess(exchange);
  }

  /** Operations that have added something to such things, and do not answer with the thing itself: bids on lots. */
  function additionsTo(makers: readonly Operation[]): readonly Edge[] {
    const isAddition = ({ producer, consumer, to }: Edge): boolean =>
      consumer.method === 'POST' && pathPlacesOf(consumer.path).at(-1) === to && successSchemaOf(consumer) !== successSchemaOf(producer);
    return edges.filter((edge) => {
      const { producer, consumer } = edge;
      return makers.includes(producer) && !makers.includes(consumer) && isAddition(edge) && of(consumer).hasSucceeded;
    });
  }

  /** What may bring about the items of a list: what has done so, what texts say so of, or else actions; those alone that have succeeded. */
  function triggersFor(list: Operation): readonly Operation[] {
    const path = segmentsOf(list.path);
    const noun = stemOf(singular(collectionIn(list)));
    const changing = operations.filter(
      ({ method, path: own }) =>
        method !== 'GET' && method !== 'DELETE' && pathPlacesOf(own).length > 0 && !beginsWith(segmentsOf(own), path),
    );
    const said = changing.filter((one) => stemsIn(one).has(noun));
    const makes = new Set(edges.filter(({ to }) => to.startsWith('/path/')).map(({ producer }) => producer));
    const others = changing.filter((one) => one.method === 'POST' && !makes.has(one) && lastPlaceOf(one.path) === undefined);
    const before = known.get(list);
    // Where a text says so of an operation that has not succeeded yet, it comes first.
    const likely = said.length > 0 ? said.slice(0, MOST_SAID) : others.slice(0, MOST_OTHERS);
    return [...new Set([...(before === undefined ? [] : [before]), ...likely])].filter((one) => of(one).hasSucceeded);
  }

  return async (operation, mayGoOn) => {
    for (const edge of items.filter(({ consumer }) => consumer === operation)) {
      const count = times.get(operation) ?? 0;
      if (count >= MOST_TIMES) return false;
      times.set(operation, count + 1);
      if (!existing.has(operation, edge.to) && (await isListed(edge))) return true;
      for (const trigger of triggersFor(edge.producer)) {
        const key = `${edge.producer.id} ${trigger.id}`;
        if (!mayGoOn()) return false;
        if (vain.get(key) === reachedCount()) continue;
        vain.set(key, reachedCount());
        if (!(await done(trigger)) || !(await isListed(edge))) continue;
        known.set(edge.producer, trigger);
        vain.delete(key);
        return true;
      }
    }
    return false;
  };
}

/** The stems of the words in the texts of an operation. */
function stemsIn({ summary = '', description = '', responses }: Operation): ReadonlySet<string> {
  const texts = [summary, description, ...responses.filter(({ status }) => /^2/.test(status)).map((one) => one.description ?? '')];
  return new Set(
    texts
      .join(' ')
      .split(/[^\p{L}]+/u)
      .map((word) => stemOf(word.toLowerCase())),
  );
}
