// Has the lists of a service compared once its things have been made: which list of an operation is read, and how more things come into it.
import { isObject, valueAt } from '../../inference/pointers.ts';
import { isSameTemplate, pathPlacesOf, segmentsOf, valuesIn } from '../../inference/templates.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, confirmed, type Input } from '../plan/index.ts';
import { asTaken, type ListOptions, runList } from '../sequences/index.ts';

export interface Lists {
  /** Remembers where things were made. */
  see(exchange: Exchange): void;
  /** Compares the answers of a list. */
  run(operation: Operation, first: Case): Promise<void>;
}

export interface ListsOptions extends Omit<ListOptions, 'more' | 'words'> {
  readonly planOf: (operation: Operation) => Promise<readonly Case[]>;
  readonly mayCall: (operation: Operation) => boolean;
  /** Puts what exists into an input. */
  readonly fill: (operation: Operation, input: Input) => Input;
  /** Sends a case with values of its own. */
  readonly create: (one: Case) => Promise<Exchange | undefined>;
}

/** The most lists of one operation that are tried: those below the same path but other parents. */
const MOST_PARENTS = 3;

/** The most things that are made for one list. */
const MOST_MADE = 8;

export function createLists(options: ListsOptions): Lists {
  const { service, judge, planOf, mayCall, fill, create } = options;
  /** How many things were made below each path, by operation. */
  const made = new Map<Operation, Map<string, number>>();
  /** How many things were made with each word in a name. */
  const words = new Map<string, number>();

  async function more(operation: Operation, input: Input): Promise<boolean> {
    const maker = makerOf(service, operation);
    if (maker === undefined || !mayCall(maker)) return false;
    const cases = (await planOf(maker)).filter(({ intent, credential }) => intent.kind === 'valid' && credential === 'given');
    let count = 0;
    for (const one of cases.slice(0, MOST_MADE)) {
      if (options.signal.aborted) break;
      const placed = one.input && withPath(maker, one.input, pathValues(operation, input));
      const request = placed && (await confirmed(judge, one, placed));
      if (placed === undefined || request === undefined) continue;
      const next = { ...one, id: `${one.id} for ${operation.id}`, input: placed, request };
      const exchange = await (pathPlacesOf(maker.path).length === 0 ? create(next) : below(next));
      if (exchange?.response !== undefined && exchange.response.status < 300) count++;
    }
    return count > 0;
  }

  /** Below a parent that is chosen: fresh values might choose another one. */
  async function below(one: Case): Promise<Exchange | undefined> {
    const exchange = await options.send(one);
    if (exchange !== undefined) options.observe(exchange);
    return exchange;
  }

  return {
    see({ case: one, response }) {
      const { operation, credential, request } = one;
      if (!['POST', 'PUT'].includes(operation.method) || credential !== 'given' || response === undefined || response.status >= 300) return;
      for (const word of wordsIn(one.input?.body)) words.set(word, (words.get(word) ?? 0) + 1);
      if (operation.method !== 'POST') return;
      const paths = made.get(operation) ?? new Map<string, number>();
      const [path = ''] = request.target.split('?');
      made.set(operation, paths.set(path, (paths.get(path) ?? 0) + 1));
    },
    async run(operation, first) {
      if (first.input === undefined) return;
      const places = pathPlacesOf(operation.path);
      const maker = makerOf(service, operation);
      const paths = [...((maker && made.get(maker)) ?? [])].sort(([, one], [, other]) => other - one).slice(0, MOST_PARENTS);
      const parents =
        places.length === 0 || maker === undefined
          ? []
          : paths.map(([path]) => valuesAlong(maker, path)).filter((one) => one !== undefined);
      const inputs = parents.map((values) => withPath(operation, first.input as Input, values));
      await runList({ ...options, more, words: () => mostFrequent(words) }, operation, [
        ...inputs,
        fill(operation, first.input),
        first.input,
      ]);
    },
  };
}

const NAMES = /name|title|subject|label|summary/i;

/** The words of the names in a body. */
function wordsIn(body: unknown): ReadonlySet<string> {
  const names = isObject(body) ? Object.entries(body).filter(([name, value]) => NAMES.test(name) && typeof value === 'string') : [];
  return new Set(names.flatMap(([, value]) => String(value).split(/[^a-z]+/i)).filter((word) => word.length > 3 && word.length < 20));
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

/** The operation that makes what a list has: `POST` at the same path. */
function makerOf({ operations }: Service, { path }: Operation): Operation | undefined {
  return operations.find((one) => one.method === 'POST' && isSameTemplate(segmentsOf(one.path), segmentsOf(path)));
}

function valuesAlong({ path }: Operation, sent: string): readonly string[] | undefined {
  const values = valuesIn(segmentsOf(path), segmentsOf(sent));
  return values === undefined ? undefined : [...values.values()];
}

function pathValues({ path }: Operation, input: Input): readonly unknown[] {
  return pathPlacesOf(path).map((place) => valueAt(input, place));
}

/** The input with these values in its path, in the order of the path. */
function withPath(operation: Operation, input: Input, values: readonly unknown[]): Input {
  return pathPlacesOf(operation.path).reduce<Input>(
    (whole, place, index) => changedAt(whole, place, asTaken(operation, place, values[index])) as Input,
    input,
  );
}
