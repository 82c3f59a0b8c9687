// Tries sentences on both sides of what they name: a service that accepts both sides of what a sentence restricts does not keep it.
import { isObject, valueAt } from '../../inference/pointers.ts';
import { expectedOf, quoted } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Fault, Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input } from '../plan/index.ts';
import { hasSucceeded } from './bases.ts';
import { namedParts } from './blamed.ts';
import type { Body } from './broken.ts';
import { type Around, type Edge, type Side, type Sided, sidedOf } from './sides/index.ts';

export interface BothSides {
  /** Tries the sentences of an operation, in requests that have succeeded. `sample`: other values of each part. */
  settle(operation: Operation, starts: readonly Input[], sample: Input | undefined): Promise<void>;
  areFor(operation: Operation): boolean;
}

export interface BothSidesOptions {
  readonly judge: Judge;
  /** The check that the findings belong to. */
  readonly check: string;
  /** A request that has not been sent: its things and values are free. */
  readonly base: (operation: Operation, input: Input) => Promise<Case | undefined>;
  /** The case on new things, where a status speaks of the things. */
  readonly anew: (one: Case, status: number) => Promise<Case | undefined>;
  /** The things that an input names, as they were shown last. */
  readonly named: (operation: Operation, input: Input) => Around['things'];
  /** The things that may be at a place of an operation, each with the value by which it is named there. */
  readonly choices: (operation: Operation, at: string) => readonly { readonly value: unknown; readonly shown: unknown }[];
  readonly send: (one: Case) => Promise<Exchange | undefined>;
  readonly looked: (check: string, operation: Operation, steps: readonly Exchange[]) => void;
  readonly found: (fault: Fault, exchanges: Finding['exchanges']) => void;
}

/** The most sentences of one operation, and the most requests that each starts from. */
const MOST = 16;
const MOST_STARTS = 3;

const BLAMES: ReadonlySet<number> = new Set([400, 422]);

export function createBothSides({ judge, check, base, anew, named, choices, send, looked, found }: BothSidesOptions): BothSides {
  let number = 0;
  const known = new Map<Operation, readonly Sided[]>();
  const sidedFor = (operation: Operation): readonly Sided[] => {
    const sided = known.get(operation) ?? sidedOf(judge.service, operation).slice(0, MOST);
    known.set(operation, sided);
    return sided;
  };

  /** What one sentence is tried with. */
  interface Trial {
    readonly operation: Operation;
    readonly start: Input;
    readonly sided: Sided;
    readonly sample: Input | undefined;
  }

  function chosen<T>(
    { operation, sided: { at }, sample }: Trial,
    input: Input | undefined,
    choose: (body: Body, around: Around) => T,
  ): T | undefined {
    const [body, spare] = [valueAt(input, at), valueAt(sample, at)];
    if (input === undefined || !isObject(body)) return undefined;
    return choose(body, {
      spare: isObject(spare) ? spare : {},
      things: named(operation, input).map((thing) => withoutIds(thing, input)),
      choices: (member) =>
        choices(operation, `${at}/${member}`).flatMap(({ value, shown }) => (isObject(shown) ? [{ value, thing: shown }] : [])),
    });
  }

  /** Sends one side; once more on new things, where the answer speaks of the things. `undefined`: it is not known what the service does. */
  async function sent(trial: Trial, sideOf: (body: Body, around: Around) => Side | undefined): Promise<Exchange | undefined> {
    const { operation, sided } = trial;
    let one = await base(operation, trial.start);
    for (let attempt = 0; one !== undefined && attempt < 2; attempt++) {
      const side = chosen(trial, one.input, (body, around) => sideOf(body, around));
      if (side === undefined) return undefined;
      const input = changedAt(one.input, sided.at, side.body) as Input;
      const request = await confirmed(judge, { operation, intent: { kind: 'valid', by: 'all' } }, input);
      if (request === undefined) return undefined;
      const intent: Case['intent'] = { kind: 'probe', check };
      const id = `${operation.id} ${check} ${side.says} #${number++}`;
      const exchange = await send({ ...one, id, intent, says: side.says, at: `${sided.at}/${sided.member}`, input, request });
      if (exchange?.response === undefined) return undefined;
      const { status } = exchange.response;
      if (status < 300 || BLAMES.has(status)) return status === 202 ? undefined : exchange;
      one = await anew(one, status);
    }
    return undefined;
  }

  /** Whether it is known now what the service does. */
  async function tried(trial: Trial): Promise<boolean> {
    const { operation, start, sided } = trial;
    const count = chosen(trial, start, (body, around) => sided.sides(body, around).length) ?? 0;
    const answers: Exchange[] = [];
    for (let index = 0; index < count; index++) {
      const exchange = await sent(trial, (body, around) => sided.sides(body, around)[index]);
      if (exchange === undefined) return false;
      looked(check, operation, [exchange]);
      if (!hasSucceeded(exchange)) {
        await judgeEdge(trial);
        return true;
      }
      answers.push(exchange);
    }
    const last = answers.pop();
    if (last === undefined || answers.length === 0) return false;
    const says = [...answers, last].map((one) => one.case.says);
    // Where new things were needed, another side may have come to stand in the place of one.
    if (new Set(says).size < says.length) return false;
    const message = `Requests ${says.join(', and ')} are all accepted, and the document says: ${quoted(sided.said)}`;
    found({ message, expected: expectedOf(sided.said) }, [...answers, last]);
    return true;
  }

  /** A number is answered as the neighbour that it goes with. */
  async function judgeEdge(trial: Trial): Promise<void> {
    const { operation, start, sided } = trial;
    const { edge } = sided;
    if (edge === undefined) return;
    const goesWith: Edge['goesWith'] | undefined = chosen(trial, start, (body, around) => edge(body, around)?.goesWith);
    const [below, on, above] = [
      await sent(trial, (body, around) => edge(body, around)?.below),
      await sent(trial, (body, around) => edge(body, around)?.on),
      await sent(trial, (body, around) => edge(body, around)?.above),
    ];
    if (below === undefined || on === undefined || above === undefined || hasSucceeded(below) === hasSucceeded(above)) return;
    const own = goesWith === 'below' ? below : above;
    if (hasSucceeded(on) === hasSucceeded(own)) return;
    // What is refused for another part than its neighbour says nothing of the number.
    if (!hasSucceeded(on) && blamesElse(on, goesWith === 'below' ? above : below)) return;
    looked(check, operation, [own, on]);
    const wordOf = (one: Exchange): string => (hasSucceeded(one) ? 'accepted' : 'refused');
    const message = `A request ${on.case.says} is ${wordOf(on)} with ${on.response?.status}, one ${own.case.says} is ${wordOf(own)}, and the document says: ${quoted(sided.said)}`;
    found({ message, expected: hasSucceeded(on) ? expectedOf(sided.said) : 'a status from 200 to 299' }, [own, on]);
  }

  return {
    areFor: (operation) => sidedFor(operation).length > 0,
    async settle(operation, starts, sample) {
      for (const sided of sidedFor(operation))
        for (const start of starts.slice(0, MOST_STARTS)) if (await tried({ operation, start, sided, sample })) break;
    },
  };
}

/** A thing without what the path names it by: that is no value of its own. */
function withoutIds(thing: Body, { path }: Input): Body {
  const ids = new Set(isObject(path) ? Object.values(path) : []);
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => !ids.has(value)));
}

/** Whether the errors of two refusals name parts, and none in common: a day that does not fit the new thing, and a number that is too high. */
function blamesElse(one: Exchange, other: Exchange): boolean {
  const [parts, others] = [namedParts(one), namedParts(other)];
  return parts.length > 0 && others.length > 0 && !parts.some((part) => others.includes(part));
}
