// Sends the sequences of a run, with what the run has reached so far.
import type { Edge } from '../../../inference/edge.ts';
import type { Operation } from '../../../model/service.ts';
import type { Case } from '../../contract/case.ts';
import type { Exchange, Reached } from '../../contract/exchange.ts';
import type { Target } from '../../contract/target.ts';
import { endAfter } from '../../contract/time-limit.ts';
import type { Judge } from '../../judge/index.ts';
import type { Input } from '../../plan/index.ts';
import type { Existing, Made } from '../../reach/existing.ts';
import { rewritten } from '../../reach/index.ts';
import { runSequences, type SequenceOptions } from '../../sequences/index.ts';
import type { FastCheck } from '../../shrink/index.ts';
import { isValidSuccess } from '../../values/bases.ts';
import { blamedPlaces } from '../../values/blamed.ts';
import type { RunOptions } from '../options.ts';
import { type Running, recording, sentFresh } from '../running.ts';

/** The part of the run's time that sequences may take. */
const SEQUENCE_SHARE = 0.4;

/** Sends sequences while the service has few things, so that its lists are short. Returns why none were sent. */
export function sendSequences(
  running: Running,
  options: RunOptions,
  prepared: {
    readonly fc: FastCheck;
    readonly judge: Judge;
    readonly edges: readonly Edge[];
    readonly target: Target;
    readonly existing: Existing;
    readonly firsts: ReadonlyMap<Operation, Case>;
    readonly planOf: (operation: Operation) => Promise<readonly Case[]>;
    readonly override: (operation: Operation, input: Input) => Input;
  },
): Promise<string | undefined> {
  const { sender, context, signal, freshness } = running;
  const { firsts, planOf, existing, ...rest } = prepared;
  const again = againOf(running, prepared);
  const share = options.milliseconds === undefined ? [] : [endAfter(options.milliseconds * SEQUENCE_SHARE)];
  return runSequences({
    ...rest,
    context,
    onResource: (create, isDone) => running.progress.resources.set(create, isDone),
    seed: options.seed,
    runs: options.random,
    isForced: options.sequences === true,
    hasOther: Object.keys(options.credentials.other ?? {}).length > 0,
    signal: AbortSignal.any([signal, ...share]),
    isTested: running.isTested,
    mayCall: (operation) => firsts.has(operation),
    invalid: async (operation) => (await planOf(operation)).filter(({ intent }) => intent.kind === 'invalid'),
    async send(one, after) {
      const exchange = await sender.send(one, after);
      if (exchange?.response !== undefined) running.freshness.helped(one, exchange.response.status < 400);
      return exchange;
    },
    unique: freshness.unique,
    // What fits may follow from what was made just before.
    renewed(exchange) {
      running.backlog.clear();
      return freshness.renewed(exchange);
    },
    suited(operation, input) {
      running.backlog.clear();
      return freshness.suited(operation, input);
    },
    proven: freshness.proven,
    prepare: freshness.prepare,
    blamed: blamedPlaces,
    fresh: freshOf(running, again),
    reached: reachedOf(running, existing, again),
    ...recording(running),
  });
}

/** Sends an operation once more. `isNew`: on things that are made for it. */
type Again = (operation: Operation, isNew: boolean, shape: (input: Input) => Input) => Promise<Exchange | undefined>;

function againOf(running: Running, { judge, firsts }: { readonly judge: Judge; readonly firsts: ReadonlyMap<Operation, Case> }): Again {
  let count = 0;
  return async (operation, isNew, shape) => {
    const first = firsts.get(operation);
    if (first?.input === undefined || running.signal.aborted) return undefined;
    running.backlog.clear();
    running.freshness.renew(operation);
    const one = await rewritten(judge, { ...first, id: `${first.id} for one more ${++count}` }, shape(first.input));
    const exchange = await sentFresh(running, (isNew ? await running.freshness.anew(one, 409) : undefined) ?? one);
    if (exchange !== undefined) running.backlog.add(exchange);
    return exchange;
  };
}

/** What operations succeed with on things of the run; where one does not succeed any more, what it has succeeded with last. */
function freshOf({ freshness, signal }: Running, again: Again): SequenceOptions['fresh'] {
  return async (operation, isNew, shape) => {
    const exchange = await again(operation, isNew, shape);
    if (exchange !== undefined && isValidSuccess(exchange)) return exchange.case.input;
    return signal.aborted ? undefined : freshness.proven(operation);
  };
}

/** The ways that are tried for a create which has succeeded by chance. */
const MOST_WAYS = 6;

/** The things that are no sources of the others. */
function nearest(things: readonly Made[]): readonly Made[] {
  return things.filter((one) => !things.some((other) => other !== one && other.sources.includes(one)));
}

/** What a create makes by all that the run has learnt, with the things that it names. What has once succeeded by chance is looked for once more. */
function reachedOf({ freshness, signal }: Running, { named }: Existing, again: Again): SequenceOptions['reached'] {
  // The sources of a thing have those of its sources too: as a tree of all of them, a few steps would make millions.
  const trees = new WeakMap<Made, Reached>();
  const treeOf = (one: Made): Reached => {
    const tree = trees.get(one) ?? { exchange: one.exchange, sources: nearest(one.sources).map(treeOf) };
    trees.set(one, tree);
    return tree;
  };
  const sought = new Set<Operation>();
  return async (create) => {
    const once = (): Promise<Exchange | undefined> => again(create, true, (input) => input);
    const first = await once();
    const isRefused = first?.response !== undefined && !isValidSuccess(first) && !sought.has(create);
    if (isRefused) sought.add(create);
    const exchange = isRefused && (await freshness.seek(first, () => !signal.aborted, MOST_WAYS)) ? await once() : first;
    if (exchange === undefined || !isValidSuccess(exchange)) return undefined;
    return { exchange, sources: nearest(named(create, exchange.case.input ?? {})).map(treeOf) };
  };
}
