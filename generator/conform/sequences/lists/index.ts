// Compares the answers of one list with each other: its pages, totals, filters, orders, search and defaults.
import { setTimeout } from 'node:timers/promises';
import { type ListFacts, listFactsOf, sizeLimits } from '../../../inference/lists/facts.ts';
import { statedOrder } from '../../../inference/lists/stated.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Case } from '../../contract/case.ts';
import type { Exchange } from '../../contract/exchange.ts';
import type { Target } from '../../contract/target.ts';
import type { Judge } from '../../judge/index.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { createInputs, withoutOptions } from '../inputs.ts';
import { Kin } from '../kin.ts';
import { type Equipment, SequenceFault, Stopped } from '../lab.ts';
import { Fitting } from '../making/fitting.ts';
import { Groundwork } from '../making/groundwork.ts';
import { Refusals } from '../making/refusals.ts';
import { defaultsCheck } from './defaults.ts';
import { expandedCheck } from './expanded.ts';
import { filterRequests } from './filter-values.ts';
import { filtersCheck } from './filters.ts';
import { pagesCheck } from './pages.ts';
import { isSameOrder, ListReader, type Walk } from './reader.ts';
import { type ListCheck, type ListScript, type ListSetting, smallSize } from './script.ts';
import { searchCheck, searchRequest } from './search.ts';
import { sortingCheck } from './sorting.ts';
import { spanRequests } from './span-filters.ts';
import { totalsCheck } from './totals.ts';

export interface ListOptions {
  readonly service: Service;
  readonly judge: Judge;
  readonly target: Pick<Target, 'origin' | 'basePath'>;
  readonly seed: number;
  readonly override: (operation: Operation, input: Input) => Input;
  readonly isOn: (check: string) => boolean;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
  readonly observe: (exchange: Exchange) => void;
  readonly looked: (check: string, operation: Operation, steps: readonly Exchange[]) => void;
  readonly found: (fault: SequenceFault) => void;
  /** Milliseconds after which answers agree with what was created: searches and filters may be served from an index. */
  readonly settling: number;
  /** Ends the comparisons. */
  readonly signal: AbortSignal;
  /** Creates more of what the list has, if anything does. Says whether something was created. */
  readonly more: (operation: Operation, input: Input) => Promise<boolean>;
  /** Words of what was created, the most frequent first. */
  readonly words: () => readonly string[];
}

/** The most requests about one list. */
const MOST_REQUESTS = 300;

/** The fewest items with which lists are compared without more of them. */
const FEWEST = 5;

/** The most filters that are asked for to see whether the list is more than an example. */
const MOST_PROBES = 3;

const checks: readonly ListCheck[] = [pagesCheck, totalsCheck, filtersCheck, sortingCheck, searchCheck, defaultsCheck, expandedCheck];

/** `inputs`: of the list that is read, the one with the most items first. */
export async function runList(options: ListOptions, operation: Operation, inputs: readonly Input[]): Promise<void> {
  const { service, judge, override, isOn } = options;
  const facts = listFactsOf(service, operation);
  if (facts === undefined || !checks.some(({ id }) => isOn(id))) return;
  if (facts.roles.search?.required === true) return searchFor(options, facts, inputs);
  if (facts.places.length === 0 && operation.pagination === undefined) {
    if (statedOrder(facts) !== undefined) await compareGrown(options, facts, inputs);
    return;
  }
  for (const input of inputs) {
    const base = override(operation, withoutOptions(operation, input));
    const reader = new ListReader(facts, equipmentOf(options), base);
    let whole = await wholeOf(reader);
    if (whole?.ended === true && whole.items.length < FEWEST && (await options.more(operation, base))) whole = await wholeOf(reader);
    if (whole === undefined || whole.items.length === 0) continue;
    const setting = { facts, reader, judge, whole };
    if (await isAlive(setting)) await compare(options, setting);
    return;
  }
}

/** A list whose query says nothing is compared where it is seen to grow by what is created. */
async function compareGrown(options: ListOptions, facts: ListFacts, inputs: readonly Input[]): Promise<void> {
  const { operation } = facts;
  for (const input of inputs) {
    const base = options.override(operation, withoutOptions(operation, input));
    const reader = new ListReader(facts, equipmentOf(options), base);
    const before = await wholeOf(reader);
    if (before === undefined || !(await options.more(operation, base))) continue;
    const whole = await wholeOf(reader);
    if (whole === undefined || whole.items.length <= before.items.length || whole.items.length < 2) continue;
    await compare(options, { facts, reader, judge: options.judge, whole });
    return;
  }
}

/** The most words that are searched for, to find the one that most things have. */
const MOST_WORDS = 12;

/** A list that is a search: it is compared by the word of what was created that finds the most. */
async function searchFor(options: ListOptions, facts: ListFacts, [input]: readonly Input[]): Promise<void> {
  const { operation, roles } = facts;
  if (input === undefined || roles.search === undefined) return;
  let best: ListSetting | undefined;
  for (const word of options.words().slice(0, MOST_WORDS)) {
    const base = options.override(operation, changedAt(withoutOptions(operation, input), roles.search.at, word) as Input);
    const reader = new ListReader(facts, equipmentOf(options), base);
    const whole = await wholeOf(reader);
    // It is not known how much a search finds that is cut.
    const isBetter = whole?.ended === true && (best?.whole.ended !== true || whole.ids.length > best.whole.ids.length);
    if (whole !== undefined && whole.ids.length > 1 && (best === undefined || isBetter))
      best = { facts, reader, judge: options.judge, whole };
  }
  // Where another word finds other things, the answer is no example.
  if (best !== undefined && (await isAlive(best))) await compare(options, best);
}

function equipmentOf({ judge, target, seed, override, send, observe, signal }: ListOptions): Equipment {
  let sent = 0;
  return {
    judge,
    target,
    inputs: createInputs(judge, seed, override),
    send,
    observe,
    number: () => ++sent,
    // Lists are only read here: what is made for them is sent as the cases are.
    unique: (_, input) => input,
    renewed: () => undefined,
    suited: (_, input) => input,
    proven: () => undefined,
    prepare: async () => false,
    reached: { isKnown: () => false, make: async () => undefined },
    refusals: new Refusals(),
    fitting: new Fitting(judge, []),
    groundwork: new Groundwork(new Kin([], []), () => []),
    mayGoOn: () => !signal.aborted && sent < MOST_REQUESTS,
    // A list that seems wrong is compared again within its own requests.
    allowMore: () => {},
  };
}

async function wholeOf(reader: ListReader): Promise<Walk | undefined> {
  const size = sizeLimits(reader.facts)?.most;
  try {
    return await reader.walk(reader.lab(), { says: 'list', size });
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}

/** Whether anything in the query changes the answer. Mocks answer each request with the same example, and no comparison says anything of them. */
async function isAlive(setting: ListSetting): Promise<boolean> {
  const { reader, whole } = setting;
  if (whole.pages.length > 1) return true;
  const size = smallSize(setting);
  const search = searchRequest(setting);
  const requests = [
    ...(size === undefined ? [] : [{ size }]),
    ...(search === undefined ? [] : [search]),
    ...[...filterRequests(setting), ...spanRequests(setting)].slice(0, MOST_PROBES),
  ];
  for (const request of requests) {
    try {
      const page = await reader.page(reader.lab(), 'list', { input: reader.input(request) });
      if (page !== undefined && !isSameOrder(page, whole)) return true;
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }
  return false;
}

async function compare(options: ListOptions, setting: ListSetting): Promise<void> {
  const { isOn, found, settling, signal } = options;
  let isSettled = settling === 0;
  for (const { id, scripts } of checks.filter((one) => isOn(one.id)))
    for (const script of scripts(setting)) {
      const fault = await faultOf(options, setting, id, script);
      if (fault === undefined) continue;
      if (!isSettled) await setTimeout(settling, undefined, { signal }).catch(() => {});
      isSettled = true;
      // Others may change the list at the same time: then it says nothing.
      const again = await wholeOf(setting.reader);
      if (again === undefined || !isSameList(again, setting.whole)) return;
      if ((await faultOf(options, setting, id, script))?.expected === fault.expected) found(fault);
    }
}

function isSameList(one: Walk, other: Walk): boolean {
  return one.ids.toSorted().join('\n') === other.ids.toSorted().join('\n');
}

async function faultOf(
  { looked }: ListOptions,
  { facts, reader }: ListSetting,
  check: string,
  script: ListScript,
): Promise<SequenceFault | undefined> {
  try {
    for await (const _ of script()) looked(check, facts.operation, reader.steps);
  } catch (error) {
    if (error instanceof SequenceFault) return error;
    if (!(error instanceof Stopped)) throw error;
  }
  return undefined;
}
