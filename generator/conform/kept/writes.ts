// Writes values that are easily lost, at as many places of an input at once as the document allows and the service accepts.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import { overlaps, valueAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input, schemasOf } from '../plan/index.ts';
import { hasSucceeded } from '../values/bases.ts';
import { type RichPlace, richPlaces } from './rich.ts';

export interface WriterOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

export interface Writer {
  /** Sends an input; `undefined` where the document does not allow it, or nothing was answered. `at` is the place that the request is about. */
  written(operation: Operation, input: Input, says: string, at?: string): Promise<Answered | undefined>;
  /** Writes the input with values that are easily lost, other ones in each round, and gives the requests that succeed. */
  rounds(operation: Operation, base: Input): AsyncGenerator<Answered>;
}

/** The most requests with such values to one operation. */
const MOST_WRITES = 60;

/** The most values of one place. */
const MOST_ROUNDS = 14;

/** A place that was refused alone so often is left as it is. */
const MOST_REFUSALS = 3;

interface Chosen {
  readonly at: string;
  readonly value: unknown;
}

interface Budget {
  writes: number;
  /** How often each place was refused alone. */
  readonly refused: Map<string, number>;
}

export function createWriter({ judge, edges, send }: WriterOptions): Writer {
  let number = 0;

  async function written(operation: Operation, input: Input, says: string, at?: string): Promise<Answered | undefined> {
    const intent: Case['intent'] = { kind: 'valid', by: 'boundary' };
    const request = await confirmed(judge, { operation, intent }, input);
    if (request === undefined) return undefined;
    const exchange = await send({
      ...{ id: `${operation.id} valid ${says} #${number++}`, operation, intent, says, location: operation.location, request, input },
      ...{ credential: 'given', isGrounded: true },
      ...(at === undefined ? {} : { at }),
    });
    return exchange?.response === undefined ? undefined : exchange;
  }

  /** Writes the values at as many of the places as the service accepts at once. */
  async function* spreadOver(operation: Operation, base: Input, chosen: readonly Chosen[], budget: Budget): AsyncGenerator<Answered> {
    const [first] = chosen;
    if (first === undefined || budget.writes <= 0) return;
    budget.writes--;
    const input = chosen.reduce<Input>((whole, { at, value }) => changedAt(whole, at, value) as Input, base);
    const exchange = await written(operation, input, 'with values that are easily lost');
    if (exchange === undefined) return;
    if (hasSucceeded(exchange)) yield exchange;
    else if (chosen.length === 1) budget.refused.set(first.at, (budget.refused.get(first.at) ?? 0) + 1);
    else {
      const half = Math.ceil(chosen.length / 2);
      yield* spreadOver(operation, base, chosen.slice(0, half), budget);
      yield* spreadOver(operation, base, chosen.slice(half), budget);
    }
  }

  async function* rounds(operation: Operation, base: Input): AsyncGenerator<Answered> {
    const schemas = schemasOf(operation, '/body');
    const references = edges.filter(({ consumer }) => consumer === operation).map(({ to }) => to.replaceAll('/-', '/0'));
    const places = [...richPlaces(base.body, schemas, '/body', (at) => references.includes(at))];
    const budget: Budget = { writes: MOST_WRITES, refused: new Map() };
    const most = Math.max(0, ...places.map(({ values }) => values.length));
    for (let round = 0; round < Math.min(most, MOST_ROUNDS); round++) {
      const open = places.filter(({ at }) => (budget.refused.get(at) ?? 0) < MOST_REFUSALS);
      for (const list of [false, true]) yield* spreadOver(operation, base, chosenFor(operation, base, open, round, list), budget);
    }
  }

  /** The values of one round that the document allows together; those of whole lists and maps apart from those of their members. */
  function chosenFor(
    operation: Operation,
    base: Input,
    places: readonly RichPlace[],
    round: number,
    areHolders: boolean,
  ): readonly Chosen[] {
    const chosen: Chosen[] = [];
    let input = base;
    for (const { at, values } of places) {
      const value = values[round];
      const isHolder = typeof valueAt(base, at) === 'object';
      if (value === undefined || isHolder !== areHolders || chosen.some((one) => overlaps(one.at, at))) continue;
      const changed = changedAt(input, at, value) as Input;
      if (isDeepStrictEqual(changed, input) || judge.input(operation, changed).length > 0) continue;
      input = changed;
      chosen.push({ at, value });
    }
    return chosen;
  }

  return { written, rounds };
}
