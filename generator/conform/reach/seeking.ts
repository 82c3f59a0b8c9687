// Looks for what an operation needs to have been done before it, step by step: what overcomes a refusal is kept, and the next refusal is overcome
// after it.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import type { Input } from '../plan/index.ts';
import type { Existing } from './existing.ts';
import type { createKnowledge } from './knowledge.ts';
import { isSuccess, type Making } from './making.ts';
import { type Preparation, preparationsFor, type Step } from './preparations.ts';
import type { Preparing } from './preparing.ts';

/** The most ways to prepare a thing that are tried after each refusal. */
const MOST_WAYS = 24;

/** The most ways that are taken together, each of which has overcome a refusal. */
const MOST_JOINED = 3;

/** Statuses that may say that a thing is gone, or in a state that the operation does not take. */
export const GONE: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 422, 423]);

interface SeekingOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly of: ReturnType<typeof createKnowledge>;
  readonly existing: Pick<Existing, 'fillerOf'>;
  readonly made: Pick<Making, 'next' | 'corrected'>;
  readonly preparing: Pick<Preparing, 'preparedInput'>;
  readonly settled: (one: Case, input: Input) => Promise<Case>;
  readonly referAnew: (operation: Operation, place: string, steps: readonly Step[]) => void;
  readonly bringAbout: (operation: Operation, mayGoOn: () => boolean) => Promise<boolean>;
}

type Seek = (exchange: Exchange, mayGoOn: () => boolean, most?: number) => Promise<void>;

export function createSeeking(options: SeekingOptions): Seek {
  const { judge, edges, existing, of, made, preparing, settled, referAnew, bringAbout } = options;
  /** The response to a case on a thing that is prepared in one way; `undefined` where the thing cannot be. */
  async function tried(
    one: Case,
    input: Input,
    way: Preparation,
  ): Promise<{ readonly exchange?: Exchange; readonly way: Preparation } | undefined> {
    const { operation } = one;
    const steps: Step[] = [];
    referAnew(operation, way.place, way.steps);
    const prepared = await preparing.preparedInput(operation, way, input, 0, undefined, steps);
    if (prepared === undefined) return undefined;
    const knowledge = of(operation);
    knowledge.attempts = 0;
    const exchange = await made.corrected(await settled({ ...one, id: `${one.id} prepared ${made.next()}` }, prepared));
    const done = { ...way, steps };
    if (exchange === undefined) return { way: done };
    if (isSuccess(exchange)) Object.assign(knowledge, { preparation: done, prepared });
    return { exchange, way: done };
  }

  /** A way with what its steps are known to need themselves, before them. */
  function withKnown(way: Preparation): Preparation {
    const needed = way.steps.map((step) => {
      const own = of(step.operation).preparation;
      return { step, own: own?.producer === way.producer ? own : undefined };
    });
    const lasting = way.lasting ?? needed.find(({ own }) => own?.lasting)?.own?.lasting;
    const steps = needed.flatMap(({ step, own }) => [...(own?.steps ?? []), step]);
    const each = steps.filter((step, index) => steps.findIndex((one) => isSameStep(one, step)) === index);
    return { ...way, steps: each, ...(lasting === undefined ? {} : { lasting }) };
  }

  return async ({ case: one, response }, mayGoOn, most = MOST_WAYS) => {
    const { operation, input } = one;
    if (response === undefined || input === undefined || !isPlain(one) || !GONE.has(response.status)) return;
    const knowledge = of(operation);
    knowledge.isSought = true;
    if (await bringAbout(operation, mayGoOn)) {
      const filled = existing.fillerOf(operation)(input);
      const exchange = await made.corrected(await settled({ ...one, id: `${one.id} on what has appeared ${made.next()}` }, filled));
      if (exchange !== undefined && isSuccess(exchange)) return;
    }
    let refusal = textOf(response);
    for (let depth = 0; depth < MOST_JOINED; depth++) {
      const ways = preparationsFor(operation, judge.service.operations, edges, refusal);
      const base = knowledge.nearer;
      const before = refusal;
      for (const way of ways.flatMap((each) => joined(base, withKnown(each)) ?? []).slice(0, most)) {
        if (!mayGoOn()) return;
        const outcome = await tried(one, input, way);
        const answer = outcome?.exchange?.response;
        if (outcome === undefined || answer === undefined) continue;
        if (answer.status < 300) return;
        const isNext = GONE.has(answer.status) && !isLost(answer.status, response.status) && !isAlike(textOf(answer), before);
        if (!isNext || refusal !== before) continue;
        // Another refusal says that the first one is overcome.
        knowledge.nearer = outcome.way;
        refusal = textOf(answer);
      }
      if (refusal === before) return;
    }
  };
}

/** A way, behind what has overcome other refusals; `undefined` where the two are about different things, or it adds nothing. */
function joined(base: Preparation | undefined, way: Preparation): Preparation | undefined {
  if (base === undefined) return way;
  const steps = way.steps.filter((step) => !base.steps.some((one) => isSameStep(one, step)));
  const adds = steps.length > 0 || (base.lasting === undefined && way.lasting !== undefined);
  if (!adds || base.producer !== way.producer || base.place !== way.place) return undefined;
  return { ...way, ...base, steps: [...base.steps, ...steps] };
}

/** Whether an answer says that the thing is gone, where the one before it did not: a cancelled festival is no nearer to being open. */
function isLost(status: number, before: number): boolean {
  return (status === 404 || status === 410) && status !== before;
}

/** Whether two steps do the same: one operation may bring a thing to several states in turn. */
function isSameStep(one: Step, other: Step): boolean {
  return one.operation === other.operation && one.set?.value === other.set?.value && isDeepStrictEqual(one.body, other.body);
}

/** Whether two refusals say the same, but for numbers and identifiers. */
function isAlike(one: string, other: string): boolean {
  const plain = (text: string): string => text.replace(/[\w-]*\d[\w-]*/g, '#');
  return plain(one) === plain(other);
}

/** Whether a case is valid, and of the first account: others do not reach the thing. */
export function isPlain({ intent, credential }: Case): boolean {
  return intent.kind === 'valid' && credential === 'given';
}
